package io.gosling.bench.checker;

import io.gosling.testing.Eventually;
import io.gosling.testing.HurriedJava;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Nodes before an origin, the first three of them voters, and everything that is known of them. Closing ends all
 * processes.
 */
final class Cluster implements AutoCloseable {
    static final int VOTERS = 3;
    /** In seconds; the shortest there is, so that much happens. */
    static final int LEASE = 1;

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final Path folder;
    private final Path secret;
    private final Network network;
    private final List<CheckedNode> nodes;
    private final PurgeCheck check = new PurgeCheck();
    private final History history = new History();
    private final Origin origin;
    private final boolean hurry;
    /** For a test that is ended by Ctrl-C. */
    private final Thread leftovers = Thread.ofPlatform().unstarted(this::end);

    /**
     * @param size how many nodes there may be; the last ones are started by whoever wants them
     * @param hurry whether it is for a minute and not for hours
     */
    Cluster(int size, boolean hurry) throws IOException {
        this.hurry = hurry;
        folder = Files.createTempDirectory("gosling-check-");
        secret = Files.writeString(folder.resolve("secret"), "0y1xWJm9hcvN4Yy8nS0xT9xQb2k5cGxW\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        network = Network.open(size);
        nodes = IntStream.rangeClosed(1, size)
                .mapToObj(number -> new CheckedNode(number, folder))
                .toList();
        origin = new Origin(network.listen(), check, history);
        Runtime.getRuntime().addShutdownHook(leftovers);
    }

    Network network() {
        return network;
    }

    Origin origin() {
        return origin;
    }

    PurgeCheck check() {
        return check;
    }

    History history() {
        return history;
    }

    List<CheckedNode> nodes() {
        return nodes;
    }

    CheckedNode node(int number) {
        return nodes.get(number - 1);
    }

    /** Starts the first nodes and waits until each may serve from its memory. */
    void start(int first) throws IOException, InterruptedException {
        start(node(1));
        List<Thread> starts = new ArrayList<>();
        for (int i = 2; i <= first; i++) {
            CheckedNode node = node(i);
            starts.add(Thread.ofVirtual().start(() -> {
                try {
                    start(node);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }));
        }
        for (Thread start : starts) {
            start.join();
        }
        for (CheckedNode node : nodes.subList(0, first)) {
            awaitLease(node);
        }
    }

    /** Starts a node, again if it was there before. */
    void start(CheckedNode node) throws IOException, InterruptedException {
        boolean own = network.isOwnMachine();
        String host = network.address(node.number());
        List<String> arguments = new ArrayList<>(List.of(
                "http://" + network.originAddress() + ":" + origin.port() + "/",
                "--name=" + node.name(),
                "--host=" + host,
                "--port=" + (own ? 8080 : 0),
                "--admin-port=" + (own ? 4675 : 0),
                "--peer-port=" + (own ? 4676 : 0),
                "--cluster-port=" + (own ? 5701 : 0),
                "--secret-file=" + secret,
                "--memory=16m",
                "--drain=1s",
                "--voters="
                        + IntStream.rangeClosed(1, VOTERS)
                                .mapToObj(i -> "n" + i)
                                .collect(Collectors.joining(",")),
                "--voter-file=" + node.voterFile(),
                "--purge-lease=" + LEASE + "s",
                "--purge-from=" + host));
        String others = nodes.stream()
                .filter(other -> other != node && other.hasStarted())
                .map(other -> network.address(other.number()) + ":" + other.port("cluster"))
                .collect(Collectors.joining(","));
        if (!others.isEmpty()) {
            arguments.add("--join=" + others);
        }
        List<String> java = new ArrayList<>(network.inside(node.number()));
        // In a run of hours the second compiler pays.
        java.addAll(HurriedJava.command(
                CheckedNode.jar(),
                "-XX:+EnableDynamicAgentLoading",
                "-Xmx128m",
                "-XX:TieredStopAtLevel=" + (hurry ? 1 : 4)));
        node.start(java, arguments);
    }

    /** Waits until a node serves from its memory. */
    void awaitLease(CheckedNode node) {
        Page page = origin.pages().getFirst();
        Eventually.within(TIMEOUT, node + " may serve from memory", () -> {
            try (Client client = new Client(this, node)) {
                client.read(page, Client.Way.GET, 0);
                return client.read(page, Client.Way.GET, 0)
                        .getFirst()
                        .seen()
                        .how()
                        .endsWith("; hit");
            } catch (UncheckedIOException e) {
                return false;
            }
        });
    }

    /** A connection to the port for clients. */
    RawConnection connect(CheckedNode node) {
        try {
            return RawConnection.over(
                    network.connect(node.number(), network.address(node.number()), node.port("http")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Purges by way of a node, and tells the check if it was complete.
     *
     * @return whether it was; not if the node did not answer
     */
    boolean purge(CheckedNode by, List<Selection> selections, boolean soft) {
        boolean method = !soft
                && selections.size() == 1
                && selections.getFirst().form() == Selection.Form.URL
                && selections.getFirst().name().hashCode() % 2 == 0;
        long sent = System.nanoTime();
        String said = "no answer";
        boolean complete = false;
        try (RawConnection port = method ? connect(by) : admin(by)) {
            RawResponse answer = method
                    ? port.request("PURGE", selections.getFirst().name()).read()
                    : port.send(form(selections, soft)).read();
            said = answer.status() + " " + answer.text().strip();
            complete = answer.status() == 200 && answer.text().contains("\"complete\":true");
        } catch (UncheckedIOException e) {
            said = e.getMessage();
        }
        long ended = System.nanoTime();
        if (complete) {
            check.purged(selections, soft, sent, ended);
        }
        String what = (soft ? "soft purge of " : "purge of ") + selections + " by " + by + ": " + said;
        Optional<Page> only = origin.pages().stream()
                .filter(page -> selections.equals(List.of(Selection.url(page))))
                .findFirst();
        history.add(sent, ended, only.orElse(null), what);
        return complete;
    }

    private RawConnection admin(CheckedNode node) {
        try {
            return RawConnection.over(network.connect(node.number(), "127.0.0.1", node.port("admin")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String form(List<Selection> selections, boolean soft) {
        String form = selections.stream().map(Selection::field).collect(Collectors.joining("&")) + "&soft=" + soft;
        return "POST /purge HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: " + form.length() + "\r\n\r\n" + form;
    }

    /** Cuts a node off from all others, both ways; the origin and clients still reach it. */
    void isolate(CheckedNode node) throws IOException {
        divide(List.of(node));
    }

    /** Cuts some nodes off from the others, both ways. */
    void divide(List<CheckedNode> some) throws IOException {
        for (CheckedNode one : some) {
            for (CheckedNode other : nodes) {
                if (!some.contains(other)) {
                    network.cut(one.number(), other.number());
                    network.cut(other.number(), one.number());
                }
            }
        }
    }

    /** Nothing is cut any more between this node and others. */
    void healAll(CheckedNode node) throws IOException {
        for (CheckedNode other : nodes) {
            network.heal(node.number(), other.number());
            network.heal(other.number(), node.number());
        }
    }

    /** Nothing is cut any more. */
    void healAll() throws IOException {
        for (CheckedNode node : nodes) {
            healAll(node);
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(leftovers);
        end();
    }

    private void end() {
        try {
            for (CheckedNode node : nodes) {
                node.end(true);
            }
            origin.close();
            network.close();
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
