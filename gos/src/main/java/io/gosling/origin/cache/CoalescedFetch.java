package io.gosling.origin.cache;

import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.space.ClusterFetchState;
import io.gosling.gos.space.ClusterFetchState.Admission;
import io.gosling.gos.space.OriginFailure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One request to an origin that others for the same wait for. Any thread. */
final class CoalescedFetch {
    final ResponseMemory.Permit permit;
    private volatile @Nullable ClusterFetchState sharing;
    private volatile long beganNanos;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    /** The waiting requests, and the fetch itself. */
    private final AtomicInteger parties = new AtomicInteger(1);

    CoalescedFetch(ResponseMemory.Permit permit) {
        this.permit = permit;
    }

    void beginsAt(long nanos) {
        beganNanos = nanos;
    }

    /** True if it began so long ago and has no outcome. */
    boolean isOverdue(long nowNanos, long longestNanos) {
        return !outcome.isDone() && nowNanos - beganNanos > longestNanos;
    }

    boolean isFor(String url) {
        return permit.url().equals(url);
    }

    void sharedAs(ClusterFetchState other) {
        sharing = other;
    }

    long number() {
        ClusterFetchState shared = sharing;
        return shared == null ? 0 : shared.mine().number();
    }

    /** The answer at this moment to another node that wants to wait for it. */
    Admission admission() {
        ClusterFetchState shared = sharing;
        return isUntouched() && shared != null ? shared.admission() : Admission.REFUSED;
    }

    /** The same, once it is known or after so long. */
    Admission admission(Duration timeout) throws InterruptedException {
        ClusterFetchState shared = sharing;
        Admission said = shared == null ? Admission.REFUSED : shared.admission(timeout);
        return isUntouched() ? said : Admission.REFUSED;
    }

    boolean isUntouched() {
        return permit.isUntouched();
    }

    /** The result of a fetch, as far as the other waiting requests are concerned. */
    sealed interface Outcome {
        record Shared(StreamedFetch streamedReply) implements Outcome {}

        record InMemory() implements Outcome {}

        record Apart() implements Outcome {}

        /** @param reply the origin's own response; null where it has not answered */
        record Failed(OriginFailure why, @Nullable FailedOriginResponse reply) implements Outcome {
            boolean isFor(CacheRequest request) {
                return reply == null || reply.isFor(request);
            }
        }
    }

    void say(Outcome reached) {
        if (outcome.complete(reached) && reached instanceof Outcome.Shared shared) {
            shared.streamedReply().hold();
        }
    }

    /** Adds a waiting request until {@link #leave}, which keeps shared bytes; false when the fetch is over. */
    boolean enter() {
        return parties.getAndUpdate(there -> there == 0 ? 0 : there + 1) > 0;
    }

    /** Leaves: the fetch itself, or a request that has entered and got its result. */
    void leave() {
        if (parties.decrementAndGet() == 0 && outcome.getNow(null) instanceof Outcome.Shared shared) {
            shared.streamedReply().letGo();
        }
    }

    /** The outcome, or null when that is not known in time. */
    @Nullable
    Outcome await(Duration timeout) throws InterruptedException {
        try {
            return outcome.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return null;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
