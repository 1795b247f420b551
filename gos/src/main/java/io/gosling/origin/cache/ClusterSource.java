package io.gosling.origin.cache;

import io.gosling.caching.StoredReply;
import io.gosling.document.Ticker;
import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.ReplyIntake;
import io.gosling.gos.objecttable.FetchLeader;
import io.gosling.gos.space.ClusterFetchState;
import io.gosling.gos.space.ClusterFetchState.Step;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.SharedReplies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the source of the response of one fetch: the memory of a holder, the fetch of another node, or the origin,
 * which this node then asks on behalf of all waiting requests or for its own alone. Used by one thread at a time.
 */
final class ClusterSource {
    private final SharedReplies others;
    private final Ask ask;
    private final String key;
    private final String tag;
    private final Flight flight;
    private final ClusterFetchState fill;
    private final Duration timeout;
    private final BiPredicate<StoredReply, String> fits;
    private @Nullable Node known;
    private boolean claimed;
    private @Nullable FetchLeader leader;

    /** The next action of the fetch. */
    sealed interface Found {
        record Given(JoinAnswer.Given response) implements Found {}

        /** The stored response is still valid, by another node. */
        record Same(StoredReply reply) implements Found {}

        record Origin() implements Found {}

        /** Ask the origin without sharing, like every waiting request. */
        record Apart() implements Found {}

        record Failed(OriginFailure why) implements Found {}
    }

    /**
     * @param tag the strong ETag of the stale copy here; empty for none
     * @param fits tests a response, with the key of its variant, against this request
     */
    ClusterSource(
            SharedReplies others,
            Ask ask,
            String key,
            String tag,
            Flight flight,
            ClusterFetchState fill,
            Duration timeout,
            BiPredicate<StoredReply, String> fits) {
        this.others = others;
        this.ask = ask;
        this.key = key;
        this.tag = tag;
        this.flight = flight;
        this.fill = fill;
        this.timeout = timeout;
        this.fits = fits;
    }

    /**
     * Finds a source; only the origin after a purge, so as not to obstruct the successor. A known holder is asked
     * before the fetch is claimed, unless there is a stale copy: the known ones are as stale.
     */
    Found find() {
        Node holder = tag.isEmpty() && flight.isUntouched() ? others.knownHolder(key) : null;
        known = holder;
        Found found = holder == null ? null : fit(others.fromHolder(key, holder, asking(JoinAsk.FROM_MEMORY), timeout));
        return found == null ? claim() : found;
    }

    /** Finds a source other than the known holder, with a claim. */
    private Found claim() {
        claimed = true;
        leader = null;
        Node asked = known;
        while (flight.isUntouched()) {
            switch (others.claim(key, fill)) {
                case Step.Alone alone -> {
                    return new Found.Origin();
                }
                case Step.Transfer transfer -> {
                    List<Integer> holders = transfer.holders().stream()
                            .filter(holder -> asked == null || asked.tag() != holder)
                            .toList();
                    Found found = fit(others.fromHolder(key, holders, asking(JoinAsk.FROM_MEMORY), timeout));
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
        JoinAnswer answer = others.join(led, asking(led.number()), timeout);
        switch (answer) {
            case JoinAnswer.Given given -> {
                return joined(led, answer);
            }
            case JoinAnswer.Same same -> {
                return joined(led, answer);
            }
            case JoinAnswer.Apart hitForMiss -> {
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

    private JoinAsk asking(long number) {
        return new JoinAsk(ask.url(), ask.sent().without("Cookie").without("Authorization"), tag, number);
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

    /** Returns a usable answer; null, with the answer closed, for any other. */
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

    /** Finds another source than the one whose body broke off. */
    Found findAgain() {
        FetchLeader broken = leader;
        boolean again = broken == null ? !claimed : fill.leaderFailed(broken, false);
        return again ? claim() : new Found.Origin();
    }

    /** Transfers another node's copy into this node's memory: {@link SharedReplies#transferHeld}. */
    boolean transfersHeld(Predicate<StoredReply> wanted, ReplyIntake taker, Ticker ticker) {
        return others.transferHeld(key, wanted, taker, ticker);
    }

    /** Ends the fetch. {@code held} is true if its response is in this node's memory. */
    void end(boolean held) {
        others.ended(key, fill, held);
    }
}
