package io.gosling.gos.space;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The state of one fetch of this node among those of the other nodes: whether it fetches the object for all, or gets
 * it from the node that does.
 *
 * <pre>
 *   1 locating   the directory entry is read; requests to join wait for its answer
 *   2 leading    the entry names this fetch, or its owner did not answer and may name it: it asks a holder or the
 *                source, and admits other nodes
 *     following  the entry names another node's: it is asked to let this one join. If that fails, 1 again, and the
 *                entry learns which leader failed: one that does not lead, or one that was of no use twice
 *     alone      no leader could be joined, {@link #TRIES} in all: the source is asked, for this node only
 *   3 over
 * </pre>
 *
 * <p>Only a leader admits, and a leader no longer follows: so no node waits for one that waits. If two owners of one
 * entry disagree about it, the cost is a second leader, never a wait.
 *
 * <p>Its steps are taken by the fetch's own thread; the peer channel asks whether it admits. The monitor is held for
 * moments.
 */
public final class ClusterFetchState {
    /** The number of leaders tried; after this many failures in a row the source is asked. */
    static final int TRIES = 3;

    private final FetchLeaderTag mine;

    @GuardedBy("this")
    private Part part = Part.LOCATING;

    @GuardedBy("this")
    private FetchLeaderTag failed = FetchLeaderTag.NOBODY;

    @GuardedBy("this")
    private FetchLeaderTag doubtful = FetchLeaderTag.NOBODY;

    @GuardedBy("this")
    private int joins;

    @GuardedBy("this")
    private int failures;

    @GuardedBy("this")
    private boolean asked;

    /** The request for the directory entry under way; complete without one. */
    @GuardedBy("this")
    private CompletableFuture<Void> heard = new CompletableFuture<>();

    private enum Part {
        LOCATING,
        LEADING,
        FOLLOWING,
        ALONE,
        OVER
    }

    public sealed interface Step {
        /** Lead: fetch from one of these holders, or from the source. */
        record Lead(List<Integer> holders) implements Step {}

        /** Fetch from the leading node. */
        record Join(FetchLeaderTag leader) implements Step {}

        record Alone() implements Step {}
    }

    /** The answer to a node that wants to join a fetch. */
    public enum Admission {
        ADMITTED,
        /** The directory entry is not known yet. */
        NOT_YET,
        REFUSED
    }

    /** @param mine this node's tag with a number that no fetch of it has had */
    public ClusterFetchState(FetchLeaderTag mine) {
        this.mine = mine;
    }

    /** The identity of this fetch in the directory entry. */
    public FetchLeaderTag mine() {
        return mine;
    }

    /** The leader whose failure is to be reported with the next request. */
    public synchronized FetchLeaderTag failed() {
        return failed;
    }

    /**
     * Called before the directory entry is asked; false where the fetch no longer needs it. A request without an answer
     * may take effect nevertheless, so the entry has to be told of the end.
     */
    synchronized boolean asks() {
        asked |= part == Part.LOCATING;
        return part == Part.LOCATING;
    }

    /** Takes the directory entry; null when its owner did not answer in time. */
    public synchronized Step located(@Nullable EntrySummary reading) {
        if (part != Part.LOCATING) {
            return new Step.Alone();
        }
        if (reading == null || reading.lead().equals(mine)) {
            // An entry whose owner did not answer may name this fetch nevertheless.
            become(Part.LEADING);
            return new Step.Lead(reading == null ? List.of() : reading.holders());
        }
        FetchLeaderTag leader = reading.lead();
        if (leader.isSomebody() && leader.tag() != mine.tag()) {
            become(Part.FOLLOWING);
            return new Step.Join(leader);
        }
        become(Part.ALONE);
        return new Step.Alone();
    }

    /**
     * Records a leader's failure. The first is not reported, since deposing a live leader costs a request to the
     * source.
     *
     * @param surely true if it is certainly useless
     * @return true if the directory entry may be read once more
     */
    public synchronized boolean leaderFailed(FetchLeaderTag leader, boolean surely) {
        joins++;
        if (surely || leader.equals(doubtful)) {
            failures++;
            failed = leader;
        }
        doubtful = leader;
        boolean again = part == Part.FOLLOWING && failures < TRIES && joins < 2 * TRIES;
        become(again ? Part.LOCATING : part == Part.OVER ? Part.OVER : Part.ALONE);
        return again;
    }

    /** Lets this node ask the source for itself only. */
    public synchronized void goAlone() {
        if (part != Part.OVER) {
            become(Part.ALONE);
        }
    }

    /**
     * Ends the fetch.
     *
     * @return true if the directory entry has to be updated: it may name this fetch
     */
    public synchronized boolean end() {
        become(Part.OVER);
        return asked;
    }

    /** The answer at this moment to a node that wants to join. */
    public synchronized Admission admission() {
        return switch (part) {
            case LEADING -> Admission.ADMITTED;
            case LOCATING -> Admission.NOT_YET;
            case FOLLOWING, ALONE, OVER -> Admission.REFUSED;
        };
    }

    /**
     * The same, once the directory entry is known, or after the timeout: a node may ask to join before this one knows
     * that it leads.
     */
    public Admission admission(Duration timeout) throws InterruptedException {
        CompletableFuture<Void> answer;
        synchronized (this) {
            answer = heard;
        }
        try {
            answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return Admission.NOT_YET;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
        return admission();
    }

    @GuardedBy("this")
    private void become(Part next) {
        part = next;
        if (next == Part.LOCATING) {
            heard = new CompletableFuture<>();
        } else {
            heard.complete(null);
        }
    }
}
