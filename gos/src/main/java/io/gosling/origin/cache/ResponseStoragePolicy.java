package io.gosling.origin.cache;

import io.gosling.caching.ReuseDecision;
import io.gosling.caching.RevalidationHeaderBuilder;
import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoringRules;
import io.gosling.caching.StoringRules.Arrival;
import io.gosling.caching.StoringRules.Storing;
import io.gosling.caching.VariantKeyBuilder;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.gos.memory.DiskResponse;
import io.gosling.gos.memory.RepositoryResponse;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.Headers;
import io.gosling.origin.cache.VariantIndex.Key;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.origin.upstream.Upstream;
import io.gosling.origin.upstream.UpstreamSettings;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which responses of an origin may be stored, under which key, and with which header for the event-loop path.
 * Safe for use by many threads.
 *
 * @param slackNanos the longest time from sending a request to the origin until this node learns of its response
 */
record ResponseStoragePolicy(
        UpstreamSettings settings,
        ResponseMemory memory,
        LocalChangeTimes changes,
        VariantIndex variantIndex,
        CacheResponseBuilder answers,
        SlicedResponseBuilder large,
        StoringRules rules,
        Ticker ticker,
        long slackNanos) {
    /** The reason for not storing a response that took too long. */
    static final String LATE = "late";

    /** The header of a response that is given to another node must arrive within this time. */
    private static final Duration ON_ITS_WAY = Duration.ofMinutes(1);

    static ResponseStoragePolicy of(
            UpstreamSettings settings,
            ResponseMemory memory,
            LocalChangeTimes changes,
            VariantIndex variantIndex,
            CacheResponseBuilder answers,
            Ticker ticker) {
        return new ResponseStoragePolicy(
                settings,
                memory,
                changes,
                variantIndex,
                answers,
                answers.large(),
                new StoringRules(
                        settings.values().get(OriginSettings.HEURISTIC_TTL),
                        settings.values().get(OriginSettings.NEGATIVE_TTL),
                        settings.values().get(OriginSettings.ERROR_TTL)),
                ticker,
                // Another node's statement of elapsed time is late by its time in transit.
                settings.longestHeader().plus(ON_ITS_WAY).toNanos());
    }

    /** Returns true if a response took so long that ages no longer order it against others; it is not stored. */
    boolean isLate(long nanos) {
        return !settings.endsInTime() && nanos > settings.longestHeader().toNanos();
    }

    Storing judge(CacheRequest request, Upstream.Answer answer, Arrival arrival, boolean late) {
        boolean ends =
                answer.length() >= 0 || answer.headers().contains("Transfer-Encoding") || settings.endsForCertain();
        return ends
                ? inTime(rules.judge(request.headers(), answer.status(), answer.headers(), arrival), late)
                : new Storing.NotStored("no-end");
    }

    /** A private response stays private, also when it arrives late, and later requests must not wait for it. */
    private static Storing inTime(Storing judged, boolean late) {
        return late && judged instanceof Storing.Stored ? new Storing.NotStored(LATE) : judged;
    }

    /** Returns true if a 200 with these headers may be kept, if it has a validator. */
    boolean mayKeep(CacheRequest request, Headers response) {
        // The time of arrival determines its freshness, and not whether it may be stored.
        Arrival anytime = new Arrival(Instant.EPOCH, Instant.EPOCH, 0);
        return rules.judge(request.headers(), 200, response, anytime) instanceof Storing.Stored;
    }

    /** Decides whether a stored response may be stored again after a 304; null if that is about another one. */
    @Nullable
    Storing freshened(
            CacheRequest request,
            StoredResponseHead known,
            Upstream.Answer notModified,
            Arrival arrival,
            boolean late) {
        Storing judged =
                RevalidationHeaderBuilder.freshened(known, request.headers(), notModified.headers(), rules, arrival);
        return judged == null ? null : inTime(judged, late);
    }

    /** True if another node's response is the one that a request selects, and may be used for it unasked. */
    boolean isFor(CacheRequest request, StoredResponseHead reply, String variant) {
        return (!reply.isSliceIndex() || large.fits(reply, reply.outlinedLength()))
                && variant.equals(VariantKeyBuilder.of(reply.fields(), request.sent()))
                && reply.judge(request.terms(), ticker.nanos()) == ReuseDecision.SERVE
                && precede(request.url(), reply);
    }

    /** Returns true if a response of another node was requested after all changes that may concern it. */
    private boolean precede(String url, StoredResponseHead reply) {
        return changes.precede(PurgeTarget.base(url), reply.tags(), reply.receivedNanos() - slackNanos);
    }

    /** Returns true if requests during the fetch may share it: not if each has to revalidate it. */
    boolean isShared(StoredResponseHead reply) {
        return !reply.terms().validatedAlways()
                && reply.freshFor(ticker.nanos()).isPositive();
    }

    /** The record on disk for a request, if the request may use it at all; the origin has to revalidate it. */
    @Nullable
    DiskResponse findOnDisk(CacheRequest request, Key variantKey) {
        DiskResponse found = memory.findOnDisk(variantKey.key(), request.sent());
        return found == null || found.reply().judge(request.terms(), ticker.nanos()) == ReuseDecision.NOT_FOR_THIS
                ? null
                : found;
    }

    /** Loads a revalidated response from the disk; returns the copy to answer with, or null without its bytes. */
    @Nullable
    StoredResponse revive(
            CacheRequest request, ResponseMemory.Permit permit, DiskResponse found, StoredResponseHead reply) {
        int length = found.record().length();
        StoredResponse revived = memory.revive(
                permit,
                found,
                reply,
                CacheResponseBuilder.representation(reply, length),
                hot(found.record().key(), reply, length, CacheStatusMember.HIT));
        place(request, reply);
        return revived;
    }

    /** A response in the repository that answers a request unasked; null for none. Blocks. */
    @Nullable
    RepositoryResponse findInRepository(CacheRequest request, Key variantKey) {
        RepositoryResponse found =
                usesRepository(request) ? memory.findInRepository(variantKey.key(), request.sent()) : null;
        return found != null && isFor(request, found.reply(), found.variant()) ? found : null;
    }

    /** Puts a response of the origin into the repository, if that is configured; the body stays the caller's. */
    void putIntoRepository(ResponseMemory.Permit permit, CacheRequest request, StoredResponseHead reply, ByteBuf body) {
        if (usesRepository(request) && isShared(reply)) {
            memory.putIntoRepository(permit, key(request, reply), reply, body);
        }
    }

    private boolean usesRepository(CacheRequest request) {
        return request.slice() == null && settings.usesRepository();
    }

    /** Room for a response that is being fetched into memory; null when there is none. */
    @Nullable
    StreamedFetch stream(
            CacheRequest request, Upstream.Answer answer, StoredResponseHead reply, StreamedFetch.Owner owner) {
        // The upstream may be silent for ever; other requests wait for this.
        return StreamedFetch.of(
                answer, settings.endsInTime() ? null : settings.longestHeader(), reply, request.sent(), memory, owner);
    }

    /** Records the key of a response, so that requests for the same variant find it. */
    String place(CacheRequest request, StoredResponseHead reply) {
        String key = key(request, reply);
        variantIndex.place(request.url(), namesOf(reply), key, isShared(reply));
        return key;
    }

    private static String key(CacheRequest request, StoredResponseHead reply) {
        String variant = VariantKeyBuilder.of(reply.fields(), request.sent());
        return variant.isEmpty() ? request.url() : ResponseMemory.key(request.url(), variant);
    }

    /** Marks the URL as hit-for-miss, except for its slices. */
    void markHitForMiss(CacheRequest request) {
        if (request.slice() == null) {
            variantIndex.markHitForMiss(request.url(), ticker.nanos());
        }
    }

    /** Forwards range requests for this URL unchanged for a while. */
    void passRanges(CacheRequest request) {
        variantIndex.passRanges(request.url(), ticker.nanos());
    }

    void drop(Key variantKey) {
        memory.drop(List.of(variantKey.key()));
    }

    /** Offers the same bytes with another header; returns the copy to answer with. */
    StoredResponse freshen(
            CacheRequest request, ResponseMemory.Permit permit, StoredResponse known, StoredResponseHead header) {
        StoredResponseHead reply = header.inTheFormOf(known.reply());
        long length = known.representation().length();
        StoredResponse fresh = memory.freshen(
                permit,
                known,
                reply,
                CacheResponseBuilder.representation(reply, length),
                hot(request.url(), reply, length, CacheStatusMember.HIT));
        place(request, reply);
        return fresh;
    }

    /** Offers the slice index of a large response; returns the copy to answer with, stored or not. */
    StoredResponse keepSliceIndex(CacheRequest request, ResponseMemory.Permit permit, StoredResponseHead sliceIndex) {
        return memory.keepSliceIndex(
                permit, place(request, sliceIndex), sliceIndex, CacheResponseBuilder.representation(sliceIndex, 0));
    }

    /** Returns true if a response is stored in slices: it is too large to be stored as one object. */
    boolean isLarge(StoredResponseHead reply, long length) {
        return reply.status() == 200 && !memory.admits(length) && large.fits(reply, length);
    }

    /** Offers the whole response to a request, whose bytes pass over; returns true if it is kept. */
    boolean keep(ResponseMemory.Permit permit, CacheRequest request, StoredResponseHead reply, ByteBuf bytes) {
        return keep(permit, key(request, reply), reply, bytes);
    }

    private boolean keep(ResponseMemory.Permit permit, String key, StoredResponseHead reply, ByteBuf bytes) {
        int length = bytes.readableBytes();
        return memory.keep(
                permit,
                key,
                reply,
                CacheResponseBuilder.representation(reply, length),
                hot(key, reply, length, CacheStatusMember.HIT),
                bytes);
    }

    /** The headers of another node's response, if it may be sent to all plain requests; or none. No lock. */
    PreparedHeaders fromOther(String url, StoredResponseHead reply, long length) {
        CacheStatusMember handling = CacheStatusMember.forwarded("uri-miss").from(ResponseSource.PEER_MEMORY);
        return isShared(reply) && precede(url, reply) ? hot(url, reply, length, handling) : PreparedHeaders.none();
    }

    boolean adopt(ResponseMemory.Permit permit, String key, StoredResponseHead reply, ByteBuf bytes) {
        boolean usable = !reply.isSliceIndex() || large.fits(reply, reply.outlinedLength());
        if (!usable || !precede(permit.url(), reply)) {
            bytes.release();
            return false;
        }
        if (!ResponseMemory.isSlice(key)) {
            variantIndex.place(permit.url(), namesOf(reply), key, isShared(reply));
        }
        return keep(permit, key, reply, bytes);
    }

    /** Returns true if two responses of one URL vary by the same headers. */
    static boolean varySame(StoredResponseHead one, StoredResponseHead other) {
        return namesOf(one).equals(namesOf(other));
    }

    private static List<String> namesOf(StoredResponseHead reply) {
        return VariantKeyBuilder.namesOf(reply.fields());
    }

    /** Returns the header for the event-loop path, or none for a part or a response that each request must judge. */
    private PreparedHeaders hot(String key, StoredResponseHead reply, long length, CacheStatusMember handling) {
        boolean plain = settings.mayBeHot()
                && !reply.terms().validatedAlways()
                && namesOf(reply).isEmpty()
                && PurgeTarget.base(key).equals(key)
                && reply.status() != 204
                && !reply.isSliceIndex();
        return plain ? answers.prepared(reply, length, handling) : PreparedHeaders.none();
    }
}
