package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.RunningProcess;
import io.gosling.testing.Eventually;
import io.gosling.testing.Hosts;
import io.gosling.testing.HurriedJava;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gosling dispatch --forwarding handoff} before two nodes, on hosts that are network namespaces. */
// In a plain build, besides what has no tag: HandOverToHostsTest of the dispatcher, with two thousand connections.
class HandoffToHostsIT {
    private static final String CLUSTER = "10.77.0.100";
    private static final int LARGE = 5_000_000;
    private static final int CONNECTIONS = 10_000;
    private static final int CLIENTS = 8;

    /** A closed connection's packets are redirected for a minute. */
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    private Path folder = Path.of("");

    private final List<AutoCloseable> open = new ArrayList<>();
    private final byte[] large = new byte[LARGE];
    private Hosts hosts;
    private Path secret;

    @BeforeAll
    static void mayMakeHosts() {
        String obstacle = Hosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    @BeforeEach
    void makeHosts() throws Exception {
        hosts = new Hosts(
                "client", "10.77.0.1/24", "front", "10.77.0.2/24", "n1", "10.77.0.11/24", "n2", "10.77.0.12/24");
        open.add(hosts);
        secret = Files.writeString(folder.resolve("secret"), "kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh");
        new Random(3).nextBytes(large);
        Files.write(Files.createDirectory(folder.resolve("site")).resolve("large.bin"), large);
        Files.writeString(folder.resolve("site/page.txt"), "a page");
        hosts.ip("front", "address", "add", CLUSTER + "/32", "dev", "eth0");
        for (String node : List.of("n1", "n2")) {
            hosts.sh(node, "echo 1 > /proc/sys/net/ipv4/conf/all/arp_ignore");
            hosts.sh(node, "echo 2 > /proc/sys/net/ipv4/conf/all/arp_announce");
            hosts.ip(node, "address", "add", CLUSTER + "/32", "dev", "lo");
        }
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private RunningProcess gosling(String host, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(hosts.inside(host));
        command.addAll(HurriedJava.command(RunningProcess.JAR, "-Xmx192m"));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--handoff-port", "7070", "--secret-file", secret.toString()));
        RunningProcess process = RunningProcess.of(command, Map.of());
        open.add(process);
        return process;
    }

    private RunningProcess node(String host, String address) throws Exception {
        return gosling(host, RunningProcess.serve(folder.resolve("site"), "--host", address, "--port", "8080"));
    }

    private Socket client() throws Exception {
        Socket socket = hosts.in("client", () -> {
            Socket connecting = new Socket();
            connecting.connect(new InetSocketAddress(InetAddress.getByName(CLUSTER), 80), 10_000);
            return connecting;
        });
        open.add(socket);
        socket.setSoTimeout(30_000);
        return socket;
    }

    /** A connection for one request. */
    private static void once() throws IOException {
        try (Socket client = new Socket()) {
            client.connect(new InetSocketAddress(InetAddress.getByName(CLUSTER), 80), 10_000);
            client.setSoTimeout(30_000);
            client.getOutputStream()
                    .write("GET /page.txt HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertTrue(answer.startsWith("HTTP/1.1 200 ") && answer.endsWith("\r\n\r\na page"), answer);
        }
    }

    private void fetch(Socket client) throws IOException {
        client.getOutputStream()
                .write("GET /large.bin HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        DataInputStream in = new DataInputStream(client.getInputStream());
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        assertTrue(head.toString().startsWith("HTTP/1.1 200 "), head::toString);
        byte[] body = new byte[LARGE];
        in.readFully(body);
        assertArrayEquals(large, body);
    }

    /** A sum of a front-end's metrics. */
    private double metric(ReadyLine ready, String line) throws Exception {
        String[] admin = ready.get("admin").split(":");
        String metrics = hosts.in("front", () -> {
            try (Socket socket = new Socket(admin[0], Integer.parseInt(admin[1]))) {
                socket.getOutputStream()
                        .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                                .getBytes(StandardCharsets.US_ASCII));
                return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            }
        });
        double[] found = metrics.lines()
                .filter(one -> one.startsWith(line))
                .mapToDouble(one -> Double.parseDouble(one.substring(one.lastIndexOf(' '))))
                .toArray();
        assertTrue(found.length > 0, line);
        return DoubleStream.of(found).sum();
    }

    /** @param ready its line, which it says once */
    private record Front(RunningProcess process, ReadyLine ready) {}

    /** A front-end before both nodes, when it has a way to each. */
    private Front front() throws Exception {
        RunningProcess front = gosling(
                "front",
                "dispatch",
                "--host",
                CLUSTER,
                "--port",
                "80",
                "--admin-port",
                "0",
                "--policy",
                "rr",
                "--forwarding",
                "handoff",
                "--handoff-experimental",
                "on",
                "--backend",
                "10.77.0.11:8080,10.77.0.12:8080");
        ReadyLine ready = front.ready();
        Eventually.that("both nodes have connections", () -> {
            try (Socket one = client();
                    Socket other = client()) {
                fetch(one);
                fetch(other);
                return metric(ready, "gosling_handoff_held") >= 2;
            } catch (Exception e) {
                throw new AssertionError(err(front), e);
            }
        });
        return new Front(front, ready);
    }

    /** A client may have its answer before the front-end knows that the connection was taken. */
    private void untilQuiet(ReadyLine ready) {
        Eventually.within(TIMEOUT, "the front-end has let go", () -> sum(ready, "gosling_connections ") == 0);
    }

    private double sum(ReadyLine ready, String line) {
        try {
            return metric(ready, line);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void nodesAnswerUnderTheClustersAddressUntilOneSideDies() throws Exception {
        RunningProcess first = node("n1", "10.77.0.11");
        RunningProcess second = node("n2", "10.77.0.12");
        first.ready();
        second.ready();
        Front front = front();
        ReadyLine ready = front.ready();
        List<Socket> clients = new ArrayList<>();
        untilQuiet(ready);
        double before = metric(ready, "gosling_handoffs_total{outcome=\"taken\"}");
        for (int i = 0; i < 10; i++) {
            clients.add(client());
            fetch(clients.getLast());
            fetch(clients.getLast());
        }
        untilQuiet(ready);
        assertEquals(before + 10, metric(ready, "gosling_handoffs_total{outcome=\"taken\"}"));
        first.process().destroyForcibly().waitFor();
        int ended = 0;
        for (Socket client : clients) {
            try {
                fetch(client);
            } catch (IOException gone) {
                ended++;
            }
        }
        assertEquals(5, ended, "those of the node that was killed");
        Socket last = client();
        fetch(last);
        fetch(last);
        front.process().process().destroyForcibly().waitFor();
        assertEquals(0, read(last), "its node ends what came from a front-end that is gone");
    }

    /** Of connections that may be proxied where they cannot go none fails, and nothing is left of those that went. */
    @Test
    @Tag("lab")
    void tenThousandConnectionsLoseNoneAndLeaveNothingBehind() throws Exception {
        RunningProcess first = node("n1", "10.77.0.11");
        RunningProcess second = node("n2", "10.77.0.12");
        first.ready();
        second.ready();
        Front front = front();
        ReadyLine ready = front.ready();
        String taken = "gosling_handoffs_total{outcome=\"taken\"}";
        untilQuiet(ready);
        double before = metric(ready, taken);
        List<Callable<Void>> clients = Collections.nCopies(CLIENTS, () -> {
            for (int i = 0; i < CONNECTIONS / CLIENTS; i++) {
                once();
            }
            return null;
        });
        // Threads are on the host of the one that starts them.
        List<Future<Void>> all = hosts.in("client", () -> {
            try (ExecutorService threads = Executors.newFixedThreadPool(CLIENTS)) {
                return threads.invokeAll(clients);
            }
        });
        for (Future<Void> client : all) {
            client.get();
        }
        untilQuiet(ready);
        assertTrue(metric(ready, taken) - before > 0.9 * CONNECTIONS, () -> err(front.process()));
        assertEquals(0, metric(ready, "gosling_handoffs_total{outcome=\"lost\"}"), () -> err(front.process()));
        Eventually.within(TIMEOUT, "nodes hold nothing", () -> sum(ready, "gosling_handoff_held") == 0);
        Eventually.within(TIMEOUT, "nothing is steered any more", () -> sum(ready, "gosling_handoff_flows") == 0);
    }

    /** Bytes that come before the end, whichever it is. */
    private static int read(Socket from) throws IOException {
        try {
            return from.getInputStream().readAllBytes().length;
        } catch (java.net.SocketException reset) {
            return 0;
        }
    }

    private static String err(RunningProcess process) {
        try {
            return process.err();
        } catch (IOException e) {
            return e.toString();
        }
    }
}
