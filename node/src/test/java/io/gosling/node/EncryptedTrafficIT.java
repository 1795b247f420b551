package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.dispatcher.packet.frame.MacAddress;
import io.gosling.dispatcher.packet.link.BpfFilterBuilder;
import io.gosling.dispatcher.packet.link.NetworkDevice;
import io.gosling.dispatcher.packet.link.PacketSocket;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.testing.RunningProcess;
import io.gosling.testing.Eventually;
import io.gosling.testing.Hosts;
import io.gosling.testing.HurriedJava;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What can be read on the wire between three nodes, each on a host of its own that is a network namespace. */
// In a plain build: EncryptedLinkTest, RefusedMemberTest and MemberTlsTest of gos.
@Tag("lab")
class EncryptedTrafficIT {
    private static final List<String> NODES = List.of("n1", "n2", "n3");
    private static final int PAGES = 12;
    private static final int HTTP = 8080;
    private static final int ADMIN = 4675;
    private static final int ORIGIN = 9000;
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String SECRET = "kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh";

    /** What travels between nodes, by the words that stand for it. */
    private static final Map<String, String> TRAVELLING = Map.of(
            "the URL of a document", "/wire-document",
            "the name of a header", "wire-header",
            "the bytes of a document", "bytes of wire document",
            "the key of a repository object", "wire-key",
            "the bytes of a repository object", "bytes of wire object",
            "the URL of a purge", "/wire-purged",
            "the peer token", ClusterSecret.of(SECRET).peerToken());

    @TempDir
    private Path folder = Path.of("");

    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Capture> captures = new ArrayList<>();
    private Hosts hosts;
    private Path secret;

    @BeforeAll
    static void mayMakeHosts() {
        String obstacle = Hosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    @BeforeEach
    void makeHosts() throws Exception {
        hosts = new Hosts("n1", address("n1") + "/24", "n2", address("n2") + "/24", "n3", address("n3") + "/24");
        open.add(hosts);
        secret = Files.writeString(folder.resolve("secret"), SECRET);
        for (String node : NODES) {
            int port = port(node);
            captures.add(hosts.in("switch", () -> new Capture(node, port)));
            open.add(captures.getLast());
            HttpServer origin = hosts.in(node, EncryptedTrafficIT::origin);
            open.add(() -> origin.stop(0));
        }
    }

    @AfterEach
    void closeAll() {
        // Closes all, also when one of them fails.
        assertAll(open.reversed().stream().<Executable>map(one -> one::close));
    }

    private static String address(String node) {
        return "10.77.0." + node.substring(1);
    }

    /** The number of the switch's interface to a node, which the JDK does not see without an address. */
    private int port(String node) throws IOException {
        List<String> command = new ArrayList<>(hosts.inside("switch"));
        command.addAll(List.of("cat", "/sys/class/net/" + node + "/ifindex"));
        Process reading = new ProcessBuilder(command).start();
        return Integer.parseInt(new String(reading.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    /** One for each node, on its own loopback address, so that nothing of it is on the wire. */
    private static HttpServer origin() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), ORIGIN), 16);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            byte[] body = "bytes of wire document".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Cache-Control", "max-age=100000");
            exchange.getResponseHeaders().set("Wire-Header", "set");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    /** The frames that a node sends, as they come to the switch. */
    private static final class Capture implements AutoCloseable {
        private static final int MOST = 256 << 20;
        private static final int WAIT_MILLIS = 100;

        /** {@code BPF_RET}: all of each frame. */
        private static final BpfFilterBuilder.Instruction ALL = new BpfFilterBuilder.Instruction(0x06, 0, 0, 0x3ffff);

        private final PacketSocket socket;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final Thread reader = Thread.ofPlatform().daemon().unstarted(this::read);
        private volatile boolean closed;

        Capture(String device, int index) throws IOException {
            MacAddress unused = MacAddress.of(new byte[6]);
            socket = PacketSocket.open(new NetworkDevice(device, index, unused, List.of(), List.of()), List.of(ALL));
            reader.start();
        }

        private void read() {
            while (!closed) {
                int frames = socket.receive(WAIT_MILLIS);
                for (int i = 0; i < frames; i++) {
                    byte[] frame = socket.memory()
                            .asSlice(socket.at(i), socket.bytes(i))
                            .toArray(ValueLayout.JAVA_BYTE);
                    synchronized (bytes) {
                        if (bytes.size() < MOST) {
                            bytes.writeBytes(frame);
                        }
                    }
                }
            }
        }

        /** All of it, a byte for a character, in lower case. */
        String text() {
            synchronized (bytes) {
                assertTrue(bytes.size() < MOST, "too much to be kept");
                return bytes.toString(StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
            }
        }

        @Override
        public void close() throws Exception {
            closed = true;
            reader.join();
            socket.close();
        }
    }

    private void start(String node, String encryption) throws Exception {
        List<String> command = new ArrayList<>(hosts.inside(node));
        command.addAll(HurriedJava.command(RunningProcess.JAR, "-Xmx128m"));
        command.addAll(List.of("serve", "http://127.0.0.1:" + ORIGIN + "/", "--name", node, "--memory", "8m"));
        command.addAll(List.of("--host", address(node), "--port", "" + HTTP, "--admin-port", "" + ADMIN));
        command.addAll(List.of("--peer-port", "4676", "--cluster-port", "5701", "--secret-file", secret.toString()));
        command.addAll(List.of("--voters", "n1,n2,n3", "--cluster-encryption", encryption));
        // A busy machine is no reason to ask the origin.
        command.addAll(List.of("--cluster-locate", "2s", "--peer-memory-first-byte", "10s"));
        if (!node.equals("n1")) {
            command.addAll(List.of("--join", address("n1") + ":5701"));
        }
        RunningProcess process = RunningProcess.of(command, Map.of());
        open.add(process);
        process.ready();
    }

    /** Asks a node on its own host, so that this is not on the wire. */
    private RawResponse ask(String node, String host, int port, String method, String target, String body)
            throws Exception {
        Socket socket = hosts.in(node, () -> new Socket(host, port));
        socket.setSoTimeout(30_000);
        try (RawConnection connection = RawConnection.over(socket)) {
            return connection
                    .send(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Type:"
                            + " application/x-www-form-urlencoded\r\nContent-Length: " + body.length() + "\r\n\r\n"
                            + body)
                    .read();
        }
    }

    private RawResponse get(String node, String target) throws Exception {
        return ask(node, address(node), HTTP, "GET", target, "");
    }

    private RawResponse admin(String node, String method, String target, String body) throws Exception {
        return ask(node, "127.0.0.1", ADMIN, method, target, body);
    }

    private boolean servesFromMemory(String node) {
        try {
            get(node, "/warm");
            return String.valueOf(get(node, "/warm").header("Cache-Status")).endsWith("; hit");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Documents and objects of each node come to the two others, and purges too. */
    private void travel() throws Exception {
        int fromOthers = 0;
        for (int i = 0; i < PAGES; i++) {
            assertEquals(
                    204,
                    admin("n" + (1 + i % 3), "PUT", "/objects/wire-key" + i, "bytes of wire object")
                            .status());
            for (int asking = 0; asking < NODES.size(); asking++) {
                String node = "n" + (1 + (i + asking) % 3);
                RawResponse page = get(node, "/wire-document" + i);
                assertEquals("bytes of wire document", page.text());
                String by = String.valueOf(page.header("Cache-Status"));
                fromOthers += by.contains("; hit") && !by.startsWith(node + ";") ? 1 : 0;
                assertEquals(
                        "bytes of wire object",
                        admin(node, "GET", "/objects/wire-key" + i, "").text());
            }
            RawResponse purged =
                    admin("n" + (1 + i % 3), "POST", "/purge", "url=http%3A%2F%2Flocalhost%2Fwire-purged" + i);
            assertEquals(200, purged.status(), purged.text());
        }
        assertTrue(fromOthers > 0, "no document came from another node's memory");
    }

    private Set<String> read() {
        Set<String> found = new LinkedHashSet<>();
        for (Capture capture : captures) {
            String text = capture.text();
            TRAVELLING.forEach((what, words) -> {
                if (text.contains(words.toLowerCase(Locale.ROOT))) {
                    found.add(what);
                }
            });
        }
        return found;
    }

    @ParameterizedTest(name = "cluster.encryption: {0}")
    @ValueSource(strings = {"on", "off"})
    void nothingInClearIsOnTheWireUnlessEncryptionIsOff(String encryption) throws Exception {
        for (String node : NODES) {
            start(node, encryption);
        }
        Eventually.within(
                LONG, "every node may serve from memory", () -> NODES.stream().allMatch(this::servesFromMemory));
        travel();
        for (Capture capture : captures) {
            assertTrue(capture.text().length() > 10_000, "each node has sent something");
        }
        if (encryption.equals("on")) {
            assertEquals(Set.of(), read());
        } else {
            Eventually.within(LONG, () -> "read: " + read(), () -> read().equals(TRAVELLING.keySet()));
        }
    }
}
