package io.gosling.node.supervise;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.document.Ticker;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.process.StopRequest;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.settings.HostPort;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Starts the processes of a cluster, keeps them running, and ends them.
 *
 * <p>The first node is started alone and the others when it has formed the cluster: members that start together each
 * may form one of their own, and merging them takes seconds. Used by one thread; each child has a thread of its own.
 */
public final class Supervisor implements AutoCloseable {
    public static final String FRONT_END = "dispatch";
    /** The timeout for a process to be ready, and for the front-end to see every node. */
    private static final Duration START = Duration.ofSeconds(120);

    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration ASK = Duration.ofSeconds(2);

    private final ClusterCommandLines plan;
    private final ClusterPorts ports;
    private final PrintWriter err;
    private final StopRequest stop;
    private final Map<String, ChildProcess> children = new LinkedHashMap<>();
    private final List<Thread> threads = new ArrayList<>();
    private final @Nullable ReplicaSetCommandLines group;
    private volatile boolean formed;

    /** @param group the plan of a replica set without a cluster, and of the front-end before it; null for a cluster */
    public Supervisor(
            ClusterCommandLines plan, @Nullable ReplicaSetCommandLines group, PrintWriter err, StopRequest stop)
            throws IOException {
        List<String> all = new ArrayList<>(plan.names());
        all.add(FRONT_END);
        this.plan = plan;
        this.group = group;
        this.ports = new ClusterPorts(all);
        this.err = err;
        this.stop = stop;
    }

    /**
     * Starts everything and waits until the front-end knows all nodes.
     *
     * @return the lines of those that are ready, the nodes' first and the front-end's last
     * @throws CommandFailureException when a process cannot be started, or the front-end does not see every node
     */
    public Map<String, ReadyLine> start() throws IOException, InterruptedException {
        return group == null ? startCluster() : startGroup();
    }

    /** Starts all servers, waits until each has heard from all others, then starts the front-end. */
    private Map<String, ReadyLine> startGroup() throws InterruptedException {
        Map<String, ReadyLine> lines = new LinkedHashMap<>();
        print("up", "starting " + String.join(", ", plan.names()));
        plan.names().forEach(this::launch);
        for (String name : plan.names()) {
            await(name, lines);
        }
        for (ReadyLine line : lines.values()) {
            poll(line, StatusReport::hearsItsGroup);
        }
        if (group != null && group.hasFrontEnd() && !stop.isRequested()) {
            print("up", "starting " + FRONT_END);
            launch(FRONT_END);
            await(FRONT_END, lines);
            awaitBackends(lines.get(FRONT_END), plan.names().size());
        }
        return lines;
    }

    private Map<String, ReadyLine> startCluster() throws IOException, InterruptedException {
        List<String> names = plan.names();
        Map<String, ReadyLine> lines = new LinkedHashMap<>();
        print("up", "starting " + names.getFirst());
        launch(names.getFirst());
        await(names.getFirst(), lines);
        awaitJoined(lines.get(names.getFirst()));
        formed = true;
        List<String> rest = new ArrayList<>(names.subList(1, names.size()));
        rest.add(FRONT_END);
        print("up", "starting " + String.join(", ", rest));
        rest.forEach(this::launch);
        for (String name : rest) {
            await(name, lines);
        }
        awaitBackends(lines.get(FRONT_END), names.size());
        return lines;
    }

    private void launch(String name) {
        ChildProcess child = new ChildProcess(() -> command(name), line -> print(name, line), Ticker.system());
        children.put(name, child);
        threads.add(Thread.ofVirtual().name("child-" + name).start(child));
    }

    private List<String> command(String name) {
        if (group != null) {
            return name.equals(FRONT_END) ? group.frontEnd() : group.server(name);
        }
        int port = ports.forLife(name);
        if (name.equals(FRONT_END)) {
            return plan.frontEnd(port, ports.others(name, plan.names()));
        }
        return plan.node(name, port, formed ? ports.others(name, plan.names()) : List.of());
    }

    private void print(String name, String line) {
        err.println(name + " | " + line);
        err.flush();
    }

    private void await(String name, Map<String, ReadyLine> lines) throws InterruptedException {
        ChildProcess child = java.util.Objects.requireNonNull(children.get(name));
        long deadline = System.nanoTime() + START.toNanos();
        while (!stop.isRequested()) {
            var line = child.awaitReady(POLL);
            if (line.isPresent()) {
                lines.put(name, line.get());
                return;
            }
            OptionalInt failure = child.failure();
            if (failure.isPresent()) {
                throw new CommandFailureException(
                        ExitCode.of(failure.getAsInt()).orElse(ExitCode.FAILURE),
                        name + " did not start; its lines above say why");
            }
            if (System.nanoTime() - deadline > 0) {
                throw new CommandFailureException(
                        ExitCode.FAILURE, name + " was not ready after " + START.toSeconds() + " s");
            }
        }
    }

    /** Waits until the first node has formed its cluster; after a while the others are started anyway. */
    private void awaitJoined(@Nullable ReadyLine first) throws InterruptedException {
        poll(
                first,
                status ->
                        status.get("cluster") instanceof Map<?, ?> cluster && !"joining".equals(cluster.get("state")));
    }

    private void awaitBackends(@Nullable ReadyLine frontEnd, int nodes) throws InterruptedException {
        if (!poll(frontEnd, status -> StatusReport.readyBackends(status) >= nodes) && !stop.isRequested()) {
            throw new CommandFailureException(
                    ExitCode.PARTIAL,
                    "the front-end does not see all " + nodes + " nodes after " + START.toSeconds()
                            + " s; the lines above may say why");
        }
    }

    private boolean poll(@Nullable ReadyLine line, Predicate<Map<?, ?>> wanted) throws InterruptedException {
        if (line == null) {
            return false;
        }
        long deadline = System.nanoTime() + START.toNanos();
        try (AdminClient client = new AdminClient(ASK)) {
            while (System.nanoTime() - deadline < 0 && !stop.await(POLL)) {
                try {
                    if (wanted.test(client.status(HostPort.parse(line.get("admin"))))) {
                        return true;
                    }
                } catch (IOException e) {
                    continue;
                }
            }
        }
        return false;
    }

    /** Asks all to end, waits for the drain and a little more, and kills what is left. */
    @Override
    public void close() throws IOException, InterruptedException {
        ChildProcess frontEnd = children.get(FRONT_END);
        if (frontEnd != null && group == null && plan.frontEndEndsFirst()) {
            frontEnd.stop();
            frontEnd.awaitEnd(plan.timeout());
        }
        for (ChildProcess child : children.values()) {
            child.stop();
        }
        long deadline = System.nanoTime() + plan.timeout().toNanos();
        for (ChildProcess child : children.values()) {
            child.awaitEnd(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
        }
        for (Thread thread : threads) {
            thread.join(Duration.ofNanos(TimeUnit.SECONDS.toNanos(1)));
        }
    }
}
