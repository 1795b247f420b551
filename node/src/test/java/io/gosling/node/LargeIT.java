package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Three nodes before an origin with a file of 64 MiB, each a process of its own: what a range of it costs the origin.
 */
// In a plain build, besides what has no tag: LargeClusterTest and LargeModelTest of gos.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class LargeIT {
    private static final int NODES = 3;
    private static final int MIB = 1 << 20;
    private static final int LENGTH = 64 * MIB;
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]+)-([0-9]*)");

    private final List<String> ranges = new CopyOnWriteArrayList<>();
    private final List<RunningProcess> nodes = new ArrayList<>();
    private final List<ReadyLine> ready = new ArrayList<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer origin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
    private volatile int version = 1;
    /** Requests for the range that begins here wait for the test. */
    private volatile long held = -1;

    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);

    LargeIT() throws IOException {}

    @BeforeAll
    void start() throws Exception {
        origin.setExecutor(threads);
        origin.createContext("/", this::answer);
        origin.start();
        String url = "http://127.0.0.1:" + origin.getAddress().getPort() + "/";
        for (int i = 1; i <= NODES; i++) {
            List<String> arguments = new ArrayList<>(List.of("serve", url, "--name", "n" + i, "--memory", "32m"));
            for (String port : List.of("--port", "--admin-port", "--peer-port", "--cluster-port")) {
                arguments.addAll(List.of(port, "0"));
            }
            arguments.addAll(List.of("--voters", "n1,n2,n3"));
            // It is not to be seen here how slow a busy machine is.
            arguments.addAll(List.of("--cluster-locate", "10s", "--peer-join", "10s", "--peer-progress", "20s"));
            arguments.addAll(List.of("--peer-connect", "10s", "--peer-memory-first-byte", "10s"));
            arguments.addAll(List.of("--purge-lease", "10s", "--cluster-silence", "60s"));
            if (i > 1) {
                arguments.addAll(List.of("--join", ready.getFirst().get("cluster")));
            }
            RunningProcess node = RunningProcess.gosling(arguments.toArray(String[]::new));
            nodes.add(node);
            ready.add(node.ready());
        }
        Eventually.within(Duration.ofMinutes(2), "every node may serve and knows the others", this::isFlushed);
    }

    private boolean isFlushed() {
        boolean flushed = true;
        for (int i = 0; i < NODES; i++) {
            try (RawConnection client = RawConnection.open(http(i))) {
                client.get("/small");
                flushed &= String.valueOf(client.get("/small").header("Cache-Status"))
                        .endsWith("; hit");
            }
            try (RawConnection admin = RawConnection.open(address(ready.get(i).get("admin")))) {
                admin.send("GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
                String status = admin.read().text();
                for (int other = 1; other <= NODES; other++) {
                    flushed &= status.contains("\"n" + other + "\"");
                }
            }
        }
        return flushed;
    }

    @AfterAll
    void stop() throws Exception {
        gate.countDown();
        for (RunningProcess node : nodes) {
            node.close();
        }
        origin.stop(0);
        threads.shutdownNow();
    }

    private static InetSocketAddress address(String text) {
        HostPort address = HostPort.parse(text);
        return new InetSocketAddress(address.host(), address.port());
    }

    private InetSocketAddress http(int node) {
        return address(ready.get(node).get("http"));
    }

    private static byte[] bytes(int version, int first, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            int at = first + i;
            bytes[i] = (byte) (at * 31 + (at >>> 13) * 7 + version);
        }
        return bytes;
    }

    private void answer(HttpExchange exchange) throws IOException {
        boolean small = exchange.getRequestURI().getPath().equals("/small");
        String asked = exchange.getRequestHeaders().getFirst("Range");
        Matcher range = RANGE.matcher(String.valueOf(asked));
        boolean part = range.matches() && !small;
        int first = part ? Integer.parseInt(range.group(1)) : 0;
        if (!small) {
            ranges.add(String.valueOf(asked));
            await(first);
        }
        int now = version;
        String condition = exchange.getRequestHeaders().getFirst("If-Range");
        String tag = "\"" + now + "\"";
        int all = small ? 10 : LENGTH;
        part &= condition == null || condition.equals(tag);
        int last = part && !range.group(2).isEmpty() ? Math.min(all - 1, Integer.parseInt(range.group(2))) : all - 1;
        first = part ? first : 0;
        exchange.getResponseHeaders().set("Cache-Control", "max-age=100000");
        exchange.getResponseHeaders().set("ETag", tag);
        exchange.getResponseHeaders().set("Accept-Ranges", "bytes");
        if (part) {
            exchange.getResponseHeaders().set("Content-Range", "bytes " + first + "-" + last + "/" + all);
        }
        exchange.sendResponseHeaders(part ? 206 : 200, last - first + 1);
        try (OutputStream out = exchange.getResponseBody()) {
            for (int at = first; at <= last; at += MIB) {
                out.write(bytes(now, at, Math.min(MIB, last + 1 - at)));
            }
        }
    }

    private void await(int first) throws IOException {
        if (first == held) {
            reached.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    private RawResponse range(int node, int first, int length) {
        try (RawConnection client = RawConnection.open(http(node))) {
            RawResponse answer = client.get("/big", "Range", "bytes=" + first + "-" + (first + length - 1));
            assertEquals(206, answer.status());
            assertArrayEquals(bytes(version, first, length), answer.body());
            return answer;
        }
    }

    private static String handled(RawResponse answer) {
        return String.valueOf(answer.header("Cache-Status"));
    }

    @Test
    @Order(1)
    void aRangeCostsItsSlicesOnceForAllNodes() {
        range(0, 10 * MIB + 5, 100);
        assertEquals(List.of("bytes=" + 10 * MIB + "-" + (11 * MIB - 1)), ranges);
        // It is kept when all of the slice is there, which need not be so yet.
        Eventually.that(
                "n1 has the slice", () -> handled(range(0, 10 * MIB + 900, 100)).contains("n1; hit"));
        RawResponse second = range(1, 10 * MIB + 5, 100);
        assertTrue(handled(second).endsWith("; detail=peer"), handled(second));
        Eventually.that(
                "n2 has it too", () -> handled(range(1, 10 * MIB + 5, 100)).contains("n2; hit"));
        assertEquals(1, ranges.size(), ranges.toString());
    }

    @Test
    @Order(2)
    void theWholeIsOneRequestAndMoreThanTheMemoryOfANode() throws Exception {
        int before = ranges.size();
        try (RawConnection client = RawConnection.open(http(2))) {
            RawResponse answer = client.get("/big");
            assertEquals(200, answer.status());
            assertArrayEquals(bytes(1, 0, LENGTH), answer.body());
        }
        // It begins with the whole or a slice, and goes on by slices once one of them was there already.
        assertTrue(ranges.size() - before <= 64, ranges.toString());
    }

    @Test
    @Order(3)
    @Tag("lab")
    void aChangeBetweenTwoSlicesBreaksTheAnswerOffAndTheNextIsNew() throws Exception {
        purge();
        range(0, 20 * MIB, MIB);
        held = 21 * MIB;
        try (Socket client = new Socket()) {
            client.connect(http(0));
            String request = "GET /big HTTP/1.1\r\nHost: localhost\r\nRange: bytes=" + 20 * MIB + "-" + (23 * MIB - 1)
                    + "\r\nConnection: close\r\n\r\n";
            client.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            InputStream in = client.getInputStream();
            String head = head(in);
            assertTrue(head.startsWith("HTTP/1.1 206 ") && head.contains("tag: \"1\""), head);
            assertArrayEquals(bytes(1, 20 * MIB, MIB), in.readNBytes(MIB));
            reached.await();
            version = 2;
            gate.countDown();
            assertEquals(0, rest(in), "no byte of the other version follows");
        }
        held = -1;
        assertEquals("\"2\"", range(0, 20 * MIB, 10).header("ETag"));
        assertEquals("\"2\"", range(0, 21 * MIB, 10).header("ETag"));
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int read = in.read();
            assertTrue(read >= 0, head.toString());
            head.append((char) read);
        }
        return head.toString();
    }

    private static int rest(InputStream in) {
        try {
            return in.readAllBytes().length;
        } catch (IOException e) {
            // A reset is as good an end.
            return 0;
        }
    }

    @Test
    @Order(4)
    @Tag("lab")
    void aPurgeMeansTheSlicesOfAllNodesThoughTheTagStays() throws Exception {
        purge();
        for (int node = 0; node < NODES; node++) {
            range(node, 30 * MIB, 10);
        }
        int before = ranges.size();
        range(1, 30 * MIB, 10);
        assertEquals(before, ranges.size());
        purge();
        for (int node = 0; node < NODES; node++) {
            range(node, 30 * MIB, 10);
        }
        assertEquals(
                List.of("bytes=" + 30 * MIB + "-" + (31 * MIB - 1)),
                ranges.subList(before, ranges.size()).stream().distinct().toList());
        assertTrue(ranges.size() > before, "the origin was asked again");
    }

    private void purge() {
        Eventually.within(Duration.ofMinutes(1), "the purge is certain", () -> {
            try (RawConnection admin =
                    RawConnection.open(address(ready.getFirst().get("admin")))) {
                String form = "url=/big";
                admin.send("POST /purge HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded"
                        + "\r\nContent-Length: " + form.length() + "\r\n\r\n" + form);
                return admin.read().status() == 200;
            }
        });
    }
}
