package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node whose origin is another node, each a process of its own from the built jar. */
class OriginServeIT {
    private static final String[] FREE = {
        "--port", "0", "--admin-port", "0", "--peer-port", "0", "--cluster-port", "0", "--memory", "16m"
    };

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
