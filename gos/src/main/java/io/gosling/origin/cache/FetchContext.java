package io.gosling.origin.cache;

import io.gosling.gos.memory.ResponseMemory;
import io.gosling.origin.cache.CoalescedFetch.Outcome;
import io.gosling.origin.cache.VariantIndex.Key;
import org.jspecify.annotations.Nullable;

/**
 * The request that a fetch answers, and those that wait for its result. Used by the fetch's thread, and by that of its
 * streamed response afterwards.
 */
final class FetchContext {
    final OriginFetcher fetcher;
    final CacheRequest request;
    final Key variantKey;
    /** The fetch as others join it; null if none may. */
    final @Nullable CoalescedFetch flight;

    final ResponseMemory.Permit permit;
    /** Asks the other nodes; null where that is not done. */
    @Nullable
    ClusterSourceFinder source;
    /** True if this node has stored the response. */
    boolean kept;
    /** True if the thread of the streamed response ends the fetch. */
    boolean streams;

    FetchContext(OriginFetcher fetcher, CacheRequest request, Key variantKey, @Nullable CoalescedFetch flight) {
        this.fetcher = fetcher;
        this.request = request;
        this.variantKey = variantKey;
        this.flight = flight;
        this.permit = flight == null ? fetcher.memory().permit(request.url()) : flight.permit;
    }

    /** Tells the waiting requests the result; the first counts. */
    void tell(Outcome outcome) {
        if (flight != null) {
            flight.say(outcome);
        }
    }

    /** Ends the fetch for the waiting requests and the other nodes. */
    void land() {
        if (flight != null) {
            fetcher.flights().end(variantKey.key(), flight);
        }
        if (source != null) {
            source.end(kept);
        }
    }

    /** Returns true if an answer may be for this client alone, whom a handler may know without a header. */
    boolean isForOne() {
        return request.identified().isPersonal();
    }

    long now() {
        return fetcher.ticker().nanos();
    }
}
