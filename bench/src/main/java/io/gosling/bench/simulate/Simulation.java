package io.gosling.bench.simulate;

import io.gosling.dispatcher.policy.Cached;
import io.gosling.dispatcher.policy.Cluster;
import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.Server;
import io.gosling.dispatcher.policy.Targets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A cluster behind a front-end, answering a trace (Pai et al. 1998, section 3): the policies of the dispatcher and the
 * replacement of the object space, on nodes that are a model. As many requests as the admission limit S are under way at a
 * time, and when one ends the next one comes; the front-end and the network cost nothing. Deterministic; for one run.
 */
final class Simulation {
    private final Setup setup;
    private final SimulatedNode.Files files;
    private final long[] targets;
    private final Cluster cluster = new Cluster();
    private final DistributionPolicy policy;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final Map<Server, SimulatedNode> byServer = new IdentityHashMap<>();
    private final Events events = new Events();
    private final double idleBelow;
    private long now;
    private int next;
    private int turn;
    private long misses;
    private long remote;
    private long delayNanos;

    /** @param targets the hashes of the files' names */
    Simulation(Setup setup, SimulatedNode.Files files, long[] targets) {
        this.setup = setup;
        this.files = files;
        this.targets = targets;
        this.policy = setup.policy().over(cluster, setup.tuning());
        this.idleBelow = 0.4 * setup.tuning().lard().low();
        for (int i = 0; i < setup.nodes(); i++) {
            SimulatedNode node = new SimulatedNode(this, files, setup);
            nodes.add(node);
            byServer.put(cluster.join("n" + (i + 1), 1), node);
        }
    }

    /** The hashes of the files' names. */
    static long[] targets(SimulatedNode.Files files) {
        long[] targets = new long[files.keys().length];
        for (int file = 0; file < targets.length; file++) {
            targets[file] = Targets.hash(files.keys()[file]);
        }
        return targets;
    }

    Outcome run() {
        int limit = cluster.admissionLimit(setup.tuning().lard());
        for (int i = 0; i < limit; i++) {
            admit();
        }
        while (!events.isEmpty()) {
            now = events.next();
            events.take().happen();
        }
        int requests = files.trace().requests().length;
        double all = (double) now * nodes.size();
        return new Outcome(
                setup,
                requests,
                now / 1e9,
                misses,
                remote,
                nodes.stream().mapToLong(SimulatedNode::idleNanos).sum() / all,
                nodes.stream().mapToLong(SimulatedNode::busyNanos).sum() / all,
                delayNanos / 1e6 / requests);
    }

    private void admit() {
        if (next == files.trace().requests().length) {
            return;
        }
        int file = files.trace().requests()[next++];
        Server server = Objects.requireNonNull(policy.choose(targets[file], now));
        SimulatedNode node = Objects.requireNonNull(byServer.get(server));
        cluster.begin(server);
        node.serve(new Exchange(file, server, now));
    }

    long now() {
        return now;
    }

    void after(long nanos, Events.Event event) {
        events.at(now + nanos, event);
    }

    /** Whether a node with so many requests is underutilized. */
    boolean isIdle(int active) {
        return active < idleBelow;
    }

    /** A node is about to read a file. */
    void missed() {
        misses++;
    }

    /** Another node whose memory has the file, where memories are one; null when there is none. */
    @Nullable
    SimulatedNode holder(int file, SimulatedNode asking) {
        if (setup.policy() != Policies.WRR_GMS) {
            return null;
        }
        for (int i = 0; i < nodes.size(); i++) {
            SimulatedNode node = nodes.get((turn + i) % nodes.size());
            if (!node.equals(asking) && node.holds(file)) {
                turn++;
                remote++;
                return node;
            }
        }
        return null;
    }

    /** The first bytes of an answer are there. */
    void found(Exchange exchange, Cached cached) {
        if (policy.listens()) {
            int file = exchange.object();
            policy.answered(targets[file], exchange.server(), cached, files.bytes(file), now - exchange.began(), now);
        }
    }

    void ended(Exchange exchange) {
        cluster.end(exchange.server());
        delayNanos += now - exchange.began();
        admit();
    }
}
