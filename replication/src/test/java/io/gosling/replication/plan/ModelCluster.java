package io.gosling.replication.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/**
 * A home, its co-op servers and clients that wait for each answer, in virtual time: the planning classes are those of the
 * product, and everything around them is here. Each server is one queue, first come first served; an answer takes 1 ms and
 * its bytes at 12.5 MB/s, as on the paper's machines and wire. Deterministic by its seed.
 */
final class ModelCluster {
    private static final double CONNECTION_SECONDS = 0.001;
    private static final double BYTES_A_SECOND = 12.5e6;
    private static final int PAGE_EVERY = 20;
    private static final String HOME = "home";

    /** One document of the site. */
    record Item(String path, long bytes, double weight) {}

    /** A site of the paper. */
    record Site(List<Item> items, long indexBytes, double roundSeconds) {
        long bytes() {
            return items.stream().mapToLong(Item::bytes).sum();
        }
    }

    private final Site site;
    private final PlanSettings settings;
    private final RandomGenerator random;
    private final double[] cumulative;
    private final TreeMap<String, Server> servers = new TreeMap<>();
    private final RequestCounts counts = new RequestCounts(1000);
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparingLong(Event::number));

    private HomePlan plan = HomePlan.empty();
    private LoadTable table = LoadTable.empty();
    private long numbers;
    private long completed;
    private long transfers;
    private long evictions;
    private double now;

    private static final class Server {
        private final CoopStore store;
        private double freeAt;
        private long connections;
        private LoadFigure load = LoadFigure.NONE;
        private final List<Integer> perRound = new ArrayList<>();

        Server(CoopStore store) {
            this.store = store;
        }
    }

    private record Event(double at, long number, Client client, Step step) {}

    private enum Step {
        ASK,
        ARRIVE,
        TRANSFERRED,
        DONE,
        ROUND
    }

    private static final class Client {
        private int requests;
        private HomePlan seen = HomePlan.empty();
        private LoadTable heard = LoadTable.empty();
        private LoadFigure homeLoad = LoadFigure.NONE;
        private Item item = new Item("", 0, 0);
        private String server = HOME;
    }

    ModelCluster(Site site, PlanSettings settings, int coops, long quota, int clients, long seed) {
        this.site = site;
        this.settings = settings;
        this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        this.cumulative = new double[site.items().size()];
        double sum = 0;
        for (int i = 0; i < cumulative.length; i++) {
            sum += site.items().get(i).weight();
            cumulative[i] = sum;
        }
        servers.put(HOME, new Server(new CoopStore(0, StoreOrder.LRU)));
        for (int i = 1; i <= coops; i++) {
            servers.put("coop" + i, new Server(new CoopStore(quota, StoreOrder.LRU)));
        }
        for (int i = 0; i < clients; i++) {
            at(i * 0.001, new Client(), Step.ASK);
        }
        at(site.roundSeconds(), new Client(), Step.ROUND);
    }

    /** What came out between two times; {@code largestShare} is that of the busiest server, round by round. */
    record Outcome(double perSecond, long transfers, long evictions, double largestShare) {}

    /** Runs, and measures from the first time to the second, in seconds. */
    Outcome run(double from, double until) {
        advance(from);
        long before = completed;
        long transfersBefore = transfers;
        long evictionsBefore = evictions;
        servers.values().forEach(server -> server.perRound.clear());
        advance(until);
        return new Outcome(
                (completed - before) / (until - from),
                transfers - transfersBefore,
                evictions - evictionsBefore,
                largestShare());
    }

    /** What the busiest server of a round gets of all connections, in the mean of all rounds. */
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

    HomePlan plan() {
        return plan;
    }

    private void advance(double until) {
        while (!events.isEmpty() && events.peek().at() <= until) {
            Event event = events.remove();
            now = event.at();
            Client client = event.client();
            switch (event.step()) {
                case ASK -> ask(client);
                case ARRIVE -> arrive(client);
                case TRANSFERRED -> transferred(client);
                case DONE -> {
                    completed++;
                    ask(client);
                }
                case ROUND -> round(client);
            }
        }
    }

    private void at(double time, Client client, Step step) {
        events.add(new Event(time, numbers++, client, step));
    }

    private void ask(Client client) {
        if (client.requests++ % PAGE_EVERY == 0) {
            client.seen = plan;
            client.heard = table;
            client.homeLoad = server(HOME).load;
            client.item = new Item("/index.html", site.indexBytes(), 0);
            client.server = HOME;
        } else {
            client.item = drawn();
            client.server = ServerChoice.choose(
                            client.item.path(), client.seen, client.homeLoad, client.heard.loads(), random)
                    .orElse(HOME);
            counts.add(client.item.path(), client.item.bytes(), 1);
        }
        at(now, client, Step.ARRIVE);
    }

    private void arrive(Client client) {
        Server server = server(client.server);
        boolean held = client.server.equals(HOME)
                || server.store.use(HOME, client.item.path()).isPresent();
        if (held) {
            at(work(server, client.item.bytes()), client, Step.DONE);
        } else {
            transfers++;
            at(work(server(HOME), client.item.bytes()), client, Step.TRANSFERRED);
        }
    }

    private void transferred(Client client) {
        Server server = server(client.server);
        CoopStore.Admission admission = server.store.keep(HOME, client.item.path(), client.item.bytes(), 1);
        evictions += admission.evicted().size();
        if (settings.method() == StorageMethod.DELETION_AWARE) {
            for (CoopStore.Copy gone : admission.evicted()) {
                plan = plan.gone(gone.path(), client.server);
            }
            if (!admission.kept()) {
                plan = plan.gone(client.item.path(), client.server);
            }
        }
        at(work(server, client.item.bytes()), client, Step.DONE);
    }

    private double work(Server server, long bytes) {
        server.connections++;
        server.freeAt = Math.max(now, server.freeAt) + CONNECTION_SECONDS + bytes / BYTES_A_SECOND;
        return server.freeAt;
    }

    private void round(Client clock) {
        servers.forEach((name, server) -> {
            server.perRound.add((int) server.connections);
            server.load = server.load.sampled(server.connections / site.roundSeconds(), settings.weight());
            server.connections = 0;
            if (!name.equals(HOME)) {
                long nanos = (long) (now * 1e9);
                table = table.heard(new ServerView(name, server.load, server.store.quotaFor(HOME), nanos));
            }
        });
        plan = plan.with(new ReplicationRules(settings)
                .decide(plan, server(HOME).load, table, counts.top(settings.candidates(), Set.of("/index.html"))));
        counts.age();
        at(now + site.roundSeconds(), clock, Step.ROUND);
    }

    private Item drawn() {
        double drawn = random.nextDouble() * cumulative[cumulative.length - 1];
        int i = 0;
        while (cumulative[i] <= drawn) {
            i++;
        }
        return site.items().get(i);
    }

    private Server server(String name) {
        Server server = servers.get(name);
        if (server == null) {
            throw new IllegalStateException(name);
        }
        return server;
    }
}
