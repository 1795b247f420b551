package io.gosling.tools.simulate;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** A queue that does one piece of work at a time, in order of arrival: a processor, a disk, or a link. */
final class ServiceQueue implements Runnable {
    private record Work(long nanos, Runnable done) {}

    private final Simulation simulation;
    /** The first piece of work is in progress. */
    private final Queue<Work> works = new ArrayDeque<>();

    private long busyNanos;
    private boolean halted;

    ServiceQueue(Simulation simulation) {
        this.simulation = simulation;
    }

    /** Adds work that nothing waits for. */
    void add(long nanos) {
        add(nanos, () -> {});
    }

    void add(long nanos, Runnable done) {
        works.add(new Work(nanos, done));
        if (works.size() == 1) {
            begin();
        }
    }

    private void begin() {
        long nanos = works.element().nanos();
        busyNanos += nanos;
        simulation.after(nanos, this);
    }

    @Override
    public void run() {
        if (halted) {
            return;
        }
        Work work = works.remove();
        if (!works.isEmpty()) {
            begin();
        }
        work.done().run();
    }

    /** Stops for good; the remaining work is not done. */
    List<Runnable> halt() {
        halted = true;
        return works.stream().map(Work::done).toList();
    }

    /** For how long it has worked, and is going to with what it has begun. */
    long busyNanos() {
        return busyNanos;
    }
}
