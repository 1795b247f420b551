package io.gosling.bench.simulate;

import java.util.ArrayDeque;

/** Does one piece of work at a time, in the order of their coming: a processor, or a disk. */
final class Processor implements Events.Event {
    /** Work of a known length. */
    interface Work {
        /** It is done, at the time of the simulation. */
        void done();
    }

    private record Waiting(long nanos, Work work) {}

    private final Simulation simulation;
    private final ArrayDeque<Waiting> queue = new ArrayDeque<>();
    private Work current = () -> {};
    private boolean busy;
    private long busyNanos;

    Processor(Simulation simulation) {
        this.simulation = simulation;
    }

    void add(long nanos, Work work) {
        if (busy) {
            queue.add(new Waiting(nanos, work));
        } else {
            begin(nanos, work);
        }
    }

    private void begin(long nanos, Work work) {
        busy = true;
        current = work;
        busyNanos += nanos;
        simulation.after(nanos, this);
    }

    @Override
    public void happen() {
        Work done = current;
        Waiting next = queue.poll();
        if (next == null) {
            busy = false;
        } else {
            begin(next.nanos(), next.work());
        }
        done.done();
    }

    /** For how long it has worked, and is going to with what it has begun. */
    long busyNanos() {
        return busyNanos;
    }
}
