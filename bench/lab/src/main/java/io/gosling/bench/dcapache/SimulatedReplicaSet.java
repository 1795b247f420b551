package io.gosling.bench.dcapache;

import io.gosling.replication.plan.CoopServerView;
import io.gosling.replication.plan.CopyQuotaAccounts;
import io.gosling.replication.plan.LinkServerSelector;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.replication.plan.ReplicationPlan;
import io.gosling.replication.plan.ReplicationPlanner;
import io.gosling.replication.plan.RequestCounts;
import io.gosling.replication.plan.ServerLoad;
import io.gosling.replication.plan.ServerLoadTable;
import io.gosling.tools.workload.DcApacheSite;
import io.gosling.tools.workload.DcApacheSite.Document;
import io.gosling.tools.workload.SiteVisitGenerator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A model of a home server, its co-op servers and clients that wait for each response, in virtual time: the planning
 * classes are those of the product, and everything around them is here. Each server is one queue, first come first
 * served; a response takes 1 ms plus its bytes at 12.5 MB/s, as on the paper's machines and network. Clients are those
 * of {@link SiteVisitGenerator}. Deterministic by its seed. Used by one thread.
 */
final class SimulatedReplicaSet {
    private static final double CONNECTION_SECONDS = 0.001;
    private static final double BYTES_A_SECOND = 12.5e6;
    private static final String HOME = "home";

    private final DcApacheSite site;
    private final PlanSettings settings;
    private final RandomGenerator random;

    private final TreeMap<String, Server> servers = new TreeMap<>();
    private final RequestCounts counts = new RequestCounts(1000);
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparingLong(Event::number));

    private ReplicationPlan plan = ReplicationPlan.empty();
    private ServerLoadTable table = ServerLoadTable.empty();
    private Map<String, ServerLoad> loads = Map.of();
    private long numbers;
    private long completed;
    private long bytes;
    private double waited;
    private long transfers;
    private long evictions;
    private double now;

    private static final class Server {
        private final CopyQuotaAccounts store;
        private double freeAt;
        private long connections;
        private ServerLoad load = ServerLoad.NONE;
        private final List<Integer> perRound = new ArrayList<>();

        Server(CopyQuotaAccounts store) {
            this.store = store;
        }
    }

    private record Event(double at, long number, Runnable step) {}

    private static final class Client {
        private final SiteVisitGenerator.Visitor visitor;
        private ReplicationPlan seen = ReplicationPlan.empty();
        private Map<String, ServerLoad> heard = Map.of();
        private ServerLoad homeLoad = ServerLoad.NONE;
        private Document item = Document.leaf("", 0);
        private String server = HOME;
        private double askedAt;

        Client(SiteVisitGenerator.Visitor visitor) {
            this.visitor = visitor;
        }
    }

    /** @param quota bytes that each of the other servers holds */
    SimulatedReplicaSet(DcApacheSite site, PlanSettings settings, int coops, long quota, int clients, long seed) {
        this.site = site;
        this.settings = settings;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        servers.put(HOME, new Server(new CopyQuotaAccounts(0)));
        for (int i = 1; i <= coops; i++) {
            servers.put("coop" + i, new Server(new CopyQuotaAccounts(quota)));
        }
        SiteVisitGenerator visits = new SiteVisitGenerator(site);
        for (int i = 0; i < clients; i++) {
            Client client = new Client(visits.new Visitor());
            at(i * 0.001, () -> ask(client));
        }
        at(site.roundSeconds(), this::round);
    }

    /**
     * The results of the model for a span of time.
     *
     * @param largestShare of the connections, that of the busiest server, round by round
     */
    record Outcome(
            double perSecond,
            double bytesPerSecond,
            double waitedSeconds,
            long transfers,
            long evictions,
            double largestShare) {}

    /** Runs, and measures from the first time to the second, in seconds. */
    Outcome run(double from, double until) {
        advance(from);
        completed = 0;
        bytes = 0;
        waited = 0;
        transfers = 0;
        evictions = 0;
        servers.values().forEach(server -> server.perRound.clear());
        advance(until);
        double time = until - from;
        double each = waited / Math.max(1, completed);
        return new Outcome(completed / time, bytes / time, each, transfers, evictions, largestShare());
    }

    private double largestShare() {
        int rounds = server(HOME).perRound.size();
        double shares = 0;
        for (int i = 0; i < rounds; i++) {
            double all = 0;
            double most = 0;
            for (Server server : servers.values()) {
                all += server.perRound.get(i);
                most = Math.max(most, server.perRound.get(i));
            }
            shares += most / Math.max(1, all);
        }
        return shares / Math.max(1, rounds);
    }

    ReplicationPlan plan() {
        return plan;
    }

    private void advance(double until) {
        while (!events.isEmpty() && events.peek().at() <= until) {
            Event event = events.remove();
            now = event.at();
            event.step().run();
        }
    }

    private void at(double time, Runnable step) {
        events.add(new Event(time, numbers++, step));
    }

    private void ask(Client client) {
        int number = client.visitor.next(random);
        client.item = site.documents().get(number);
        client.server = HOME;
        if (number != 0) {
            client.server = new LinkServerSelector(client.homeLoad, client.heard)
                    .choose(client.seen.find(client.item.path()), random)
                    .orElse(HOME);
            counts.add(client.item.path(), client.item.bytes(), 1);
        }
        if (client.item.isPage()) {
            client.seen = plan;
            client.heard = loads;
            client.homeLoad = server(HOME).load;
        }
        client.askedAt = now;
        at(now, () -> arrive(client));
    }

    private void arrive(Client client) {
        Server server = server(client.server);
        boolean held = client.server.equals(HOME)
                || server.store.use(HOME, client.item.path()).isPresent();
        if (held) {
            at(work(server, client.item.bytes()), () -> done(client));
        } else {
            transfers++;
            at(work(server(HOME), client.item.bytes()), () -> transferred(client));
        }
    }

    private void transferred(Client client) {
        Server server = server(client.server);
        CopyQuotaAccounts.Admission admission = server.store.keep(HOME, client.item.path(), client.item.bytes(), 1);
        evictions += admission.evicted().size();
        if (settings.get(PlanSettings.METHOD) == StorageMethod.DELETION_AWARE) {
            for (CopyQuotaAccounts.Copy gone : admission.evicted()) {
                plan = plan.gone(gone.path(), client.server);
            }
            if (!admission.kept()) {
                plan = plan.gone(client.item.path(), client.server);
            }
        }
        at(work(server, client.item.bytes()), () -> done(client));
    }

    private void done(Client client) {
        completed++;
        bytes += client.item.bytes();
        waited += now - client.askedAt;
        ask(client);
    }

    private double work(Server server, long length) {
        server.connections++;
        server.freeAt = Math.max(now, server.freeAt) + CONNECTION_SECONDS + length / BYTES_A_SECOND;
        return server.freeAt;
    }

    private void round() {
        servers.forEach((name, server) -> {
            server.perRound.add((int) server.connections);
            server.load =
                    server.load.sampled(server.connections / site.roundSeconds(), settings.get(PlanSettings.WEIGHT));
            server.connections = 0;
            if (!name.equals(HOME)) {
                long nanos = (long) (now * 1e9);
                table = table.heard(new CoopServerView(name, server.load, server.store.quotaFor(HOME), nanos));
            }
        });
        loads = table.loads();
        plan = plan.with(new ReplicationPlanner(settings)
                .decide(
                        plan,
                        server(HOME).load,
                        table,
                        counts.top(
                                settings.get(PlanSettings.CANDIDATES),
                                Set.of(site.entry().path()))));
        counts.age();
        at(now + site.roundSeconds(), this::round);
    }

    private Server server(String name) {
        Server server = servers.get(name);
        if (server == null) {
            throw new IllegalStateException(name);
        }
        return server;
    }
}
