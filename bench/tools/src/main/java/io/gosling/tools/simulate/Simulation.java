package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.DistributionPolicy;
import io.gosling.dispatcher.policy.LiveBackends;
import io.gosling.dispatcher.policy.PolicyBackend;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.gos.replacement.LfuAgingSettings;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Simulates a cluster behind a front-end, answering a trace (Pai et al. 1998, section 3): the policies of the
 * dispatcher and the replacement of the object space, on modelled nodes. There are as many concurrent requests as the
 * admission limit S, and when one ends the next one begins; the front-end and the network cost nothing. Requests on a
 * node that fails are sent to another one. Deterministic; for one run.
 */
final class Simulation {
    private static final int STRIDE = 1 << 14;

    /** The interval at which cooperating nodes report changed counts. */
    private static final long REPORT_NANOS = 1_000_000_000L;

    private static final int LEAST_TO_REPORT = 1000;

    private final SimulatedCluster setup;
    private final SimulatedFiles files;
    private final LiveBackends cluster = new LiveBackends();
    private final DistributionPolicy policy;
    private final @Nullable CooperativeMemoryModel shared;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<SimulatedNode> live = new ArrayList<>();
    private final Map<PolicyBackend, SimulatedNode> byServer = new IdentityHashMap<>();
    private final Map<Integer, PolicyBackend> byNumber = new TreeMap<>();
    private final NodeChooser chooser;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private final Histogram delays = new Histogram(3);
    private final LongConsumer progress;
    private final double idleBelow;
    private final Set<SimulatedRequest> underWay = new LinkedHashSet<>();
    private int limit;
    private long now;
    private long added;
    private int next;
    private int answered;
    private int reported;
    private long misses;
    private long remote;
    private long repeated;

    /** A future event; of those of the same moment the first is the one that was added first. */
    private record Event(long at, long order, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at == other.at ? Long.compare(order, other.order) : Long.compare(at, other.at);
        }
    }

    /**
     * The result of looking for a holder: the node that has the file, null for none, and the number of nodes that were
     * asked in vain before.
     */
    record Found(@Nullable SimulatedNode holder, int asked) {}

    /** @param progress called now and then with the number of further requests answered */
    Simulation(SimulatedCluster setup, SimulatedFiles files, LongConsumer progress) {
        this.setup = setup;
        this.files = files;
        this.progress = progress;
        this.shared = setup.strategy().cooperates()
                ? new CooperativeMemoryModel(
                        files.trace(), files.keys(), setup.replacement(), LfuAgingSettings.defaults(), this::now)
                : null;
        this.policy = setup.strategy().policy().over(cluster, setup.tuning());
        this.chooser = setup.strategy().ideal()
                ? new IdealGlobalCacheChooser(files, setup.memory())
                : file -> Objects.requireNonNull(policy.choose(files.targets()[file], now));
        this.idleBelow = 0.4 * setup.tuning().get(PolicySettings.LOW);
        NodeMembershipChange.first(setup.nodes(), setup.changes()).forEach(this::join);
    }

    private void join(int number) {
        CostModel costs = setup.costs().faster(setup.cpu() * setup.unlike().speed(number));
        SimulatedNodeMemory memory = shared == null
                ? new IsolatedSimulatedMemory(files, setup.replacement(), setup.memory())
                : new TableMemory(shared, shared.join(setup.memory()));
        SimulatedNode node = new SimulatedNode(this, files, costs, memory, nodes.size());
        nodes.add(node);
        live.add(node);
        // A node that comes back has its old name, and yet is a new one.
        PolicyBackend server = cluster.join("n" + number, setup.unlike().weight(number));
        byServer.put(server, node);
        byNumber.put(number, server);
        chooser.joined(server, node, memory);
        limit = cluster.admissionLimit(setup.tuning());
    }

    private void fail(int number) {
        PolicyBackend server = Objects.requireNonNull(byNumber.remove(number));
        SimulatedNode node = node(server);
        cluster.leave(server);
        live.remove(node);
        chooser.left(server);
        if (shared != null) {
            shared.leave(node.tag);
        }
        limit = cluster.admissionLimit(setup.tuning());
        List<SimulatedRequest> orphans =
                underWay.stream().filter(exchange -> exchange.node.equals(node)).toList();
        orphans.forEach(underWay::remove);
        for (SimulatedRequest orphan : orphans) {
            orphan.lost = true;
            // Its kind is decided anew by the exchange that takes its place.
            missed(orphan, false);
            taken(orphan, false);
            chooser.ended(orphan.file);
        }
        node.fail();
        for (SimulatedRequest orphan : orphans) {
            repeated++;
            begin(orphan.file, orphan.began);
        }
    }

    private SimulatedNode node(PolicyBackend server) {
        return Objects.requireNonNull(byServer.get(server));
    }

    SimulationResult run() {
        for (NodeMembershipChange change : setup.changes()) {
            after(
                    Math.round(change.seconds() * 1e9),
                    change.joins()
                            ? () -> {
                                join(change.node());
                                admit();
                            }
                            : () -> fail(change.node()));
        }
        if (shared != null) {
            after(REPORT_NANOS, this::report);
        }
        admit();
        while (answered < files.trace().requests().length) {
            Event event = events.remove();
            now = event.at;
            event.what.run();
        }
        progress.accept(answered % STRIDE);
        double life = nodes.stream().mapToLong(SimulatedNode::lifeNanos).sum();
        double delay = nodes.stream().mapToLong(SimulatedNode::delayNanos).sum();
        double[] means = nodes.stream()
                .mapToDouble(SimulatedNode::delayMillis)
                .filter(mean -> !Double.isNaN(mean))
                .toArray();
        return new SimulationResult(
                setup,
                answered,
                now / 1e9,
                misses,
                remote,
                nodes.stream().mapToLong(SimulatedNode::idleNanos).sum() / life,
                nodes.stream().mapToLong(SimulatedNode::busyNanos).sum() / life,
                SimulationResult.Delay.of(delays, delay / 1e6 / Math.max(1, answered), means),
                repeated);
    }

    private void admit() {
        while (underWay.size() < limit && next < files.trace().requests().length) {
            begin(files.trace().requests()[next++], now);
        }
    }

    private void begin(int file, long began) {
        PolicyBackend server = chooser.choose(file);
        SimulatedNode node = node(server);
        cluster.begin(server);
        SimulatedRequest exchange = new SimulatedRequest(file, server, node, began);
        underWay.add(exchange);
        node.serve(exchange);
    }

    long now() {
        return now;
    }

    void after(long nanos, Runnable event) {
        events.add(new Event(now + nanos, added++, event));
    }

    boolean isIdle(int requests) {
        return requests < idleBelow;
    }

    void missed(SimulatedRequest exchange, boolean so) {
        misses += (so ? 1 : 0) - (exchange.missed ? 1 : 0);
        exchange.missed = so;
    }

    void taken(SimulatedRequest exchange, boolean so) {
        remote += (so ? 1 : 0) - (exchange.taken ? 1 : 0);
        exchange.taken = so;
    }

    boolean cooperates() {
        return shared != null && live.size() > 1;
    }

    SimulatedNode owner(int file) {
        return live.get((int) Long.remainderUnsigned(files.targets()[file], live.size()));
    }

    Found locate(int file, SimulatedNode asking) {
        CooperativeMemoryModel memory = Objects.requireNonNull(shared);
        long before = memory.inVain();
        int holder = memory.holder(asking.tag, file);
        return new Found(holder < 0 ? null : nodes.get(holder), (int) (memory.inVain() - before));
    }

    private void report() {
        if (shared != null && answered - reported >= LEAST_TO_REPORT) {
            reported = answered;
            shared.report();
        }
        after(REPORT_NANOS, this::report);
    }

    void found(SimulatedRequest exchange) {
        policy.answered(files.targets()[exchange.file], exchange.server, files.bytes(exchange.file));
    }

    void ended(SimulatedRequest exchange) {
        cluster.end(exchange.server);
        chooser.ended(exchange.file);
        delays.recordValue(now - exchange.began);
        if (++answered % STRIDE == 0) {
            progress.accept(STRIDE);
        }
        underWay.remove(exchange);
        admit();
    }

    /** The memory of a cooperating node, whose contents the Global Object Table knows. */
    private record TableMemory(CooperativeMemoryModel shared, int tag) implements SimulatedNodeMemory {
        @Override
        public boolean asked(int file) {
            return shared.asked(tag, file);
        }

        @Override
        public boolean holds(int file) {
            return shared.holds(tag, file);
        }

        @Override
        public void offer(int file) {
            if (!holds(file)) {
                shared.offer(tag, file);
            }
        }
    }
}
