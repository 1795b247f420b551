package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.node.process.ReadyLine;
import io.gosling.node.testing.Documents;
import io.gosling.node.testing.RunningProcess;
import io.gosling.testing.Eventually;
import io.gosling.testing.Hosts;
import io.gosling.testing.HurriedJava;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code gosling dispatch} with both forwarding modes that see packets, between hosts that are network namespaces. */
class PacketsIT {
    private static final int CONNECTIONS = 100;
    private static final Pattern METRIC = Pattern.compile("gosling_packet_[a-z_]+");

    private final List<AutoCloseable> open = new ArrayList<>();
    private Hosts hosts;

    @BeforeAll
    static void mayMakeHosts() {
        String obstacle = Hosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    /** A client behind a router, and two hosts for dispatchers and two back-ends on the segment beyond it. */
    @BeforeEach
    void makeHosts() throws Exception {
        hosts = new Hosts(
                "router",
                "10.77.0.254/24",
                "dispatcher",
                "10.77.0.2/24",
                "other",
                "10.77.0.3/24",
                "b1",
                "10.77.0.11/24",
                "b2",
                "10.77.0.12/24",
                "client",
                "10.77.1.1/24");
        open.add(hosts);
        hosts.wire("client", "10.78.0.1/24", "router", "10.78.0.254/24");
        hosts.ip("client", "route", "add", "default", "via", "10.78.0.254");
        hosts.sh("router", "echo 1 > /proc/sys/net/ipv4/ip_forward");
    }

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable one : open.reversed()) {
            one.close();
        }
    }

    private RunningProcess dispatch(String... arguments) throws Exception {
        return dispatchOn("dispatcher", arguments);
    }

    private RunningProcess dispatchOn(String host, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(hosts.inside(host));
        command.addAll(HurriedJava.command(RunningProcess.JAR, "-Xmx192m"));
        command.addAll(List.of("dispatch", "--interface", "eth0", "--admin-port", "0"));
        command.addAll(List.of(arguments));
        RunningProcess process = RunningProcess.of(command, Map.of());
        open.add(process);
        return process;
    }

    private void serve(String host, String address) throws Exception {
        ServerSocket server = hosts.in(host, () -> new ServerSocket(80, 100, InetAddress.getByName(address)));
        open.add(server);
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    try (Socket client = server.accept();
                            OutputStream out = client.getOutputStream()) {
                        client.getInputStream().read();
                        out.write(host.getBytes(StandardCharsets.US_ASCII));
                    }
                }
            } catch (IOException e) {
                // Closed with the test.
            }
        });
    }

    /** Number of answers by back-end. */
    private Map<String, Integer> ask(String vip) throws Exception {
        return hosts.in("client", () -> {
            Map<String, Integer> answered = new TreeMap<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                try (Socket socket = new Socket()) {
                    socket.connect(new InetSocketAddress(InetAddress.getByName(vip), 80), 10_000);
                    socket.setSoTimeout(30_000);
                    socket.getOutputStream().write('?');
                    String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
                    answered.merge(answer, 1, Integer::sum);
                }
            }
            return answered;
        });
    }

    private String admin(ReadyLine ready, String path) throws Exception {
        return admin("dispatcher", ready, path);
    }

    /** The answer of an admin port on a dispatcher's host. */
    private String admin(String host, ReadyLine ready, String path) throws Exception {
        String[] address = ready.get("admin").split(":");
        return hosts.in(host, () -> {
            try (Socket socket = new Socket(address[0], Integer.parseInt(address[1]))) {
                socket.getOutputStream()
                        .write(("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                                .getBytes(StandardCharsets.US_ASCII));
                return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            }
        });
    }

    @Test
    void lsmacFindsBackendsAndTheyAnswerPastIt() throws Exception {
        String vip = "10.99.0.1";
        hosts.ip("router", "route", "add", vip, "via", "10.77.0.2");
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "address", "add", vip + "/32", "dev", "eth0");
            hosts.ip(backend, "route", "add", "default", "via", "10.77.0.254");
            serve(backend, vip);
        }
        RunningProcess dispatcher =
                dispatch("--forwarding", "lsmac", "--vip", vip, "--packet-answer-arp", "off", "--policy", "lb");
        ReadyLine ready = dispatcher.ready();
        assertEquals(vip, ready.get("vip"));
        Map<String, Integer> answered = ask(vip);
        assertEquals(
                CONNECTIONS,
                answered.values().stream().mapToInt(Integer::intValue).sum());
        assertEquals(Set.of("b1", "b2"), answered.keySet());
        assertTrue(admin(ready, "/status").contains("\"forwarding\":\"lsmac\""));
        dispatcher.terminate();
        assertEquals(0, dispatcher.status(), dispatcher.err());
    }

    @Test
    void lsnatTranslatesAndItsMetricsAreThoseOfTheTable() throws Exception {
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "route", "add", "default", "via", "10.77.0.2");
        }
        serve("b1", "10.77.0.11");
        serve("b2", "10.77.0.12");
        RunningProcess dispatcher =
                dispatch("--forwarding", "lsnat", "--vip", "10.77.0.100", "--backend", "10.77.0.11,10.77.0.12");
        ReadyLine ready = dispatcher.ready();
        Map<String, Integer> answered = ask("10.77.0.100");
        assertEquals(
                CONNECTIONS,
                answered.values().stream().mapToInt(Integer::intValue).sum());
        String metrics = admin(ready, "/metrics");
        Set<String> given = metrics.lines()
                .filter(line -> line.startsWith("# TYPE gosling_"))
                .map(line -> line.split(" ")[2])
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> documented = METRIC.matcher(Files.readString(Documents.ROOT.resolve("docs/metrics.md")))
                .results()
                .map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(documented, given);
        assertTrue(metrics.contains("gosling_packet_dropped_total{cause=\"malformed\"} 0.0"), metrics);
        dispatcher.terminate();
        assertEquals(0, dispatcher.status(), dispatcher.err());
    }

    @Test
    void aStandByHasTheSessionsOfOneThatIsKilled() throws Exception {
        String vip = "10.77.0.100";
        for (String backend : List.of("b1", "b2")) {
            hosts.ip(backend, "address", "add", vip + "/32", "dev", "lo");
            hosts.sh(backend, "echo 1 > /proc/sys/net/ipv4/conf/eth0/arp_ignore");
            hosts.sh(backend, "echo 2 > /proc/sys/net/ipv4/conf/eth0/arp_announce");
            hosts.ip(backend, "route", "add", "default", "via", "10.77.0.254");
            serve(backend, vip);
        }
        RunningProcess first = shared("dispatcher", vip, "200");
        awaitRole("dispatcher", first.ready(), "active");
        RunningProcess second = shared("other", vip, "100");
        ReadyLine ready = second.ready();
        awaitRole("other", ready, "stand-by");
        try (Socket socket = hosts.in("client", () -> new Socket(vip, 80))) {
            socket.setSoTimeout(30_000);
            first.process().destroyForcibly();
            awaitRole("other", ready, "active");
            socket.getOutputStream().write('?');
            assertEquals(2, socket.getInputStream().readAllBytes().length);
        }
        assertEquals(Set.of("b1", "b2"), ask(vip).keySet());
        RunningProcess again = shared("dispatcher", vip, "200");
        awaitRole("dispatcher", again.ready(), "stand-by");
        second.terminate();
        assertEquals(0, second.status(), second.err());
        assertEquals(Set.of("b1", "b2"), ask(vip).keySet());
    }

    private RunningProcess shared(String host, String vip, String priority) throws Exception {
        return dispatchOn(
                host,
                "--forwarding",
                "lsmac",
                "--vip",
                vip,
                "--backend",
                "10.77.0.11,10.77.0.12",
                "--policy",
                "lb",
                "--packet-priority",
                priority);
    }

    private void awaitRole(String host, ReadyLine ready, String role) {
        Eventually.that("the dispatcher on " + host + " is " + role, () -> {
            try {
                return admin(host, ready, "/status").contains("\"role\":\"" + role + "\"");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    void aHostThatForwardsIsToldWhatToDo() throws Exception {
        hosts.sh("dispatcher", "echo 1 > /proc/sys/net/ipv4/ip_forward");
        RunningProcess dispatcher = dispatch("--forwarding", "lsmac", "--vip", "10.99.0.1");
        assertEquals(78, dispatcher.status());
        assertTrue(dispatcher.err().contains("sysctl -w net.ipv4.conf.eth0.forwarding=0"), dispatcher.err());
    }
}
