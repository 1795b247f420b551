package io.gosling.gos.quorum;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeRequest.Strength;
import io.gosling.purge.message.PurgeSelector;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Batches purges for the quorum protocol: while one is under way the next one is gathered, so the quorum members' disks
 * bound the rate of purges. Each batch is one purge, and a waiting caller gets its result. Names of a purge that is not
 * certain are gathered again, up to the bound, and are part of a later one. A purge waits for a node that is silent
 * until its lease is over; meanwhile a flush begins purges of all that is gathered, in parallel.
 * Safe for use by many threads; the lock is held for one pass over the batches, a thousand names each.
 */
final class PurgeBatcher {
    /** The owner reports an outcome under its lock, where nothing else may run. */
    private static final Executor OUTCOMES =
            task -> Thread.ofVirtual().name("gosling-forgotten").start(task);

    static final int MOST_WAITING = 1 << 16;

    /** Purges at a time: at four a second, for longer than a lease of the usual length. */
    static final int MOST_UNDER_WAY = 32;

    private final Function<PurgeRequest, CompletableFuture<PurgeOutcome>> purges;
    private final Consumer<PurgeSelector> left;

    @GuardedBy("this")
    private final Deque<Batch> gathered = new ArrayDeque<>();

    @GuardedBy("this")
    private final Set<Batch> underWay = new LinkedHashSet<>();

    private static final class Batch {
        final Set<PurgeSelector> names = new LinkedHashSet<>();
        final CompletableFuture<String> outcome = new CompletableFuture<>();
        int bytes;
        boolean awaited;

        boolean takes(PurgeSelector name) {
            return names.size() < PurgeRequest.MOST_SELECTORS && bytes + name.bytes() <= PurgeRequest.MOST_BYTES;
        }
    }

    /**
     * Creates a batcher.
     *
     * @param left receives, under the lock, the names dropped beyond the bound; must not block
     */
    PurgeBatcher(Function<PurgeRequest, CompletableFuture<PurgeOutcome>> purges, Consumer<PurgeSelector> left) {
        this.purges = purges;
        this.left = left;
    }

    /** Purges something soon: an empty string when that is certain, else the reason; null where too much waits. */
    @Nullable
    CompletableFuture<String> soon(PurgeSelector name) {
        Batch batch = gather(name, true);
        again();
        return batch == null ? null : batch.outcome.copy();
    }

    /** Adds to the next purge or {@link #flush}; false where too much waits. */
    boolean later(PurgeSelector name) {
        return gather(name, false) != null;
    }

    /** The same however much waits. */
    synchronized void laterInAnyCase(PurgeSelector name) {
        add(name, false);
    }

    /**
     * Begins purges of all that is gathered, beside those that are under way, up to {@link #MOST_UNDER_WAY}; the rest
     * is left to a later flush. Completes when all of these have ended.
     */
    CompletableFuture<?> flush() {
        List<Batch> begun = new ArrayList<>();
        CompletableFuture<?>[] ends;
        synchronized (this) {
            ends = Stream.concat(underWay.stream(), gathered.stream())
                    .map(batch -> batch.outcome.copy())
                    .toArray(CompletableFuture<?>[]::new);
            for (Batch batch = begin(); batch != null; batch = begin()) {
                begun.add(batch);
            }
        }
        begun.forEach(this::send);
        return CompletableFuture.allOf(ends);
    }

    private synchronized @Nullable Batch gather(PurgeSelector name, boolean awaited) {
        int waiting = gathered.stream().mapToInt(batch -> batch.names.size()).sum();
        return waiting >= MOST_WAITING ? null : add(name, awaited);
    }

    @GuardedBy("this")
    private Batch add(PurgeSelector name, boolean awaited) {
        Batch last = gathered.peekLast();
        if (last == null || !last.takes(name)) {
            last = new Batch();
            gathered.add(last);
        }
        if (last.names.add(name)) {
            last.bytes += name.bytes();
        }
        last.awaited |= awaited;
        return last;
    }

    /** Tries a purge of the gathered names, if none is under way. */
    void again() {
        Batch batch;
        synchronized (this) {
            batch = underWay.isEmpty() ? begin() : null;
        }
        send(batch);
    }

    @GuardedBy("this")
    private @Nullable Batch begin() {
        Batch batch = underWay.size() < MOST_UNDER_WAY ? gathered.poll() : null;
        if (batch != null) {
            underWay.add(batch);
        }
        return batch;
    }

    private void send(@Nullable Batch batch) {
        if (batch != null) {
            purge(List.copyOf(batch.names))
                    .whenCompleteAsync((result, failure) -> ended(batch, doubt(result, failure)), OUTCOMES);
        }
    }

    private CompletableFuture<PurgeOutcome> purge(List<PurgeSelector> names) {
        try {
            return purges.apply(new PurgeRequest(names, Strength.HARD));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Ends a batch; a failed one is retried with the next call. */
    private void ended(Batch batch, String doubt) {
        boolean news;
        synchronized (this) {
            underWay.remove(batch);
            if (!doubt.isEmpty()) {
                for (PurgeSelector name : batch.names) {
                    if (gather(name, false) == null) {
                        left.accept(name);
                    }
                }
            }
            news = gathered.stream().anyMatch(waiting -> waiting.awaited);
        }
        batch.outcome.complete(doubt);
        if (news) {
            again();
        }
    }

    private static String doubt(@Nullable PurgeOutcome result, @Nullable Throwable failure) {
        if (result == null) {
            return String.valueOf(failure);
        }
        return result.complete() ? "" : result.detail().isEmpty() ? "the purge is not certain" : result.detail();
    }
}
