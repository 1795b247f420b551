package io.gosling.origin.cache;

import io.gosling.caching.ReuseDecision;
import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.space.ClusterResponseSharing;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.origin.cache.VariantIndex.Key;
import io.gosling.origin.upstream.Upstream;
import java.io.IOException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * Answers a GET that memory did not: from another node, or by asking the origin, each time by an {@link OriginFetch}.
 * Blocks.
 */
record OriginFetcher(
        Upstream upstream,
        ResponseMemory memory,
        ClusterResponseSharing others,
        VariantIndex variantIndex,
        CoalescedFetches flights,
        ResponseStoragePolicy storagePolicy,
        FailureResponseBuilder failures,
        CacheResponseBuilder answers,
        Ticker ticker,
        InstantSource wall) {
    Key key(CacheRequest request) {
        return variantIndex.find(request.url(), request.sent(), ticker.nanos());
    }

    /** Asks the origin for one client alone, and stores nothing. */
    Response passThrough(CacheRequest request, String why) {
        try {
            Upstream.Answer answer = upstream.send(new Upstream.Message(
                    request.method(), request.target(), request.sent(), null, request.caller(), request.interim()));
            return answers.passed(request, answer, CacheStatusMember.forwarded(why));
        } catch (IOException e) {
            return failures.refusal(e, CacheStatusMember.forwarded(why));
        }
    }

    /** Revalidates a stale copy, which is being served, in the background. */
    void validateLater(CacheRequest request, Key variantKey) {
        CoalescedFetch mine = new CoalescedFetch(memory.permit(request.url()));
        if (flights.current(variantKey.key(), mine) != null) {
            return;
        }
        CacheRequest nobody = request.withoutBytes();
        Thread.ofVirtual().name("gosling-origin-validation").start(() -> {
            try (StoredResponse copy = memory.take(variantKey.key())) {
                ask(nobody, variantKey, copy, "stale", mine).discard();
            }
        });
    }

    /** Loads the record of a URL from the disk into memory, unless it is there or a fetch is under way. */
    void revive(CacheRequest request) {
        Key variantKey = key(request);
        CoalescedFetch mine = new CoalescedFetch(memory.permit(request.url()));
        if (memory.holds(variantKey.key()) || flights.current(variantKey.key(), mine) != null) {
            return;
        }
        try (OriginFetch fetch = new OriginFetch(this, request.withoutBytes(), variantKey, null, "stale", mine)) {
            if (fetch.isOnDisk()) {
                fetch.run().discard();
            }
        }
    }

    /** Fetches for a request, and for those that wait for the fetch; the copy remains the caller's. */
    Response ask(
            CacheRequest request,
            Key variantKey,
            @Nullable StoredResponse copy,
            String why,
            @Nullable CoalescedFetch flight) {
        try (OriginFetch fetch = new OriginFetch(this, request, variantKey, copy, why, flight)) {
            return fetch.run();
        }
    }

    /** Reads along with another request's fetch; null where this request may not, or the bytes are gone. */
    @Nullable
    Response along(CacheRequest request, StreamedFetch streamedReply, CacheStatusMember handling, long now) {
        StoredResponseHead reply = streamedReply.reply;
        Headers fields = reply.fields();
        boolean same =
                VariantKeyBuilder.of(fields, request.sent()).equals(VariantKeyBuilder.of(fields, streamedReply.asked));
        if (!same || reply.judge(request.terms(), now) != ReuseDecision.SERVE) {
            return null;
        }
        StreamedResponseReader reader =
                streamedReply.tryReader(new BodyResumption(reply, request, request.of(upstream), null));
        if (reader == null) {
            return null;
        }
        memory.countShared();
        long ttl = reply.freshFor(now).toSeconds();
        return answers.coming(
                request, streamedReply, fields, reader, handling.asCollapsed(ttl, ResponseSource.LOCAL_MEMORY), now);
    }
}
