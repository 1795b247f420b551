package io.gosling.purge;

import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.MalformedMessageException;
import io.gosling.purge.message.OutgoingMessage;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeMessageCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A cluster of real {@link PurgeParticipant} objects, an origin and a network, in one thread and in a time of its own.
 * Everything that happens follows from the seed. After every event it looks at every node: would a request that comes
 * now be answered from memory with bytes older than a purge that has been answered as complete?
 */
final class World {
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1000 * MILLI;
    static final List<String> KEYS = List.of("/a", "/b");

    /** Parts that a test may replace by broken ones. */
    record Parts(
            Function<PurgeSettings, QuorumRules> rules,
            Function<QuorumRules, LeaseGrants> lessees,
            Supplier<SimulatedMemory> memory,
            boolean serversLookAtTheLease) {
        static final Parts SOUND = new Parts(QuorumRules::new, LeaseGrants::new, SimulatedMemory::new, true);
    }

    private record Event(long at, long order, Runnable action) {}

    /** A request was answered from memory that was older than it may be. */
    static final class StaleBytes extends AssertionError {
        private static final long serialVersionUID = 1;

        StaleBytes(String message) {
            super(message);
        }
    }

    final Random random;
    /** Rarity of ambushes: 0 to 7. */
    final int mercy;
    /** Slowness of events, 1 to 8: fast purges hide each other's faults. */
    private final int slowness;
    /** Lost purge messages of a thousand, besides other losses. */
    private final int tellsLost;

    final Parts parts;
    final Weather weather;
    final PurgeSettings settings = PurgeSettings.defaults();
    final List<SimulatedNode> nodes = new ArrayList<>();
    final Quorum voters;
    final Map<String, Long> origin = new HashMap<>();
    private final long seed;
    private final Map<String, Long> floor = new HashMap<>();
    private final Map<String, SimulatedNode> byName = new HashMap<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>(
            (one, other) -> one.at != other.at ? Long.compare(one.at, other.at) : Long.compare(one.order, other.order));
    private final Map<String, Long> cutUntil = new HashMap<>();
    private long order;
    private boolean isCalm;
    long time;
    int complete;
    int incomplete;
    int served;
    int steps;

    World(long seed, Weather weather, Parts parts) {
        this.seed = seed;
        this.weather = weather;
        this.parts = parts;
        this.random = new Random(seed);
        this.mercy = random.nextInt(8);
        this.slowness = 1 + random.nextInt(8);
        this.tellsLost = random.nextInt(1 + weather.tellsLostPerMille());
        int size = weather.nodes() > 0 ? weather.nodes() : 2 + random.nextInt(5);
        List<String> names = IntStream.range(0, size).mapToObj(i -> "n" + i).toList();
        int most = weather.voters() > 0 ? weather.voters() : 1 + 2 * random.nextInt((Math.min(size, 5) + 1) / 2);
        this.voters = new Quorum(names.subList(0, most));
        for (String key : KEYS) {
            origin.put(key, 1L);
            floor.put(key, 0L);
        }
        for (String name : names) {
            SimulatedNode node = new SimulatedNode(this, name);
            nodes.add(node);
            byName.put(name, node);
            later(random.nextLong(2 * SECOND), node::start);
        }
    }

    void later(long nanos, Runnable action) {
        events.add(new Event(time + nanos, order++, action));
    }

    /** Lets time pass. */
    void run(long nanos) {
        long end = time + nanos;
        while (!events.isEmpty() && events.peek().at <= end) {
            Event event = events.poll();
            time = event.at;
            event.action.run();
            steps++;
            look();
        }
        time = end;
    }

    /** The world as its weather has it, from the first start on. */
    void storm(long nanos) {
        again(30 * MILLI, () -> nodes.get(random.nextInt(nodes.size())).read(KEYS.get(random.nextInt(KEYS.size()))));
        again(slowness * weather.purgeEvery(), this::purgeSomewhere);
        again(slowness * weather.faultEvery(), () -> weather.strike(this));
        run(nanos);
    }

    /** Everybody is there again, and the network is sound. */
    void calm(long nanos) {
        isCalm = true;
        cutUntil.clear();
        nodes.forEach(SimulatedNode::recover);
        run(nanos);
    }

    boolean isCalm() {
        return isCalm;
    }

    private void again(long every, Runnable action) {
        later(every / 2 + random.nextLong(every), () -> {
            if (!isCalm) {
                action.run();
                again(every, action);
            }
        });
    }

    void purgeSomewhere() {
        nodes.get(random.nextInt(nodes.size())).purge(KEYS.get(random.nextInt(KEYS.size())), random.nextInt(8) == 0);
    }

    /** A purge that was received when the origin had these versions is complete. */
    void completed(Map<String, Long> versions) {
        complete++;
        versions.forEach((key, version) -> floor.merge(key, version, Math::max));
        look();
    }

    void send(SimulatedNode from, OutgoingMessage outgoing) {
        SimulatedNode to = byName.get(outgoing.node());
        if (to == null || isCut(from.name, to.name) || (!isCalm && isLost(outgoing))) {
            return;
        }
        AddressedPurgeMessage envelope = weather.copies(random) ? copied(outgoing.envelope()) : outgoing.envelope();
        later(delay(), () -> to.deliver(envelope));
        if (!isCalm && random.nextInt(1000) < weather.doubledPerMille()) {
            later(delay(), () -> to.deliver(envelope));
        }
    }

    private boolean isLost(OutgoingMessage outgoing) {
        return random.nextInt(1000) < weather.lostPerMille()
                || (outgoing.envelope().message() instanceof PurgeMessage.Tell && random.nextInt(1000) < tellsLost);
    }

    private long delay() {
        if (!isCalm && random.nextInt(1000) < weather.latePerMille()) {
            return random.nextLong(9 * SECOND);
        }
        return 100_000 + random.nextLong(weather.slowest());
    }

    /** As bytes and back. */
    private static AddressedPurgeMessage copied(AddressedPurgeMessage envelope) {
        try {
            AddressedPurgeMessage copy = PurgeMessageCodec.read(PurgeMessageCodec.write(List.of(envelope)))
                    .getFirst();
            if (!copy.equals(envelope)) {
                throw new AssertionError(envelope + " was read as " + copy);
            }
            return copy;
        } catch (MalformedMessageException e) {
            throw new AssertionError(envelope.toString(), e);
        }
    }

    void cut(String from, String to, long nanos) {
        cutUntil.merge(from + ">" + to, time + nanos, Math::max);
    }

    void cutOff(SimulatedNode node, long nanos) {
        for (SimulatedNode other : nodes) {
            cut(node.name, other.name, nanos);
            cut(other.name, node.name, nanos);
        }
    }

    private boolean isCut(String from, String to) {
        Long until = cutUntil.get(from + ">" + to);
        return until != null && until > time;
    }

    /** Names of those that can be heard, as a membership service would have it: not always right. */
    Set<String> seenBy(SimulatedNode node) {
        Set<String> seen = new HashSet<>();
        for (SimulatedNode other : nodes) {
            if (other.isAlive() && !isCut(other.name, node.name) && random.nextInt(10) > 0) {
                seen.add(other.name);
            }
        }
        return seen;
    }

    private void look() {
        for (SimulatedNode node : nodes) {
            if (node.isRunning()) {
                node.memory.forEach((key, copy) -> {
                    if (copy.version() < floor.getOrDefault(key, 0L) && node.serves(copy)) {
                        throw new StaleBytes(
                                "seed " + seed + ", " + weather + ", at " + time / MILLI + " ms: " + node.name
                                        + " serves version " + copy.version() + " of " + key + ", purged was up to "
                                        + floor.get(key));
                    }
                });
            }
        }
    }
}
