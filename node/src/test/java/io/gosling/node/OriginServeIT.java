package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose origin is another node, each a process of its own from the built jar. */
class OriginServeIT {
    private static final String[] FREE = {
        "--port", "0", "--admin-port", "0", "--peer-port", "0", "--cluster-port", "0", "--memory", "16m"
    };

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @TempDir
    private Path folder;

    @Test
    void whatTheOriginGaveOnceItIsNotAskedForAgain() throws Exception {
        Path page = Files.writeString(folder.resolve("page.html"), "hello");
        Files.setLastModifiedTime(page, FileTime.from(Instant.parse("2020-01-01T00:00:00Z")));
        try (RunningProcess origin = RunningProcess.gosling(arguments(folder.toString(), "n1"))) {
            String url = "http://" + origin.ready().get("http") + "/";
            try (RunningProcess node = RunningProcess.gosling(arguments(url, "n2"));
                    RawConnection client = RawConnection.open(http(node))) {
                RawResponse first = client.get("/page.html");
                assertEquals("hello", first.text());
                // A day is guessed, from which the time is gone that the response was on its way.
                assertTrue(
                        statuses(first).matches("n1; fwd=miss; detail=disk, n2; fwd=uri-miss; stored; ttl=\\d+"),
                        statuses(first));
                Eventually.that(
                        "it is answered by the fast lane",
                        () -> statuses(client.get("/page.html")).endsWith(", n2; hit"));
                assertEquals(
                        304,
                        client.get("/page.html", "If-None-Match", String.valueOf(first.header("ETag")))
                                .status());
                assertEquals(
                        "ell", client.get("/page.html", "Range", "bytes=1-3").text());
                RawResponse reloaded = client.get("/page.html", "Cache-Control", "no-cache");
                assertEquals("hello", reloaded.text());
                assertEquals(404, client.get("/nothing.html").status());
            }
        }
    }

    /** It wakes with its time-outs over, and with the origin's answer in its socket. */
    @Test
    void whatTheOriginSaysToAFrozenNodeIsHeardWhenItWakes() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch frozen = new CountDownLatch(1);
        HttpServer origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 8);
        origin.setExecutor(threads);
        origin.createContext("/", exchange -> {
            asked.countDown();
            await(frozen);
            exchange.sendResponseHeaders(200, 5);
            exchange.getResponseBody().write("hello".getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        origin.start();
        String url = "http://127.0.0.1:" + origin.getAddress().getPort() + "/";
        String[] arguments = arguments(url, "n1");
        String[] hurried = Arrays.copyOf(arguments, arguments.length + 2);
        hurried[arguments.length] = "--origin-header-time";
        hurried[arguments.length + 1] = "3s";
        try (RunningProcess node = RunningProcess.gosling(hurried)) {
            InetSocketAddress http = http(node);
            Future<RawResponse> answer = threads.submit(() -> {
                try (RawConnection client = RawConnection.open(http)) {
                    return client.get("/page");
                }
            });
            await(asked);
            long pid = node.process().pid();
            RunningProcess.signal("STOP", pid);
            frozen.countDown();
            // It is being frozen for longer than the origin may take that is tested, not a wait for something.
            Thread.sleep(Duration.ofMillis(4500));
            RunningProcess.signal("CONT", pid);
            assertEquals("hello", answer.get().text());
        } finally {
            frozen.countDown();
            origin.stop(0);
            threads.close();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(60, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String statuses(RawResponse response) {
        return String.join(", ", response.headers().all("Cache-Status"));
    }

    private static String[] arguments(String what, String name) {
        String[] all = new String[FREE.length + 4];
        all[0] = "serve";
        all[1] = what;
        all[2] = "--name";
        all[3] = name;
        System.arraycopy(FREE, 0, all, 4, FREE.length);
        return all;
    }

    private static InetSocketAddress http(RunningProcess process) throws Exception {
        HostPort http = HostPort.parse(process.ready().get("http"));
        return new InetSocketAddress(http.host(), http.port());
    }
}
