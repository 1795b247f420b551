package io.gosling.origin.cache;

import io.gosling.caching.ReuseDecision;
import io.gosling.caching.StoredResponseHead;
import io.gosling.common.InterruptedWait;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.ServeWithoutLeasePolicy;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.http.Response;
import io.gosling.origin.cache.CoalescedFetch.Outcome;
import io.gosling.origin.cache.VariantIndex.Key;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the response to a GET or HEAD that the cache may answer: in memory, by the fetch of another request for the
 * same, or by a fetch of its own. Safe for use by many threads; blocks.
 */
record OriginLookup(OriginFetcher fetcher, ResponseInvalidation invalidation) {
    Response find(CacheRequest request) throws IOException {
        long now = ticker().nanos();
        Key variantKey = fetcher.key(request);
        try (StoredResponse copy = fetcher.memory().find(variantKey.key())) {
            ReuseDecision decision = copy == null ? null : copy.judge(request.terms(), now);
            Response unasked =
                    copy == null || decision == null ? null : unasked(request, variantKey, copy, decision, now);
            if (unasked != null) {
                return unasked;
            }
            boolean asked = decision == ReuseDecision.VALIDATE_AS_ASKED || decision == ReuseDecision.NOT_FOR_THIS;
            boolean alone = asked
                    || variantKey.hitForMiss()
                    || !fetcher.memory().mayServe()
                    || request.terms().credentials()
                    || request.terms().storesNothing();
            String missed = variantKey.varies() ? "vary-miss" : "uri-miss";
            String why = asked ? "request" : decision == ReuseDecision.VALIDATE_STALE ? "stale" : missed;
            StoredResponse known = decision == ReuseDecision.NOT_FOR_THIS ? null : copy;
            return forward(request, variantKey, known, why, alone);
        }
    }

    /** Answers from a copy without waiting for the origin, if that is permitted; null otherwise. */
    private @Nullable Response unasked(
            CacheRequest request, Key variantKey, StoredResponse copy, ReuseDecision decision, long now) {
        return switch (decision) {
            case SERVE -> fetcher.answers().stored(request, copy, hit(copy, now), now);
            case SERVE_AND_VALIDATE -> {
                fetcher.validateLater(request, variantKey);
                yield fetcher.answers().stored(request, copy, hit(copy, now), now);
            }
            case VALIDATE_STALE -> withoutLease(request, copy, now);
            case VALIDATE_AS_ASKED, NOT_FOR_THIS -> null;
        };
    }

    /** Answers from a fresh copy without a lease, if configured; null to ask the origin. Never from slices. */
    private @Nullable Response withoutLease(CacheRequest request, StoredResponse copy, long now) {
        ServeWithoutLeasePolicy choice = fetcher.memory().withoutLease();
        if (choice == ServeWithoutLeasePolicy.ASK
                || fetcher.memory().mayServe()
                || request.slice() != null
                || copy.reply().isSliceIndex()
                || !copy.lacksOnlyLease(request.terms(), now)) {
            return null;
        }
        return choice == ServeWithoutLeasePolicy.SERVE
                ? fetcher.answers().stored(request, copy, hit(copy, now).because(OriginHandler.NO_LEASE), now)
                : fetcher.answers()
                        .failed(503, CacheStatusMember.forwarded("stale").because(OriginHandler.NO_LEASE));
    }

    private static CacheStatusMember hit(StoredResponse copy, long now) {
        return CacheStatusMember.hit(copy.reply().freshFor(now).toSeconds());
    }

    /** @param copy the stored copy, which needs revalidation; the caller's */
    private Response forward(
            CacheRequest request, Key variantKey, @Nullable StoredResponse copy, String why, boolean alone)
            throws IOException {
        if (request.terms().onlyStored()) {
            return fetcher.answers()
                    .failed(504, CacheStatusMember.forwarded(why).because("only-if-cached"));
        }
        if (copy == null && (request.isHead() || passesThrough(request, variantKey, alone))) {
            return fetcher.passThrough(request, request.isHead() ? "method" : "partial");
        }
        if (alone) {
            return fetcher.ask(request, variantKey, copy, why, null);
        }
        CoalescedFetch mine = new CoalescedFetch(fetcher.memory().permit(request.url()));
        CoalescedFetch other = fetcher.flights().join(variantKey.key(), mine);
        if (other == null) {
            return lead(request, variantKey, copy, why, mine);
        }
        Response shared;
        try {
            Outcome outcome = await(other);
            shared = outcome == null ? null : share(request, variantKey, copy, why, outcome);
        } finally {
            other.leave();
        }
        if (shared != null) {
            return shared;
        }
        if (copy != null) {
            return fetcher.ask(request, variantKey, copy, why, null);
        }
        // The fetch that was waited for may have changed the place.
        Key found = fetcher.key(request);
        return passesThrough(request, found, found.hitForMiss())
                ? fetcher.passThrough(request, "partial")
                : fetcher.ask(request, found, null, why, null);
    }

    /** True if a range request is forwarded unchanged, without storing. */
    private boolean passesThrough(CacheRequest request, Key variantKey, boolean alone) {
        return isForPart(request, variantKey)
                && (alone || fetcher.storagePolicy().large().around(request, variantKey) == null);
    }

    /** Returns true if the request is for a true part; a range of the whole is answered from a normal fetch. */
    private static boolean isForPart(CacheRequest request, Key variantKey) {
        String range = request.headers().joined("Range");
        return range != null && (variantKey.hitForMiss() || !range.strip().equalsIgnoreCase("bytes=0-"));
    }

    /** Fetches for all waiting requests, unless a fetch has just stored the wanted response. */
    private Response lead(
            CacheRequest request, Key variantKey, @Nullable StoredResponse copy, String why, CoalescedFetch mine) {
        long now = ticker().nanos();
        try (OriginFetch fetch = new OriginFetch(fetcher, request, variantKey, copy, why, mine);
                StoredResponse landed = landed(request, now)) {
            if (landed == null) {
                return fetch.run();
            }
            // Requests that have joined meanwhile checked memory no later.
            mine.say(new Outcome.InMemory());
            return collapsed(request, landed, CacheStatusMember.forwarded(why), now);
        }
    }

    private @Nullable Outcome await(CoalescedFetch flight) throws IOException {
        try {
            return flight.await(fetcher.storagePolicy().settings().timeout());
        } catch (InterruptedException e) {
            throw InterruptedWait.during("waiting for another request to the origin");
        }
    }

    /** The answer to this request from the outcome of another request's fetch; null for none. */
    private @Nullable Response share(
            CacheRequest request, Key variantKey, @Nullable StoredResponse copy, String why, Outcome outcome) {
        long now = ticker().nanos();
        CacheStatusMember handling = CacheStatusMember.forwarded(why);
        return switch (outcome) {
            case Outcome.Shared shared -> {
                Response along = fetcher.along(request, shared.streamedReply(), handling, now);
                yield along == null ? collapsed(request, handling, now) : along;
            }
            case Outcome.InMemory kept -> collapsed(request, handling, now);
            case Outcome.Apart apart -> null;
            case Outcome.Failed failed -> failed(request, variantKey, copy, why, failed);
        };
    }

    private @Nullable Response failed(
            CacheRequest request, Key variantKey, @Nullable StoredResponse copy, String why, Outcome.Failed failed) {
        // Another node's copy may have been transferred meanwhile.
        try (StoredResponse transferred = copy == null ? fetcher.memory().take(variantKey.key()) : null) {
            StoredResponse known = copy == null ? transferred : copy;
            Response stale = fetcher.failures().staleIfAllowed(request, known, why, failed.why(), true);
            return stale == null && failed.isFor(request) ? fetcher.failures().told(request, why, failed) : stale;
        }
    }

    private @Nullable Response collapsed(CacheRequest request, CacheStatusMember handling, long now) {
        try (StoredResponse found = landed(request, now)) {
            return found == null ? null : collapsed(request, found, handling, now);
        }
    }

    /** Returns the copy that another request has fetched; null where this request may not use it. */
    private @Nullable StoredResponse landed(CacheRequest request, long now) {
        StoredResponse found = fetcher.memory().take(fetcher.key(request).key());
        if (found == null || found.judge(request.terms(), now) == ReuseDecision.SERVE) {
            return found;
        }
        found.close();
        return null;
    }

    private Response collapsed(CacheRequest request, StoredResponse found, CacheStatusMember handling, long now) {
        fetcher.memory().countShared();
        long ttl = found.reply().freshFor(now).toSeconds();
        return fetcher.answers().stored(request, found, handling.asCollapsed(ttl, ResponseSource.ORIGIN), now);
    }

    /**
     * Drops a slice index that does not match the origin's response, unless a newer version is here or being fetched.
     *
     * @param other true if a server of the origin has another version; ranges then pass unchanged for a while
     */
    void forget(CacheRequest request, StoredResponseHead sliceIndex, boolean other) {
        String key = fetcher.key(request).key();
        boolean current;
        try (StoredResponse there = fetcher.memory().take(key)) {
            current = there == null ? !fetcher.flights().isUnderWay(key) : there.isOf(sliceIndex);
        }
        if (current) {
            invalidation.forget(request.url());
            if (other) {
                fetcher.variantIndex().changed(request.url(), ticker().nanos());
            }
        }
    }

    private Ticker ticker() {
        return fetcher.ticker();
    }
}
