package io.gosling.origin.cache;

import io.gosling.caching.StoredReply;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.ReplyIntake;
import io.gosling.gos.objecttable.FetchLeader;
import io.gosling.gos.space.ClusterFill;
import io.gosling.gos.space.ClusterFill.Step;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.SharedReplies;
import io.gosling.http.Headers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the source of the response of one fetch: the memory of a holder, the fetch of another node, or the origin,
 * which this node then asks for all waiting requests or for its own alone. Used by one thread at a time: that of the
 * flight, and that of its filling afterwards.
 */
final class ClusterSource {
    private final SharedReplies others;
    private final Ask ask;
    private final String key;
    private final String tag;
    private final Flight flight;
    private final ClusterFill fill;
    private final Duration patience;
    private final BiPredicate<StoredReply, String> fits;
    private @Nullable FetchLeader leader;

    /** The next action of the fetch. */
    sealed interface Found {
        /** Take it from another node. */
        record Given(JoinAnswer.Given response) implements Found {}

        /** The stored response is still valid, as another node has learnt. */
        record Same(StoredReply reply) implements Found {}

        /** Ask the origin. */
        record Origin() implements Found {}

        /** Ask the origin, and so must every request that waits for this fetch: the response cannot be shared. */
        record Apart() implements Found {}

        /** Ask nobody: the origin failed another node, which had asked it for all. */
        record Failed(OriginFailure why) implements Found {}
    }

    /**
     * @param tag the strong ETag of the stale copy here; empty for none
     * @param fits whether a response, with the key of its variant, is the one that this request selects, and may
     *     be used for it
     * @param patience the timeout for another node's header, however alive it is
     */
    ClusterSource(
            SharedReplies others,
            Ask ask,
            String key,
            String tag,
            Flight flight,
            ClusterFill fill,
            Duration patience,
            BiPredicate<StoredReply, String> fits) {
        this.others = others;
        this.ask = ask;
        this.key = key;
        this.tag = tag;
        this.flight = flight;
        this.fill = fill;
        this.patience = patience;
        this.fits = fits;
    }

    /**
     * Finds a source. A flight that was overtaken by a purge asks only the origin: it must not obstruct its successor.
     */
    Found find() {
        leader = null;
        while (flight.isUntouched()) {
            switch (others.locate(key, fill)) {
                case Step.Alone alone -> {
                    return new Found.Origin();
                }
                case Step.Bring bring -> {
                    Found found = fit(others.fromHolder(key, bring.holders(), asking(JoinAsk.FROM_MEMORY), patience));
                    return found == null ? new Found.Origin() : found;
                }
                case Step.Join join -> {
                    Found found = join(join.leader());
                    if (found != null) {
                        return found;
                    }
                }
            }
        }
        fill.goAlone();
        return new Found.Origin();
    }

    /** Joins the leader's fetch; null when the directory entry is to be read once more. */
    private @Nullable Found join(FetchLeader led) {
        JoinAnswer answer = others.join(led, asking(led.number()), patience);
        switch (answer) {
            case JoinAnswer.Given given -> {
                return joined(led, answer);
            }
            case JoinAnswer.Same same -> {
                return joined(led, answer);
            }
            case JoinAnswer.Apart apart -> {
                fill.goAlone();
                return new Found.Apart();
            }
            case JoinAnswer.Failed failed -> {
                fill.goAlone();
                return new Found.Failed(failed.why());
            }
            case JoinAnswer.Full living -> {
                fill.goAlone();
                return new Found.Origin();
            }
            case JoinAnswer.NotHeld ended -> {
                return fill.leaderFailed(led, true) ? null : new Found.Origin();
            }
            case JoinAnswer.Refused refused -> {
                return fill.leaderFailed(led, !refused.again()) ? null : new Found.Origin();
            }
        }
    }

    /**
     * The headers that select a variant. Not the client's credentials: each node fetches responses that vary by them
     * for itself.
     */
    private Headers told() {
        return ask.sent().without("Cookie").without("Authorization");
    }

    private JoinAsk asking(long number) {
        return new JoinAsk(ask.url(), told(), tag, number);
    }

    private Found joined(FetchLeader led, JoinAnswer answer) {
        Found found = fit(answer);
        if (found == null) {
            fill.goAlone();
            return new Found.Origin();
        }
        leader = led;
        return found;
    }

    /** The result of an answer; null when it is none, or not for this request, and closed then. */
    private @Nullable Found fit(@Nullable JoinAnswer answer) {
        if (answer instanceof JoinAnswer.Same same) {
            return fits.test(same.reply(), same.variant()) ? new Found.Same(same.reply()) : null;
        }
        if (!(answer instanceof JoinAnswer.Given given)) {
            return null;
        }
        boolean fit = false;
        try {
            fit = fits.test(given.reply(), given.variant());
            return fit ? new Found.Given(given) : null;
        } finally {
            if (!fit) {
                close(given);
            }
        }
    }

    static void close(JoinAnswer.Given given) {
        try {
            given.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Finds another source, after the first one has broken off. */
    Found findAgain() {
        FetchLeader broken = leader;
        boolean again = broken == null || fill.leaderFailed(broken, false);
        return broken != null && again ? find() : new Found.Origin();
    }

    /**
     * Transfers another node's copy into this node's memory, fresh or not; returns whether it is there:
     * {@link SharedReplies#bringHeld}.
     */
    boolean bringsHeld(Predicate<StoredReply> wanted, ReplyIntake taker, Ticker ticker) {
        return others.bringHeld(key, wanted, taker, ticker);
    }

    /** Ends the fetch. {@code held} tells whether its response is in this node's memory. */
    void end(boolean held) {
        others.ended(key, fill, held);
    }
}
