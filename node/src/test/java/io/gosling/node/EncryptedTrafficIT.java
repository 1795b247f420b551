package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.node.testing.FrameCapture;
import io.gosling.node.testing.HostedProcesses;
import io.gosling.node.testing.RunningProcess;
import io.gosling.testing.Eventually;
import io.gosling.testing.Hosts;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three nodes and two front-ends, each on a host of its own that is a network namespace, with a site, an origin, a
 * repository and purges: all frames between the hosts are captured and searched. Clients, operators and origins are on
 * the host of the process that they speak with, so that whatever is on the wire is between processes.
 */
class EncryptedTrafficIT {
    private static final List<String> NODES = List.of("n1", "n2", "n3");
    private static final List<String> FRONT_ENDS = List.of("f4", "f5");
    private static final int HTTP = 8080;
    private static final int ADMIN = 4675;
    private static final int ORIGIN = 9000;
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final String SECRET = "kPZbzq1TKVpFr5cF0mVb3m8yqDY4cWYh";

    /** What nodes send to other processes, by the words that stand for it. */
    private static final Map<String, String> OF_NODES = Map.of(
            "the URL of a file", "/wire-page",
            "the URL of an origin's response", "/wire-response",
            "the header of a response", "wire-answer",
            "the bytes of a file", "bytes of a wire page",
            "the bytes of an origin's response", "bytes of a wire response",
            "the key of a repository object", "wire-key",
            "the bytes of a repository object", "bytes of a wire object",
            "the URL of a purge", "/wire-purged",
            "the peer token", ClusterSecret.of(SECRET).peerToken());

    /** The same of front-ends. */
    private static final Map<String, String> OF_FRONT_ENDS = Map.of(
            "the URL of a file", "/wire-page",
            "the URL of an origin's response", "/wire-response",
            "the header of a request", "wire-question",
            "the query of a request", "words=wire-query");

    @TempDir
    private Path folder = Path.of("");

    private final Map<String, FrameCapture> captures = new LinkedHashMap<>();
    private HostedProcesses processes;
    private Path secret;

    @BeforeAll
    static void mayMakeHosts() {
        String obstacle = Hosts.obstacle();
        assumeTrue(obstacle.isEmpty(), obstacle);
    }

    private static List<String> all() {
        return Stream.concat(NODES.stream(), FRONT_ENDS.stream()).toList();
    }

    private static String address(String host) {
        return "10.77.0." + host.substring(1);
    }

    @BeforeEach
    void makeHosts() throws Exception {
        processes = new HostedProcesses(all().stream()
                .flatMap(host -> Stream.of(host, address(host) + "/24"))
                .toArray(String[]::new));
        secret = Files.writeString(folder.resolve("secret"), SECRET);
        Files.createDirectory(folder.resolve("site"));
        for (String host : all()) {
            // The JDK finds interfaces that have an address.
            processes.hosts().ip("switch", "address", "add", "10.99.0." + host.substring(1) + "/32", "dev", host);
            captures.put(host, processes.keep(processes.hosts().in("switch", () -> new FrameCapture(host))));
        }
        for (String node : NODES) {
            HttpServer origin = processes.hosts().in(node, EncryptedTrafficIT::origin);
            processes.keep(() -> origin.stop(0));
        }
    }

    @AfterEach
    void close() {
        if (processes != null) {
            processes.close();
        }
    }

    /** One for each node, on its own loopback address. */
    private static HttpServer origin() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), ORIGIN), 16);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", exchange -> {
            byte[] body = "bytes of a wire response".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Cache-Control", "max-age=100000");
            exchange.getResponseHeaders().set("Wire-Answer", "set");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private RunningProcess begin(String host, String verb, String encryption, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(verb, "--host", address(host), "--port", "" + HTTP));
        arguments.addAll(List.of("--admin-port", "" + ADMIN, "--secret-file", secret.toString()));
        if (encryption.equals("off")) {
            arguments.addAll(List.of("--cluster-encryption", encryption));
        }
        if (!host.equals("n1")) {
            arguments.addAll(List.of("--join", address("n1") + ":5701"));
        }
        arguments.addAll(List.of(more));
        return processes.start(host, arguments);
    }

    private void start(String encryption) throws Exception {
        Path sites = Files.writeString(folder.resolve("sites.yaml"), """
                sites:
                  - name: site
                    roots: %s
                    origins:
                      - {path: /origin/**, servers: ["http://127.0.0.1:%d"]}
                voters: [n1, n2, n3]
                """.formatted(folder.resolve("site"), ORIGIN));
        // A busy machine is no reason to ask the disk or the origin.
        String[] node = {"--memory", "8m", "--cluster-locate", "2s", "--peer-memory-first-byte", "10s", "--config", ""};
        node[node.length - 1] = sites.toString();
        List<RunningProcess> started = new ArrayList<>();
        for (String name : NODES) {
            started.add(begin(
                    name,
                    "serve",
                    encryption,
                    Stream.concat(Stream.of("--name", name), Stream.of(node)).toArray(String[]::new)));
            if (name.equals("n1")) {
                started.getFirst().ready();
            }
        }
        for (String name : FRONT_ENDS) {
            started.add(begin(name, "dispatch", encryption));
        }
        for (RunningProcess process : started.subList(1, started.size())) {
            process.ready();
        }
        Eventually.within(
                LONG,
                "every node may serve from memory and every front-end has all nodes",
                () -> NODES.stream().allMatch(name -> metric(name, "gosling_lease") == 1)
                        && FRONT_ENDS.stream().allMatch(name -> status(name).split("\"state\":\"ready\"").length > 3));
    }

    /** Asks a process on its own host, so that this is not on the wire. */
    private RawResponse ask(String host, boolean admin, String line, String body) {
        InetSocketAddress server =
                admin ? new InetSocketAddress("127.0.0.1", ADMIN) : new InetSocketAddress(address(host), HTTP);
        return processes.ask(
                host,
                server,
                line + " HTTP/1.1\r\nHost: localhost\r\nWire-Question: asked\r\nContent-Type:"
                        + " application/x-www-form-urlencoded\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    private String status(String host) {
        return ask(host, true, "GET /status", "").text();
    }

    private double metric(String host, String name) {
        return ask(host, true, "GET /metrics", "")
                .text()
                .lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
                .sum();
    }

    private void get(String host, String target, String expected) {
        assertEquals(expected, ask(host, false, "GET " + target, "").text());
    }

    /** Something comes from another node's memory when each node is asked for it in turn. */
    private boolean comesFromAnother(String target, String expected) {
        String fetches = "gosling_space_events_total{event=\"peer-fetches\"}";
        double before =
                NODES.stream().mapToDouble(node -> metric(node, fetches)).sum();
        NODES.forEach(node -> get(node, target, expected));
        NODES.forEach(node -> get(node, target, expected));
        return NODES.stream().mapToDouble(node -> metric(node, fetches)).sum() > before;
    }

    private void use(int round) {
        String at = NODES.get(round % NODES.size());
        assertEquals(
                204,
                ask(at, true, "PUT /objects/wire-key" + round, "bytes of a wire object")
                        .status());
        for (String node : NODES) {
            assertEquals(
                    "bytes of a wire object",
                    ask(node, true, "GET /objects/wire-key" + round, "").text());
        }
        for (String frontEnd : FRONT_ENDS) {
            get(frontEnd, "/wire-page" + round + "?words=wire-query", "bytes of a wire page");
            get(frontEnd, "/origin/wire-response" + round, "bytes of a wire response");
        }
        RawResponse purged = ask(at, true, "POST /purge", "url=http%3A%2F%2Flocalhost%2Fwire-purged" + round);
        assertEquals(200, purged.status(), purged.text());
    }

    /** Files, responses, objects and purges travel until files and responses have come from other nodes' memory. */
    private void useAll() throws IOException {
        int[] round = {0, 0, 0};
        Eventually.within(LONG, () -> "of other nodes' memory: files, responses: " + round[1] + ", " + round[2], () -> {
            int number = round[0]++;
            write(number);
            use(number);
            round[1] += comesFromAnother("/wire-page" + number, "bytes of a wire page") ? 1 : 0;
            round[2] += comesFromAnother("/origin/wire-response-of" + number, "bytes of a wire response") ? 1 : 0;
            return round[0] >= 6 && round[1] > 0 && round[2] > 0;
        });
    }

    private void write(int number) {
        try {
            Files.writeString(folder.resolve("site/wire-page" + number), "bytes of a wire page");
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** What can be read of what these hosts have sent. */
    private Set<String> readable(List<String> hosts, Map<String, String> words) {
        Set<String> found = new TreeSet<>();
        for (String host : hosts) {
            String text = Objects.requireNonNull(captures.get(host)).text();
            words.forEach((what, word) -> {
                if (text.contains(word.toLowerCase(Locale.ROOT))) {
                    found.add(what);
                }
            });
        }
        return found;
    }

    @ParameterizedTest(name = "cluster.encryption: {0}")
    @ValueSource(strings = {"by default", "off"})
    void nothingInClearIsOnTheWireUnlessEncryptionIsOff(String encryption) throws Exception {
        start(encryption);
        useAll();
        captures.forEach((host, capture) ->
                assertTrue(capture.text().length() > 10_000, () -> host + " has sent something to others"));
        if (!encryption.equals("off")) {
            assertEquals(Set.of(), readable(NODES, OF_NODES));
            assertEquals(Set.of(), readable(FRONT_ENDS, OF_FRONT_ENDS));
        } else {
            Eventually.within(
                    LONG,
                    () -> "readable: " + readable(NODES, OF_NODES) + readable(FRONT_ENDS, OF_FRONT_ENDS),
                    () -> readable(NODES, OF_NODES).equals(OF_NODES.keySet())
                            && readable(FRONT_ENDS, OF_FRONT_ENDS).equals(OF_FRONT_ENDS.keySet()));
        }
    }
}
