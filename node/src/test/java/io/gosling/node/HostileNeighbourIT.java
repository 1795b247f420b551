package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.command.ExitCode;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.node.testing.HostedProcesses;
import io.gosling.node.testing.RunningProcess;
import io.gosling.testing.Eventually;
import io.gosling.testing.Hosts;
import io.gosling.testing.ImpostorServer;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.TlsClient;
import io.gosling.testing.WireTap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Two nodes, and a stranger on the same network who has no secret of theirs, or sits between them: each on a host of
 * its own that is a network namespace. Whatever he tries is refused and logged, and the cluster keeps what it has.
 * {@link ChangedSecretIT} has the strangers who once had the secret.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileNeighbourIT {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int CLUSTER = 5701;
    private static final int PEER = 4676;
    private static final int SERVING = 4680;
    private static final InetSocketAddress FOE = new InetSocketAddress("10.77.0.66", CLUSTER);

    private Path folder = Path.of("");
    private HostedProcesses processes;
    private RunningProcess n1;
    private WireTap tap;

    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        String obstacle = Hosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
        folder = directory;
        Files.createDirectory(folder.resolve("site"));
        Files.writeString(folder.resolve("secret"), "kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh");
        Files.writeString(folder.resolve("other"), "0y1xWJm9hcvN4Yy8nS0xT9xQb2k5cGxW");
        processes = new HostedProcesses(
                "n1", "10.77.0.1/24", "n2", "10.77.0.2/24", "n3", "10.77.0.3/24", "foe", "10.77.0.66/24");
        n1 = node("n1", "secret", "", "--serving-port", "" + SERVING);
        n1.ready();
        tap = processes.keep(processes.hosts().in("foe", () -> new WireTap(FOE, at(CLUSTER), 1 << 16)));
        node("n2", "secret", "10.77.0.66:" + CLUSTER).ready();
        // A node answers clients before it has joined.
        for (String node : List.of("n1", "n2")) {
            Eventually.within(LONG, () -> node + " has joined", () -> isJoined(node));
        }
        assertEquals(204, object("n1", "PUT", "kept").status());
    }

    @AfterAll
    void stop() {
        if (processes != null) {
            processes.close();
        }
    }

    @AfterEach
    void nothingIsLost() {
        for (String node : List.of("n1", "n2")) {
            assertEquals("kept", object(node, "GET", "").text(), node);
            assertTrue(isJoined(node), () -> status(node));
        }
    }

    private static InetSocketAddress at(int port) {
        return new InetSocketAddress("10.77.0.1", port);
    }

    private RunningProcess node(String name, String secret, String join, String... more) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("serve", folder.resolve("site").toString(), "--name", name));
        String address = "10.77.0." + name.substring(1);
        arguments.addAll(List.of("--host", address, "--memory", "8m"));
        if (!secret.isEmpty()) {
            arguments.addAll(List.of("--secret-file", folder.resolve(secret).toString()));
        }
        if (!join.isEmpty()) {
            arguments.addAll(List.of("--join", join));
        }
        arguments.addAll(List.of(more));
        return processes.start(name, arguments);
    }

    private RawResponse object(String node, String method, String body) {
        return processes.ask(
                node,
                new InetSocketAddress("127.0.0.1", 4675),
                method + " /objects/kept HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length() + "\r\n\r\n"
                        + body);
    }

    private boolean isJoined(String node) {
        return status(node).contains("\"state\":\"joined\"");
    }

    private String status(String node) {
        return processes
                .ask(node, new InetSocketAddress("127.0.0.1", 4675), "GET /status HTTP/1.1\r\nHost: localhost\r\n\r\n")
                .text();
    }

    private static void assertLogged(RunningProcess process, String... parts) {
        Eventually.within(
                LONG,
                () -> List.of(parts) + " is in " + err(process),
                () -> err(process)
                        .lines()
                        .anyMatch(line -> List.of(parts).stream().allMatch(line::contains)));
    }

    private static String err(RunningProcess process) {
        try {
            return process.err();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A node that has come up, and knows nobody. */
    private void assertAlone(String node, RunningProcess process) throws Exception {
        process.ready();
        Eventually.within(LONG, () -> status(node), () -> status(node).contains("\"state\":\"alone\""));
        assertNotEquals(200, object(node, "GET", "").status(), "it has nothing of the others");
    }

    private Socket connect(int port) throws Exception {
        return processes.hosts().in("foe", () -> new Socket("10.77.0.1", port));
    }

    @Test
    void aRecordedConnectionThatIsSentAgainIsRefused() throws Exception {
        assertTrue(tap.sent().getFirst().length > 1000, "n2 has come by this way");
        try (Socket again = connect(CLUSTER)) {
            tap.replay(again);
            assertLogged(n1, line(CLUSTER, "" + again.getLocalPort(), "(bad_record_mac)"));
        }
    }

    @Test
    void aManInTheMiddleWithAnotherCertificateGetsNoData() throws Exception {
        InetSocketAddress at = new InetSocketAddress("10.77.0.66", CLUSTER + 1);
        try (ImpostorServer impostor = processes.hosts().in("foe", () -> new ImpostorServer(at, ClusterTls.MEMBER));
                RunningProcess n3 = node("n3", "secret", "10.77.0.66:" + at.getPort())) {
            assertAlone("n3", n3);
            assertLogged(n3, "10.77.0.66", "something that is no process of a cluster comes from another secret");
            assertEquals(0, impostor.received());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {CLUSTER, PEER, SERVING})
    void plainTextIsRefused(int port) throws Exception {
        try (Socket socket = connect(port);
                RawConnection plain = RawConnection.over(socket)) {
            plain.send("GET /objects/kept HTTP/1.1\r\nHost: localhost\r\n\r\n");
            if (port == CLUSTER) {
                assertTrue(plain.ends());
            } else {
                assertEquals(400, plain.read().status());
            }
            assertLogged(n1, line(port, "" + socket.getLocalPort(), "it does not encrypt"));
        }
    }

    /** Parts of the line about a connection to a port; {@code from} is the stranger's own, empty if not known. */
    private static String[] line(int port, String from, String reason) {
        String stranger = "10.77.0.66:" + from;
        return switch (port) {
            case CLUSTER -> new String[] {"n1 closes a connection from " + stranger, " to its cluster port: " + reason};
            case SERVING -> new String[] {"n1 refuses requests from " + stranger, ": " + reason};
            // Of all strangers together one a minute is logged.
            default -> new String[] {"link with 10.77.0.66 closed: it does not "};
        };
    }

    @ParameterizedTest
    @ValueSource(ints = {CLUSTER, PEER, SERVING})
    void anOlderVersionOfTlsIsRefused(int port) {
        SSLException alert = assertThrows(
                SSLException.class,
                () -> processes
                        .hosts()
                        .in("foe", () -> TlsClient.create().speaking("TLSv1.2").connect(at(port), "")));
        assertTrue(String.valueOf(alert.getMessage()).contains("protocol_version"), alert::toString);
        assertLogged(n1, line(port, "", "it does not speak TLS 1.3"));
    }

    @Test
    void aNodeWithAnotherSecretStaysOutsideAndBothSayWhy() throws Exception {
        try (RunningProcess n3 = node("n3", "other", "10.77.0.1:" + CLUSTER)) {
            assertAlone("n3", n3);
            assertLogged(n3, "n1 comes from another secret than this node's; give both the same secret-file");
            assertLogged(n1, "10.77.0.3:", "does not accept this node's certificate");
        }
    }

    @Test
    void aNodeThatDoesNotEncryptStaysOutsideAndBothSayWhy() throws Exception {
        try (RunningProcess n3 = node("n3", "secret", "10.77.0.1:" + CLUSTER, "--cluster-encryption", "off")) {
            assertAlone("n3", n3);
            assertLogged(n3, "cluster.encryption is off: whoever can listen between the nodes");
            assertLogged(n1, "n1 closes a connection from 10.77.0.3:", "it does not encrypt");
        }
    }

    @Test
    void aNodeWithoutASecretDoesNotStart() throws Exception {
        try (RunningProcess n3 = node("n3", "", "10.77.0.1:" + CLUSTER)) {
            assertEquals(ExitCode.CONFIGURATION.status(), n3.status(), n3.err());
            assertTrue(n3.err().contains("--secret-file: missing; expected on 10.77.0.3"), n3.err());
        }
    }
}
