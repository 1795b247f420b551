package io.gosling.purge;

import io.gosling.purge.message.OutgoingMessage;
import io.gosling.purge.message.PurgeMessage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The faults of a {@link World}.
 *
 * @param name name
 * @param nodes number, 0 for any number from 2 to 6
 * @param voters how many, 0 for any number that the nodes allow
 * @param lostPerMille messages that do not arrive
 * @param tellsLostPerMille at most, of the messages that tell a purge, besides
 * @param doubledPerMille messages that arrive twice
 * @param latePerMille messages that take up to 9 s
 * @param slowest the others, in nanoseconds
 * @param purgeEvery about so often something is purged, in nanoseconds
 * @param faultEvery about so often something breaks, in nanoseconds
 * @param ambush what waits for messages that a quorum will rest on
 */
record Weather(
        String name,
        int nodes,
        int voters,
        int lostPerMille,
        int tellsLostPerMille,
        int doubledPerMille,
        int latePerMille,
        long slowest,
        long purgeEvery,
        long faultEvery,
        Ambush ambush) {
    private static final long MILLI = World.MILLI;
    private static final long SECOND = World.SECOND;

    /** Faults that target quorums. */
    enum Ambush {
        NONE,
        /** Voters die with their answers, those who were told with the telling, drivers are cut off at completion. */
        EVERYWHERE,
        /** Voters forget what they have said, and can speak only to those who do not know it. */
        BETRAYAL
    }

    static final Weather ORDINARY =
            new Weather("ordinary", 0, 0, 20, 0, 20, 20, 5 * MILLI, 400 * MILLI, 500 * MILLI, Ambush.NONE);
    static final Weather ROUGH =
            new Weather("rough", 0, 0, 200, 0, 100, 150, 80 * MILLI, 400 * MILLI, 300 * MILLI, Ambush.NONE);
    static final Weather AMBUSH =
            new Weather("ambush", 0, 0, 20, 800, 20, 20, 20 * MILLI, 500 * MILLI, 1200 * MILLI, Ambush.EVERYWHERE);
    static final Weather AMBUSH_OF_FIVE = new Weather(
            "ambush of five", 6, 5, 20, 800, 20, 20, 20 * MILLI, 500 * MILLI, 1200 * MILLI, Ambush.EVERYWHERE);

    static final Weather BETRAYAL = betrayal("betrayal", 4, 3);
    static final Weather BETRAYAL_OF_FIVE = betrayal("betrayal of five", 6, 5);

    private static Weather betrayal(String name, int nodes, int voters) {
        return new Weather(name, nodes, voters, 0, 800, 0, 0, 10 * MILLI, 800 * MILLI, 20 * SECOND, Ambush.BETRAYAL);
    }

    /** One message in eight goes as bytes. */
    boolean copies(Random random) {
        return random.nextInt(8) == 0;
    }

    /** Something breaks by itself. */
    void strike(World world) {
        Random random = world.random;
        SimulatedNode node = world.nodes.get(random.nextInt(world.nodes.size()));
        switch (random.nextInt(10)) {
            case 0, 1 -> killAndRestart(world, node, random.nextInt(3) == 0);
            case 2, 3 -> {
                node.freeze();
                world.later(random.nextLong(random.nextBoolean() ? SECOND : 12 * SECOND), node::thaw);
            }
            case 4 -> world.cutOff(node, random.nextLong(12 * SECOND));
            case 5, 6 -> {
                SimulatedNode other = world.nodes.get(random.nextInt(world.nodes.size()));
                world.cut(node.name, other.name, random.nextLong(12 * SECOND));
            }
            case 7 -> {
                node.leave();
                world.later(random.nextLong(SECOND), () -> killAndRestart(world, node, false));
            }
            case 8 -> node.disk.diesNext = true;
            default -> {
                node.disk.isFull = true;
                world.later(random.nextLong(8 * SECOND), () -> node.disk.isFull = false);
            }
        }
        world.nodes.stream()
                .filter(dead -> !dead.isAlive())
                .forEach(dead -> world.later(random.nextLong(4 * SECOND), dead::start));
    }

    private static void killAndRestart(World world, SimulatedNode node, boolean losesDisk) {
        if (world.isCalm()) {
            return;
        }
        node.kill();
        if (losesDisk) {
            node.loseDisk();
        }
        world.later(world.random.nextLong(world.random.nextBoolean() ? 200 * MILLI : 4 * SECOND), node::start);
    }

    /** An ambush waits for messages that a quorum will rest on. */
    void sent(World world, SimulatedNode from, OutgoingMessage outgoing) {
        if (ambush == Ambush.NONE || world.isCalm()) {
            return;
        }
        Random random = world.random;
        int mercy = 1 + world.mercy;
        PurgeMessage message = outgoing.envelope().message();
        if (message instanceof PurgeMessage.Vote && random.nextInt(4 * mercy) == 0) {
            boolean betrays = ambush == Ambush.BETRAYAL || random.nextBoolean();
            world.later(0, () -> {
                if (betrays) {
                    betray(world, from, outgoing.node());
                } else {
                    dieForgetting(world, from);
                }
            });
        } else if (ambush == Ambush.EVERYWHERE) {
            strikeAt(world, from, message);
        }
    }

    private static void strikeAt(World world, SimulatedNode from, PurgeMessage message) {
        Random random = world.random;
        int mercy = 1 + world.mercy;
        if (message instanceof PurgeMessage.Grant && random.nextInt(100 * mercy) == 0) {
            world.later(0, () -> killAndRestart(world, from, random.nextInt(3) == 0));
        } else if (message instanceof PurgeMessage.Done done
                && done.outcome().complete()
                && random.nextInt(2 * mercy) == 0) {
            world.cutOff(from, random.nextLong(8 * SECOND));
        } else if (message instanceof PurgeMessage.Tell && random.nextInt(20 * mercy) == 0) {
            world.later(random.nextLong(3 * MILLI), () -> killAndRestart(world, from, random.nextInt(2) == 0));
        }
    }

    /** The voter comes back, most often without its disk, and for a while hears some of the others only. */
    private static void dieForgetting(World world, SimulatedNode voter) {
        killAndRestart(world, voter, world.random.nextInt(3) > 0);
        SimulatedNode deaf = world.nodes.get(world.random.nextInt(world.nodes.size()));
        world.cut(deaf.name, voter.name, world.random.nextLong(8 * SECOND));
        world.cut(voter.name, deaf.name, world.random.nextLong(8 * SECOND));
    }

    /**
     * The voter forgets what it has just said and comes back at once. The driver, and as few others as make a quorum
     * with both, know of the purge a moment later, and can then no longer speak to those who do not.
     */
    private static void betray(World world, SimulatedNode voter, String coordinator) {
        Random random = world.random;
        voter.kill();
        voter.loseDisk();
        world.later(random.nextLong(100 * MILLI), voter::start);
        List<String> witnesses = new ArrayList<>(world.voters.names());
        witnesses.removeAll(List.of(voter.name, coordinator));
        Collections.shuffle(witnesses, random);
        List<String> knowing = new ArrayList<>(witnesses.subList(0, Math.max(0, world.voters.quorum() - 2)));
        knowing.add(coordinator);
        List<String> others =
                new ArrayList<>(world.nodes.stream().map(node -> node.name).toList());
        others.removeAll(knowing);
        long apart = random.nextBoolean() ? 0 : random.nextLong(500 * MILLI);
        for (SimulatedNode node : world.nodes) {
            world.cut(coordinator, node.name, apart);
        }
        world.later(
                Math.max(0, apart - 10 * MILLI),
                () -> knowing.forEach(one -> others.forEach(other -> {
                    world.cut(one, other, 8 * SECOND);
                    world.cut(other, one, 8 * SECOND);
                })));
    }

    @Override
    public String toString() {
        return name;
    }
}
