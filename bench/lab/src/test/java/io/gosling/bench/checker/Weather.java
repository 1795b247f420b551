package io.gosling.bench.checker;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The events that befall the nodes, one after another and some at a time: killed and started again with the file of
 * their quorum role or without, frozen for less and for more than a lease, cut off, cut in two, stopped in order,
 * joining. The seed determines the events and their times.
 */
final class Weather {
    private static final long MILLI = 1_000_000;
    private static final long MINUTE = 60_000 * MILLI;

    /** The kinds of events. */
    enum Fault {
        FROZEN,
        KILLED,
        KILLED_AND_ITS_FILE_LOST,
        STOPPED,
        CUT_OFF,
        CUT_ONE_WAY,
        CUT_IN_TWO
    }

    private final Cluster cluster;
    private final Load load;
    private final Random random;
    private final long pause;
    private long nextEnd = System.nanoTime();
    private final Map<String, Integer> happened = new TreeMap<>();
    private final List<Thread> underWay = new ArrayList<>();
    private final List<CheckedNode> busy = new ArrayList<>();
    private final AtomicReference<Exception> failure = new AtomicReference<>();

    /** @param pause between two ends of processes, in nanoseconds */
    Weather(Cluster cluster, Load load, long seed, long pause) {
        this.pause = pause;
        this.cluster = cluster;
        this.load = load;
        this.random = new Random(seed);
    }

    /** Until the load is over; then everything is mended that it has broken. */
    void run() throws Exception {
        long nextReport = System.nanoTime() + MINUTE;
        while (!load.isOver()) {
            if (System.nanoTime() - nextReport > 0) {
                nextReport += MINUTE;
                System.out.println(load.counts() + "; nodes " + happened());
            }
            LockSupport.parkNanos((50 + random.nextInt(700)) * MILLI);
            begin(
                    Fault.values()[random.nextInt(Fault.values().length)],
                    1 + random.nextInt(cluster.nodes().size()));
            underWay.removeIf(thread -> !thread.isAlive());
            for (CheckedNode node : cluster.nodes()) {
                if (node.hasDied()) {
                    throw new AssertionError(node + " has ended by itself:\n" + Files.readString(node.log()));
                }
            }
        }
        for (Thread thread : underWay) {
            thread.join();
        }
        cluster.healAll();
        for (CheckedNode node : cluster.nodes()) {
            if (!node.isRunning()) {
                cluster.start(node);
            }
        }
        if (failure.get() != null) {
            throw failure.get();
        }
    }

    /** Counts of the events by kind. */
    String happened() {
        synchronized (busy) {
            return happened.toString().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * At most two nodes at a time, and one that is ended, which takes long: so that now and then most voters are away,
     * and most of the time not.
     */
    private void begin(Fault fault, int number) {
        CheckedNode node = cluster.node(number);
        int next = 1 + number % cluster.nodes().size();
        long nanos = (random.nextInt(3) == 0 ? 1100 + random.nextInt(1500) : 20 + random.nextInt(400)) * MILLI;
        boolean isCut = fault.compareTo(Fault.CUT_OFF) >= 0;
        boolean isEnd = !isCut && fault != Fault.FROZEN && node.isRunning();
        synchronized (busy) {
            if (busy.size() >= 2
                    || busy.contains(node)
                    || (isCut && !cluster.network().canCut())
                    || (isEnd && System.nanoTime() - nextEnd < 0)
                    || (isEnd
                            && cluster.nodes().stream().anyMatch(other -> other.hasStarted() && !other.isRunning()))) {
                return;
            }
            nextEnd = isEnd ? System.nanoTime() + pause : nextEnd;
            busy.add(node);
            happened.merge(node.isRunning() ? fault.name() : "joined", 1, Integer::sum);
        }
        underWay.add(Thread.ofVirtual().name(fault + " " + node).start(() -> {
            try {
                befall(fault, node, cluster.node(next), nanos);
            } catch (IOException | InterruptedException e) {
                failure.compareAndSet(null, e);
            } finally {
                synchronized (busy) {
                    busy.remove(node);
                }
            }
        }));
    }

    private void befall(Fault fault, CheckedNode node, CheckedNode next, long nanos)
            throws IOException, InterruptedException {
        if (!node.isRunning()) {
            cluster.start(node);
            cluster.history().note(node + " was started");
            return;
        }
        cluster.history().note(node + " is " + fault);
        switch (fault) {
            case FROZEN -> {
                node.signal("STOP");
                LockSupport.parkNanos(nanos);
                node.signal("CONT");
            }
            case KILLED, KILLED_AND_ITS_FILE_LOST, STOPPED -> {
                node.end(fault != Fault.STOPPED);
                if (fault == Fault.KILLED_AND_ITS_FILE_LOST) {
                    Files.deleteIfExists(node.voterFile());
                }
                cluster.history().note(node + " has ended");
                LockSupport.parkNanos(nanos / 2);
                cluster.start(node);
            }
            case CUT_OFF -> {
                cluster.isolate(node);
                LockSupport.parkNanos(nanos * 2);
                cluster.healAll(node);
            }
            case CUT_ONE_WAY -> {
                cluster.network().cut(node.number(), next.number());
                LockSupport.parkNanos(nanos * 2);
                cluster.network().heal(node.number(), next.number());
            }
            case CUT_IN_TWO -> {
                cluster.divide(List.of(node, next));
                LockSupport.parkNanos(nanos * 2);
                cluster.healAll(node);
                cluster.healAll(next);
            }
        }
        cluster.history().note(node + " is " + fault + " no more");
    }
}
