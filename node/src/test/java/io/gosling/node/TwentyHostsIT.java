package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.node.testing.RunningProcess;
import io.gosling.settings.HostPort;
import io.gosling.testing.Eventually;
import io.gosling.testing.Hosts;
import io.gosling.testing.HurriedJava;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/**
 * A cluster of twenty nodes, each on a host of its own that is a network namespace: they find each other, share one
 * memory, and go on when five of the hosts are lost at the same moment.
 */
// In a plain build: UpIT with three nodes on one host, and ObjectSpaceNodeTest of gos.
@Tag("lab")
class TwentyHostsIT {
    private static final int NODES = 20;
    private static final int LOST = 5;
    private static final int PAGES = 40;

    /** Three nodes that all are told of; the first is among those that are lost. */
    private static final String SEEDS =
            names(1, 3).map(node -> address(node) + ":5701").collect(Collectors.joining(","));

    private static final Duration TIMEOUT = Duration.ofMinutes(2);
    private static final int READ_MILLIS = 30_000;

    /** For all requests right after the loss together: no measure of speed, but no request waits for its socket. */
    private static final Duration BUDGET = Duration.ofMinutes(1);

    /** A member among the others in a status; the node itself stands apart. */
    private static final Pattern MEMBER = Pattern.compile("\"name\":\"(n\\d+)\",\"role\":\"all\"");

    private static final Pattern OWNERS = Pattern.compile("\"owners\":\"([0-9a-f]+)\"");

    @TempDir
    private Path folder = Path.of("");

    private final List<AutoCloseable> open = new ArrayList<>();
    private final Map<String, RunningProcess> nodes = new HashMap<>();
    private final Map<String, HostPort> admin = new HashMap<>();
    private Hosts hosts;
    private Path site;
    private Path secret;

    @BeforeAll
    static void mayMakeHosts() {
        String obstacle = Hosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    @AfterEach
    void closeAll() {
        // Closes all, also when one of them fails.
        assertAll(open.reversed().stream().<Executable>map(one -> one::close));
    }

    private static Stream<String> names(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(number -> "n" + number);
    }

    private static String address(String node) {
        return "10.77.0." + node.substring(1);
    }

    @BeforeEach
    void makeHosts() throws Exception {
        hosts = new Hosts(Stream.concat(
                        Stream.of("client", "10.77.0.100/24"),
                        names(1, NODES).flatMap(node -> Stream.of(node, address(node) + "/24")))
                .toArray(String[]::new));
        open.add(hosts);
        site = Files.createDirectory(folder.resolve("site"));
        secret = Files.writeString(folder.resolve("secret"), "kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh");
    }

    private void begin(String node) throws IOException {
        List<String> command = new ArrayList<>(hosts.inside(node));
        command.addAll(HurriedJava.command(RunningProcess.JAR, "-Xmx96m"));
        command.addAll(List.of("serve", site.toString(), "--name", node, "--memory", "8m"));
        command.addAll(List.of("--host", address(node), "--port", "8080", "--admin-port", "4675"));
        command.addAll(List.of("--peer-port", "4676", "--cluster-port", "5701", "--secret-file", secret.toString()));
        command.addAll(List.of("--join", SEEDS));
        // A busy machine is no reason to read the disk.
        command.addAll(List.of("--cluster-locate", "2s", "--peer-memory-first-byte", "10s"));
        RunningProcess process = RunningProcess.of(command, Map.of());
        open.add(process);
        nodes.put(node, process);
    }

    private RunningProcess process(String node) {
        return Objects.requireNonNull(nodes.get(node));
    }

    private void awaitReady(String node) throws Exception {
        admin.put(node, HostPort.parse(process(node).ready().get("admin")));
    }

    private RawResponse ask(String from, InetSocketAddress server, String target, String name) {
        try {
            Socket socket = hosts.in(from, () -> {
                Socket connecting = new Socket();
                connecting.connect(server, READ_MILLIS);
                return connecting;
            });
            socket.setSoTimeout(READ_MILLIS);
            try (RawConnection connection = RawConnection.over(socket)) {
                return connection
                        .send("GET " + target + " HTTP/1.1\r\nHost: " + name + "\r\n\r\n")
                        .read();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private RawResponse get(String node, String page) {
        return ask("client", new InetSocketAddress(address(node), 8080), "/" + page, "www.example.com");
    }

    /** The admin port is on the node's own loopback address. */
    private String status(String node) {
        HostPort port = Objects.requireNonNull(admin.get(node));
        return ask(node, new InetSocketAddress(port.host(), port.port()), "/status", "localhost")
                .text();
    }

    /** Waits until each of these nodes sees exactly the others, and all agree on who owns the directory's entries. */
    private void awaitAgreement(Set<String> expected) {
        Map<String, Set<String>> seen = new HashMap<>();
        Set<String> owners = new HashSet<>();
        Eventually.within(TIMEOUT, () -> seen + ", owners of entries: " + owners, () -> {
            owners.clear();
            for (String node : expected) {
                String status;
                try {
                    status = status(node);
                } catch (UncheckedIOException e) {
                    seen.put(node, Set.of(e.toString()));
                    return false;
                }
                Set<String> members = new TreeSet<>(Set.of(node));
                MEMBER.matcher(status).results().forEach(member -> members.add(member.group(1)));
                seen.put(node, members);
                Matcher fingerprint = OWNERS.matcher(status);
                owners.add(fingerprint.find() ? fingerprint.group(1) : "none");
            }
            return expected.stream().allMatch(node -> expected.equals(seen.get(node))) && owners.size() == 1;
        });
    }

    private void write(String set) throws IOException {
        for (int i = 0; i < PAGES; i++) {
            Files.writeString(site.resolve(set + i + ".html"), set + " page " + i);
        }
    }

    private static String page(String set, int number) {
        return set + number + ".html";
    }

    private void assertRight(String node, String set, int number) {
        RawResponse answer = get(node, page(set, number));
        assertEquals(200, answer.status(), () -> node + " " + page(set, number));
        assertEquals(set + " page " + number, answer.text(), () -> node + " " + page(set, number));
    }

    /** One node reads new pages from its disk; each other one then has some of them from another node's memory. */
    private void assertShared(List<String> members, String set) throws IOException {
        write(set);
        for (int i = 0; i < PAGES; i++) {
            assertRight(members.getFirst(), set, i);
        }
        List<String> others = members.subList(1, members.size());
        int fromOthers = 0;
        for (int i = 0; i < PAGES; i++) {
            String node = others.get(i % others.size());
            String by = String.valueOf(get(node, page(set, i)).header("Cache-Status"));
            fromOthers += by.contains("; hit") && !by.startsWith(node + ";") ? 1 : 0;
        }
        // An owner may be late even so, and then the disk is read.
        assertTrue(fromOthers > PAGES * 3 / 4, fromOthers + " of " + PAGES + " pages came from other nodes' memory");
    }

    @Test
    void theyShareOneMemoryAndFifteenGoOnWhenFiveHostsAreLost() throws Exception {
        begin("n1");
        awaitReady("n1");
        List<String> all = names(1, NODES).toList();
        for (String node : all.subList(1, NODES)) {
            begin(node);
        }
        for (String node : all.subList(1, NODES)) {
            awaitReady(node);
        }
        awaitAgreement(Set.copyOf(all));
        assertShared(all, "before");

        List<String> lost =
                Stream.concat(Stream.of("n1"), names(NODES - LOST + 2, NODES)).toList();
        List<String> left = all.stream().filter(node -> !lost.contains(node)).toList();
        // Nobody is told: packets to them just vanish, as when machines lose their power.
        for (String node : lost) {
            hosts.ip(node, "link", "set", "eth0", "down");
        }
        for (String node : lost) {
            process(node).process().destroyForcibly().waitFor();
        }
        assertTimeout(BUDGET, () -> {
            for (int i = 0; i < PAGES; i++) {
                assertRight(left.get(i % left.size()), "before", i);
            }
        });
        awaitAgreement(Set.copyOf(left));
        for (int i = 0; i < PAGES; i++) {
            assertRight(left.get((i + 1) % left.size()), "before", i);
        }
        assertShared(left, "after");
    }
}
