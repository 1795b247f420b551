package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicyBackend;
import io.gosling.replication.plan.CoopServerView;
import io.gosling.replication.plan.CopyQuotaAccounts;
import io.gosling.replication.plan.LinkServerSelector;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.replication.plan.ReplicationPlan;
import io.gosling.replication.plan.ReplicationPlanner;
import io.gosling.replication.plan.RequestCounts;
import io.gosling.replication.plan.ServerLoad;
import io.gosling.replication.plan.ServerLoadTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * Distributes requests by links (DC-Apache), without a front-end: the first node is the home of all files, the others
 * are its co-op servers with room for everything, and a request goes to the server that a link chosen by the home now
 * would lead to. Decisions are made by the planning classes of the server, once a second, by connections.
 *
 * <pre>
 *   choose: the home, or a server with a copy by the plan, by their loads
 *           -> its first request there: the home sends the file once more, for the copy
 *   round:  loads are reported; the plan is changed
 * </pre>
 *
 * <p>A copy costs the home sending it, and the server that gets it a read of its own disk, where the first request for
 * it misses; in a real replica set it is the home that may have to read, and the copy is written from the received
 * bytes. A trace has no pages: the model leaves out which links a client saw, and when. A home that fails is succeeded
 * by the node that joined next, which begins with an empty plan.
 */
final class HyperlinkNodeChooser implements NodeChooser {
    static final long ROUND_NANOS = 1_000_000_000L;

    private static final String HOME = "home";
    private static final PlanSettings SETTINGS = PlanSettings.defaults();

    private static final class Linked {
        private final PolicyBackend server;
        private final SimulatedNode node;
        private final CopyQuotaAccounts copies;
        private ServerLoad load = ServerLoad.NONE;
        private long connections;

        Linked(PolicyBackend server, SimulatedNode node, long room) {
            this.server = server;
            this.node = node;
            this.copies = new CopyQuotaAccounts(room);
        }
    }

    private final SimulatedFiles files;
    private final Map<String, Linked> all = new LinkedHashMap<>();
    private final ReplicationPlanner rules = new ReplicationPlanner(SETTINGS);
    private final RequestCounts counts = new RequestCounts(SETTINGS.get(PlanSettings.CANDIDATES));
    private final RandomGenerator random =
            RandomGeneratorFactory.of("L64X128MixRandom").create(1);
    private ReplicationPlan plan = ReplicationPlan.empty();
    private ServerLoadTable table = ServerLoadTable.empty();
    private Map<String, ServerLoad> loads = Map.of();
    private long rounds;

    HyperlinkNodeChooser(SimulatedFiles files) {
        this.files = files;
    }

    @Override
    public void joined(PolicyBackend server, SimulatedNode node, SimulatedNodeMemory memory) {
        all.put(server.name(), new Linked(server, node, 2 * files.trace().footprint()));
    }

    @Override
    public void left(PolicyBackend server) {
        boolean wasHome = server.equals(home().server);
        all.remove(server.name());
        plan = wasHome ? ReplicationPlan.empty() : plan.without(server.name());
        table = table.without(wasHome ? home().server.name() : server.name());
        loads = table.loads();
    }

    @Override
    public PolicyBackend choose(int file) {
        String path = files.keys().key(file);
        long bytes = Math.max(1, files.bytes(file));
        counts.add(path, bytes, 1);
        Linked home = home();
        Optional<String> copy = new LinkServerSelector(home.load, loads).choose(plan.find(path), random);
        Linked chosen = copy.isPresent() ? Objects.requireNonNull(all.get(copy.get())) : home;
        chosen.connections++;
        if (copy.isPresent() && chosen.copies.use(HOME, path).isEmpty()) {
            home.node.give(file);
            chosen.copies.keep(HOME, path, bytes, 1);
        }
        return chosen.server;
    }

    @Override
    public void round() {
        rounds++;
        Linked home = home();
        for (Linked linked : all.values()) {
            linked.load = linked.load.sampled(linked.connections, SETTINGS.get(PlanSettings.WEIGHT));
            linked.connections = 0;
            if (!linked.equals(home)) {
                table = table.heard(new CoopServerView(
                        linked.server.name(), linked.load, linked.copies.quotaFor(HOME), rounds * ROUND_NANOS));
            }
        }
        loads = table.loads();
        plan = plan.with(
                rules.decide(plan, home.load, table, counts.top(SETTINGS.get(PlanSettings.CANDIDATES), Set.of())));
        counts.age();
    }

    private Linked home() {
        return all.values().iterator().next();
    }
}
