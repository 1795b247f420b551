package io.gosling.origin.cache;

import io.gosling.caching.StoredResponseHead;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.space.ClusterFetchState;
import io.gosling.gos.space.ClusterFetchState.Step;
import io.gosling.gos.space.ClusterResponseSharing;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseResult;
import io.gosling.http.Headers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the source of the response of one fetch: the memory of a holder, the fetch of another node, or the origin,
 * which this node then asks on behalf of all waiting requests or for its own alone. Used by one thread at a time.
 */
final class ClusterSourceFinder {
    private final OriginFetch fetch;
    private final String tag;
    private final CoalescedFetch flight;
    private final ClusterFetchState sharing;
    private final BiPredicate<StoredResponseHead, String> fits;
    private @Nullable ClusterMember known;
    private boolean claimed;
    private @Nullable FetchLeaderTag leader;

    /**
     * @param tag the strong ETag of the stale copy here; empty for none
     * @param fits tests a response, with the key of its variant, against this request
     */
    ClusterSourceFinder(
            OriginFetch fetch,
            String tag,
            CoalescedFetch flight,
            ClusterFetchState sharing,
            BiPredicate<StoredResponseHead, String> fits) {
        this.fetch = fetch;
        this.tag = tag;
        this.flight = flight;
        this.sharing = sharing;
        this.fits = fits;
    }

    /**
     * Finds an answer to use: {@link SharedResponseResult.Given}, {@link SharedResponseResult.Same}, {@link
     * SharedResponseResult.Apart} or {@link SharedResponseResult.Failed}; null where the origin is to be asked. That is
     * so after a purge, so as not to obstruct the successor. A known holder is asked before the fetch is claimed,
     * unless there is a stale copy: the known ones are as stale.
     */
    @Nullable
    SharedResponseResult find() {
        ClusterMember holder = tag.isEmpty() && flight.isUntouched() ? others().knownHolder(key()) : null;
        known = holder;
        SharedResponseResult found = holder == null
                ? null
                : fit(others().fromHolder(key(), holder, asking(SharedResponseRequest.FROM_MEMORY), timeout()));
        return found == null ? claim() : found;
    }

    /** Finds a source other than the known holder, with a claim. */
    private @Nullable SharedResponseResult claim() {
        claimed = true;
        leader = null;
        ClusterMember asked = known;
        while (flight.isUntouched()) {
            switch (others().claim(key(), sharing)) {
                case Step.Alone alone -> {
                    return null;
                }
                case Step.Lead lead -> {
                    List<Integer> holders = lead.holders().stream()
                            .filter(holder -> asked == null || asked.tag() != holder)
                            .toList();
                    SharedResponseRequest ask = asking(SharedResponseRequest.FROM_MEMORY);
                    return fit(others().fromHolder(key(), holders, ask, timeout()));
                }
                case Step.Join join -> {
                    FetchLeaderTag led = join.leader();
                    SharedResponseResult answer = others().join(led, asking(led.number()), timeout());
                    if (!(answer instanceof SharedResponseResult.NotHeld
                            || answer instanceof SharedResponseResult.Refused)) {
                        return joined(led, answer);
                    }
                    boolean surely = !(answer instanceof SharedResponseResult.Refused refused && refused.again());
                    if (!sharing.leaderFailed(led, surely)) {
                        return null;
                    }
                }
            }
        }
        sharing.goAlone();
        return null;
    }

    private SharedResponseRequest asking(long number) {
        Headers sent = fetch.request.sent().without("Cookie").without("Authorization");
        return new SharedResponseRequest(fetch.request.url(), sent, tag, number);
    }

    /** Returns the leader's answer, if it is of use; all but a response ends the sharing. */
    private @Nullable SharedResponseResult joined(FetchLeaderTag led, SharedResponseResult answer) {
        boolean ends = answer instanceof SharedResponseResult.Apart || answer instanceof SharedResponseResult.Failed;
        SharedResponseResult found = ends ? answer : fit(answer);
        if (ends || found == null) {
            sharing.goAlone();
        } else {
            leader = led;
        }
        return found;
    }

    /** Returns a usable response; null, with the answer closed, for any other. */
    private @Nullable SharedResponseResult fit(@Nullable SharedResponseResult answer) {
        boolean fit = answer instanceof SharedResponseResult.Same same
                ? fits.test(same.reply(), same.variant())
                : answer instanceof SharedResponseResult.Given given && fits.test(given.reply(), given.variant());
        if (!fit && answer instanceof SharedResponseResult.Given given) {
            close(given);
        }
        return fit ? answer : null;
    }

    static void close(SharedResponseResult.Given given) {
        try {
            given.body().close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** As {@link #find}, a source other than the one whose body broke off. */
    @Nullable
    SharedResponseResult findAgain() {
        FetchLeaderTag broken = leader;
        boolean again = broken == null ? !claimed : sharing.leaderFailed(broken, false);
        return again ? claim() : null;
    }

    /** Ends the fetch. {@code held} is true if its response is in this node's memory. */
    void end(boolean held) {
        others().ended(key(), sharing, held);
    }

    private ClusterResponseSharing others() {
        return fetch.fetcher.others();
    }

    private String key() {
        return fetch.variantKey.key();
    }

    private Duration timeout() {
        return fetch.fetcher.storagePolicy().settings().timeout();
    }
}
