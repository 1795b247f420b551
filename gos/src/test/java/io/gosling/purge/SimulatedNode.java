package io.gosling.purge;

import io.gosling.purge.SimulatedMemory.Copy;
import io.gosling.purge.SimulatedMemory.Fill;
import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.NodeIncarnation;
import io.gosling.purge.message.OutgoingMessage;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A node of the model: one process after the other, a clock of its own, and a disk that may outlive them. */
final class SimulatedNode {
    private static final int MOST_FILLS = 4;

    final World world;
    final String name;
    final SimulatedDisk disk;
    private final double rate;
    private final long offset;
    private final List<AddressedPurgeMessage> waiting = new ArrayList<>();
    private final Map<Long, Map<String, Long>> purges = new HashMap<>();
    private @Nullable PurgeParticipant process;
    private @Nullable NodeIncarnation self;
    private long pendingPurges;
    private boolean isFrozen;
    private boolean hasLeft;
    private int life;
    SimulatedMemory memory;

    SimulatedNode(World world, String name) {
        this.world = world;
        this.name = name;
        this.disk = new SimulatedDisk(world.random);
        this.rate = 0.995 + world.random.nextDouble() * 0.01;
        this.offset = world.random.nextLong();
        this.memory = world.parts.memory().get();
    }

    /** This node's clock runs on, whatever becomes of its processes. */
    long now() {
        return offset + (long) (world.time * rate);
    }

    boolean isAlive() {
        return process != null;
    }

    boolean isRunning() {
        return process != null && !isFrozen;
    }

    boolean isVoter() {
        return world.voters.contains(name);
    }

    void start() {
        if (process != null) {
            return;
        }
        life++;
        pendingPurges = 0;
        isFrozen = false;
        hasLeft = false;
        purges.clear();
        memory = world.parts.memory().get();
        self = NodeIncarnation.drawn(name, world.random);
        try {
            process = new PurgeParticipant(
                    self,
                    world.voters,
                    world.parts.rules().apply(world.settings),
                    world.parts.lessees(),
                    disk,
                    new PurgeEnvironment(memory, () -> world.seenBy(this), world.random, wallMillis()),
                    now());
        } catch (SimulatedDisk.Death e) {
            kill();
        }
        tick(life);
    }

    /** Another one for each process, behind as often as not: a epoch may be founded before others that there are. */
    private LongSupplier wallMillis() {
        Random drawn = new Random(offset + life);
        long behind = drawn.nextBoolean() ? drawn.nextLong(60_000) : 0;
        return () -> 60_000 + world.time / World.MILLI - behind;
    }

    private void tick(int in) {
        if (in == life && process != null) {
            if (!isFrozen) {
                step(PurgeParticipant::tick);
            }
            world.later(60 * World.MILLI + world.random.nextLong(60 * World.MILLI), () -> tick(in));
        }
    }

    void deliver(AddressedPurgeMessage envelope) {
        if (isFrozen) {
            waiting.add(envelope);
        } else if (process != null) {
            step((running, now) -> running.receive(List.of(envelope), now));
        }
    }

    /** One call of the real thing; its messages leave unless it dies in it. */
    private void step(BiFunction<PurgeParticipant, Long, List<OutgoingMessage>> call) {
        PurgeParticipant running = process;
        if (running == null) {
            return;
        }
        try {
            for (OutgoingMessage outgoing : call.apply(running, now())) {
                if (outgoing.envelope().message() instanceof PurgeMessage.Done done
                        && done.outcome().complete()) {
                    world.nodes.forEach(
                            node -> node.completed(outgoing.envelope().to(), done.pendingPurge()));
                }
                world.send(this, outgoing);
                world.weather.sent(world, this, outgoing);
            }
        } catch (SimulatedDisk.Death e) {
            kill();
        }
    }

    /** The driver has decided, which is before the one who asked hears it. */
    private void completed(long incarnation, long pendingPurge) {
        Map<String, Long> versions = self != null && self.number() == incarnation ? purges.get(pendingPurge) : null;
        if (versions != null) {
            world.completed(versions);
        }
    }

    void purge(String key, boolean everything) {
        if (!isRunning() || hasLeft) {
            return;
        }
        Map<String, Long> versions = new HashMap<>();
        for (String written : everything ? World.KEYS : List.of(key)) {
            versions.put(written, world.origin.merge(written, 1L, Long::sum));
        }
        long pendingPurge = ++pendingPurges;
        purges.put(pendingPurge, versions);
        PurgeSelector selector = everything ? new PurgeSelector.Prefix("/") : new PurgeSelector.Url(key);
        PurgeRequest purge = new PurgeRequest(List.of(selector), PurgeRequest.Strength.HARD);
        step((running, now) -> running.purge(purge, outcome -> told(pendingPurge, outcome), now));
    }

    private void told(long pendingPurge, PurgeOutcome outcome) {
        Map<String, Long> versions = purges.remove(pendingPurge);
        if (versions == null) {
            throw new AssertionError(name + " was told twice of a purge");
        }
        if (outcome.complete()) {
            world.completed(versions);
        } else {
            world.incomplete++;
        }
    }

    int openPurges() {
        return purges.size();
    }

    /** A request: from memory if the lease allows it, else from the origin. */
    void read(String key) {
        if (!isRunning()) {
            return;
        }
        Copy copy = memory.copy(key);
        if (copy != null && serves(copy)) {
            world.served++;
        } else if (memory.fills() < MOST_FILLS) {
            SimulatedMemory requester = memory;
            Fill fill = requester.open(key);
            world.later(way(), () -> {
                long version = world.origin.getOrDefault(key, 0L);
                world.later(way(), () -> requester.end(fill, version));
            });
        }
    }

    private long way() {
        return world.random.nextInt(20) == 0
                ? world.random.nextLong(2 * World.SECOND)
                : world.random.nextLong(40 * World.MILLI);
    }

    boolean serves(Copy copy) {
        return !world.parts.serversLookAtTheLease() || (holdsLease() && memory.isProven(copy));
    }

    boolean holdsLease() {
        return process != null && process.serving().holds(now());
    }

    void kill() {
        process = null;
        isFrozen = false;
        waiting.clear();
        life++;
        disk.isFull = false;
    }

    void loseDisk() {
        if (process == null) {
            disk.lose();
        }
    }

    void freeze() {
        isFrozen = process != null;
    }

    void thaw() {
        if (isFrozen) {
            isFrozen = false;
            List<AddressedPurgeMessage> late = new ArrayList<>(waiting);
            waiting.clear();
            if (!late.isEmpty()) {
                step((running, now) -> running.receive(late, now));
            }
        }
    }

    void leave() {
        if (isRunning()) {
            hasLeft = true;
            step(PurgeParticipant::leave);
        }
    }

    void recover() {
        disk.isFull = false;
        disk.diesNext = false;
        if (hasLeft) {
            kill();
        }
        thaw();
        start();
    }

    @Override
    public String toString() {
        return name + " " + (process == null ? "down" : process.vouching(now())) + purges.keySet();
    }
}
