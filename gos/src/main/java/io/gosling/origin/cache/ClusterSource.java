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
 * Where one flight's response comes from: the memory of a holder, the flight of another node, or the origin, which this
 * node then asks for all or for itself. Used by one thread at a time: the flight's, and its filling's after that.
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

    /** What to do. */
    sealed interface Found {
        /** Take it from another node. */
        record Given(JoinAnswer.Given response) implements Found {}

        /** What is here still holds, as another node has heard. */
        record Same(StoredReply reply) implements Found {}

        /** Ask the origin. */
        record Origin() implements Found {}

        /** Ask the origin, and whoever waits for this flight as well: the response is not for others. */
        record Apart() implements Found {}

        /** Ask nobody: the origin failed another node, which had asked it for all. */
        record Failed(OriginFailure why) implements Found {}
    }

    /**
     * @param tag the strong ETag of what is here and stale; empty for none
     * @param fits whether a response, with what tells its variant apart, is the one that this request selects, and may be
     *     used for it
     * @param patience for another node's header, however alive it is
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

    /** Finds one. A flight that was overtaken by a purge asks nobody but the origin: it must not stand in its successor's way. */
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

    /** Null when the row is to be asked once more. */
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

    /** What selects a variant. Not the client's secrets: what varies by them each node asks for itself. */
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

    /** What an answer is good for; null when it is none, or not for this request, and closed then. */
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

    /** Another one, after what was given has broken off. */
    Found findAgain() {
        FetchLeader broken = leader;
        boolean again = broken == null || fill.leaderFailed(broken, false);
        return broken != null && again ? find() : new Found.Origin();
    }

    /** Whether what another node holds of it is in this node's memory now, fresh or not: {@link SharedReplies#bringHeld}. */
    boolean bringsHeld(Predicate<StoredReply> wanted, ReplyIntake taker, Ticker ticker) {
        return others.bringHeld(key, wanted, taker, ticker);
    }

    /** The flight has ended; whether its response is in this node's memory. */
    void end(boolean held) {
        others.ended(key, fill, held);
    }
}
