package io.gosling.tools.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A queue that does one piece of work at a time, in order of arrival: a processor, a disk, or a link. */
final class ServiceQueue implements Runnable {
    interface Work {
        void done();
    }

    private final Simulation simulation;
    /** A ring buffer: the first piece of work is in progress. */
    private long[] lengths = new long[16];

    private @Nullable Work[] works = new Work[16];
    private int first;
    private int size;
    private long busyNanos;
    private boolean halted;

    ServiceQueue(Simulation simulation) {
        this.simulation = simulation;
    }

    /** @param work null if nothing waits for it */
    void add(long nanos, @Nullable Work work) {
        if (size == works.length) {
            grow();
        }
        int last = (first + size++) & (works.length - 1);
        lengths[last] = nanos;
        works[last] = work;
        if (size == 1) {
            begin();
        }
    }

    private void begin() {
        busyNanos += lengths[first];
        simulation.after(lengths[first], this);
    }

    private void grow() {
        int length = works.length;
        long[] longer = Arrays.copyOf(lengths, 2 * length);
        @Nullable Work[] more = Arrays.copyOf(works, 2 * length);
        for (int i = 0; i < length; i++) {
            longer[i] = lengths[(first + i) & (length - 1)];
            more[i] = works[(first + i) & (length - 1)];
        }
        lengths = longer;
        works = more;
        first = 0;
    }

    @Override
    public void run() {
        if (halted) {
            return;
        }
        Work done = works[first];
        works[first] = null;
        first = (first + 1) & (works.length - 1);
        if (--size > 0) {
            begin();
        }
        if (done != null) {
            done.done();
        }
    }

    /** Stops for good; the remaining work is not done. */
    List<Work> halt() {
        halted = true;
        List<Work> left = new ArrayList<>();
        for (Work work : works) {
            if (work != null) {
                left.add(Objects.requireNonNull(work));
            }
        }
        return left;
    }

    /** For how long it has worked, and is going to with what it has begun. */
    long busyNanos() {
        return busyNanos;
    }
}
