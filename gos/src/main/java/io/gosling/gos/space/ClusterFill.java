package io.gosling.gos.space;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One fill of this node among those of the others: whether it brings the object for all, or has it from who does.
 *
 * <pre>
 *   1 locating   the row is asked; who wants to join waits for its answer
 *   2 leading    the row names this fill, or its owner did not answer and may name it: it asks a holder or the source, and
 *                admits other nodes
 *     following  the row names another node's: it is asked to let this one join. If that fails, 1 again, and the row is
 *                told whose failure it was: of a leader that is none, or that was of no use twice
 *     alone      nobody could be joined, {@link #TRIES} leaders in all: the source is asked, for this node only
 *   3 over
 * </pre>
 *
 * Only who leads admits, and who leads follows nobody any more: so no node waits for one that waits. What two owners of one
 * row may believe of it costs a second leader, never a wait.
 *
 * <p>Its steps are taken by the fill's own thread; the peer channel asks whether it admits. The monitor is held for moments.
 */
public final class ClusterFill {
    /** More leaders that fail in a row are not worth another try: the source is asked. */
    static final int TRIES = 3;

    private final FetchLeader mine;

    @GuardedBy("this")
    private Part part = Part.LOCATING;

    @GuardedBy("this")
    private FetchLeader failed = FetchLeader.NOBODY;

    /** Who was of no use once. */
    @GuardedBy("this")
    private FetchLeader doubtful = FetchLeader.NOBODY;

    @GuardedBy("this")
    private int joins;

    @GuardedBy("this")
    private int failures;

    @GuardedBy("this")
    private boolean asked;

    /** Complete while the row is not being asked. */
    @GuardedBy("this")
    private CompletableFuture<Void> heard = new CompletableFuture<>();

    private enum Part {
        LOCATING,
        LEADING,
        FOLLOWING,
        ALONE,
        OVER
    }

    /** What is to be done next. */
    public sealed interface Step {
        /** This node leads: from one of these holders, or from the source. */
        record Bring(List<Integer> holders) implements Step {}

        /** Another node leads: from it. */
        record Join(FetchLeader leader) implements Step {}

        /** From the source, for this node only. */
        record Alone() implements Step {}
    }

    /** What is said to a node that wants to join. */
    public enum Admission {
        ADMITTED,
        /** The row has not been heard yet. */
        NOT_YET,
        REFUSED
    }

    /** @param mine this node's tag with a number that no fill of it has had */
    public ClusterFill(FetchLeader mine) {
        this.mine = mine;
    }

    /** How the row calls this fill. */
    public FetchLeader mine() {
        return mine;
    }

    /** Whose failure the row is to be told with the next question. */
    public synchronized FetchLeader failed() {
        return failed;
    }

    /** What the row says; null when its owner did not answer in time. */
    public synchronized Step located(@Nullable EntrySummary reading) {
        // What was not answered in time may have been done all the same.
        asked = true;
        if (part != Part.LOCATING) {
            return new Step.Alone();
        }
        if (reading == null || reading.lead().equals(mine)) {
            // A row that could not be heard may name this fill all the same: then it does not lie.
            become(Part.LEADING);
            return new Step.Bring(reading == null ? List.of() : reading.holders());
        }
        FetchLeader leader = reading.lead();
        if (leader.isSomebody() && leader.tag() != mine.tag()) {
            become(Part.FOLLOWING);
            return new Step.Join(leader);
        }
        become(Part.ALONE);
        return new Step.Alone();
    }

    /**
     * Nothing, or no more, is to be had from a leader. The first time that may be a moment's trouble, of which nobody else
     * need know: to depose a leader that lives costs a request to the source.
     *
     * @param surely whether it is certain that it will be of no use
     * @return whether the row may be asked once more
     */
    public synchronized boolean leaderFailed(FetchLeader leader, boolean surely) {
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

    /** From now on the source is asked for this node only. */
    public synchronized void goAlone() {
        if (part != Part.OVER) {
            become(Part.ALONE);
        }
    }

    /**
     * The fill has ended.
     *
     * @return whether the row has to be told: it may name this fill
     */
    public synchronized boolean end() {
        become(Part.OVER);
        return asked;
    }

    /** What is said at this moment to a node that wants to join. */
    public synchronized Admission admission() {
        return switch (part) {
            case LEADING -> Admission.ADMITTED;
            case LOCATING -> Admission.NOT_YET;
            case FOLLOWING, ALONE, OVER -> Admission.REFUSED;
        };
    }

    /** The same, once the row has been heard, or after so long: a node may ask to join before this one knows that it leads. */
    public Admission admission(Duration patience) throws InterruptedException {
        CompletableFuture<Void> answer;
        synchronized (this) {
            answer = heard;
        }
        try {
            answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
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
