package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.CacheHeaderSelector;
import io.gosling.caching.ContentRange;
import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoringRules;
import io.gosling.caching.StoringRules.Arrival;
import io.gosling.caching.StoringRules.Storing;
import io.gosling.document.ResponseSource;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.gos.space.OriginFailure;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.origin.cache.CoalescedFetch.Outcome;
import io.gosling.origin.upstream.Upstream;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A response whose header has come for a fetch: stored while it is sent, as a whole or as the index of its slices, or
 * passed on. Used by the fetch's thread.
 *
 * @param late true if it took so long that it is not stored
 */
record ArrivingResponse(OriginFetch fetch, CacheStatusMember handling, boolean late) {
    /** Reasons that do not apply to the URL's other requests. */
    private static final Set<String> OF_THIS_REQUEST =
            Set.of("request-no-store", "authorization", "status-206", "status-304", ResponseStoragePolicy.LATE);

    static boolean isOfThisRequest(String reason) {
        return OF_THIS_REQUEST.contains(reason);
    }

    private ResponseStoragePolicy policy() {
        return fetch.fetcher.storagePolicy();
    }

    /** Decides whether the response may be stored, and as what; late and private ones are not. */
    private Storing judge(Upstream.Answer answer, Arrival arrival) {
        CacheRequest asked = fetch.request.identified();
        Storing judged = policy().judge(asked, answer, arrival, late);
        boolean found =
                asked.terms().credentials() && !fetch.request.terms().credentials() && isOfThisRequest(judged.reason());
        // Of the URL, not of this request: others had better not wait for it.
        return found ? new Storing.NotStored("user") : judged;
    }

    /** @param inRanges true if the origin gives ranges of it */
    Response whole(Upstream.Answer came, Arrival arrival, boolean inRanges) throws IOException {
        Storing judged = judge(came, arrival);
        if (judged instanceof Storing.Stored stored) {
            StoredResponseHead reply = stored.reply();
            boolean sliced = inRanges
                    && !fetch.variantKey.hitForMiss()
                    && !fetch.variantKey.rangesPass()
                    && policy().isLarge(reply, came.length());
            return sliced
                    ? inSlices(reply, came, new ByteSpan(0, came.length() - 1), came.length())
                    : streamed(came, reply, ResponseSource.ORIGIN, policy().isShared(reply));
        }
        Upstream.Answer answer = FailureResponseBuilder.isOne(came.status()) ? sharedFailure(came) : came;
        String reason = judged.reason();
        if (answer.status() < 500 && !isOfThisRequest(reason)) {
            if (fetch.flight != null || fetch.variantKey.hitForMiss()) {
                policy().markHitForMiss(fetch.request);
            }
            if (isOfTheUrl(answer.status(), reason)) {
                policy().drop(fetch.variantKey);
            }
        }
        return fetch.fetcher.answers().passed(fetch.request, answer, handling.because(reason));
    }

    /**
     * Returns true if a response that is not stored replaces the stored one, and does not depend on the client, or the
     * moment.
     */
    private boolean isOfTheUrl(int status, String reason) {
        boolean refused = status >= 400 && status != 404 && status != 410;
        return !refused && !fetch.request.isPersonal() && !reason.equals(StoringRules.COOKIE);
    }

    /** Shares a failure with its body, if others may have it; returns it for this client. */
    private Upstream.Answer sharedFailure(Upstream.Answer answer) throws IOException {
        if (fetch.flight == null || fetch.isForOne()) {
            return answer;
        }
        OriginFailure why =
                FailureResponseBuilder.of(answer, fetch.fetcher.wall().instant());
        if (!FailedOriginResponse.mayBe(answer, policy().settings().endsInTime())) {
            fetch.tell(new Outcome.Failed(why, FailedOriginResponse.OF_ONE));
            return answer;
        }
        byte[] first = answer.body().readNBytes(FailedOriginResponse.MOST_BYTES + 1);
        boolean whole = first.length <= FailedOriginResponse.MOST_BYTES;
        FailedOriginResponse reply =
                new FailedOriginResponse(answer.status(), answer.headers(), first, fetch.request.sent());
        fetch.tell(new Outcome.Failed(why, whole ? reply : FailedOriginResponse.OF_ONE));
        InputStream begun = new ByteArrayInputStream(first);
        InputStream body = whole ? begun : new SequenceInputStream(begun, answer.body());
        return new Upstream.Answer(answer.status(), answer.headers(), answer.length(), body, answer::close);
    }

    /** Takes the answer to a request for some slices: a part of the whole, or the statement that there is none. */
    Response part(Upstream.Answer answer, ByteSpan wanted, Arrival arrival) {
        ContentRange came = answer.status() == 206 ? ContentRange.of(answer.headers()) : null;
        long bytes = came == null ? 0 : came.span().length();
        if (came == null || (answer.length() >= 0 && answer.length() != bytes)) {
            if (answer.status() == 206) {
                passRanges();
            }
            return passOn(answer, answer.status() == 416);
        }
        Upstream.Answer of = answer.with(200, ContentRange.ofWhole(answer.headers()), bytes);
        Storing judged = judge(of, arrival);
        if (judged instanceof Storing.Stored stored) {
            StoredResponseHead reply = stored.reply();
            if (came.isWhole() && fetch.fetcher.memory().admits(bytes)) {
                return streamed(of, reply, ResponseSource.ORIGIN, policy().isShared(reply));
            }
            if (came.answers(wanted) && policy().large().fits(reply, came.length())) {
                return inSlices(reply, answer, came.span(), came.length());
            }
            passRanges();
        } else if (fetch.flight != null && !isOfThisRequest(judged.reason())) {
            policy().markHitForMiss(fetch.request);
        }
        ByteSpan range = ByteSpan.requested(fetch.request.headers());
        return passOn(answer, range != null && came.answers(range));
    }

    private void passRanges() {
        if (fetch.flight != null) {
            policy().passRanges(fetch.request);
        }
    }

    /**
     * Forwards a response that cannot be stored. Another version makes the slice index unusable; a 416 tells only the
     * length.
     *
     * @param asked true if it answers the client's own range as well
     */
    private Response passOn(Upstream.Answer answer, boolean asked) {
        fetch.tell(new Outcome.Apart());
        if (!fetch.request.isPersonal() && answer.status() != 416) {
            policy().drop(fetch.variantKey);
        }
        if (asked) {
            return fetch.fetcher.answers().passed(fetch.request, answer, CacheStatusMember.forwarded("partial"));
        }
        answer.close();
        return fetch.fetcher.passThrough(fetch.request, "partial");
    }

    /** @param span the bytes of the whole, of this length, that the answer has */
    private Response inSlices(StoredResponseHead reply, Upstream.Answer answer, ByteSpan span, long length) {
        OpenOriginResponse open = new OpenOriginResponse(answer, fetch.permit, reply.tags(), span);
        return indexed(reply.sliceIndex(length), ResponseSource.ORIGIN, open);
    }

    /** Stores the slice index of a large response without its bytes, which are fetched on request. */
    Response indexed(StoredResponseHead sliceIndex, ResponseSource from, @Nullable OpenOriginResponse open) {
        long now = fetch.now();
        boolean shared = policy().isShared(sliceIndex);
        try (StoredResponse copied = policy().keepSliceIndex(fetch.request, fetch.permit, sliceIndex)) {
            boolean kept = copied.isKept();
            fetch.kept = kept;
            if (!shared || (!kept && isRefused(sliceIndex))) {
                policy().markHitForMiss(fetch.request);
            }
            fetch.tell(kept && shared ? new Outcome.InMemory() : new Outcome.Apart());
            return policy().large()
                    .answer(fetch.request, sliceIndex, handling.arrived(from, sliceIndex, kept, now), open, now);
        }
    }

    /** Returns true if memory has no room for it; a late response is no reason for hit-for-miss. */
    private boolean isRefused(StoredResponseHead sliceIndex) {
        return fetch.permit.isGoodFor(sliceIndex.tags())
                && !fetch.fetcher.memory().holds(fetch.variantKey.key());
    }

    /**
     * Stores a response while it is sent, by a thread of its own.
     *
     * @param from the source: the origin, another node, or the disk
     * @param shared true if others may wait for it
     */
    Response streamed(Upstream.Answer answer, StoredResponseHead reply, ResponseSource from, boolean shared) {
        StreamedFetch streamed =
                policy().stream(fetch.request, answer, reply, (ended, end, bytes) -> ended(ended, from, end, bytes));
        if (streamed == null) {
            // While requests go their own ways already, or its ranges do, this is no reason to go on with that.
            if (fetch.flight != null && !fetch.variantKey.rangesPass()) {
                policy().markHitForMiss(fetch.request);
            }
            policy().drop(fetch.variantKey);
            return fetch.fetcher.answers().passed(fetch.request, answer, handling.because("too-large"));
        }
        fetch.streams = true;
        StreamedResponseReader reader = streamed.leader();
        try {
            policy().place(fetch.request, reply);
            if (!shared) {
                policy().markHitForMiss(fetch.request);
                fetch.tell(new Outcome.Apart());
            } else if (streamed.length() >= 0 || reply.hasStrongTag()) {
                fetch.tell(new Outcome.Shared(streamed));
            }
            Thread.ofVirtual().name("gosling-origin-reply").start(streamed);
        } catch (Throwable e) {
            reader.close();
            streamed.giveUp();
            throw e;
        }
        long now = fetch.now();
        // The client that caused the fetch gets the response with the headers that are not stored.
        Headers given =
                CacheHeaderSelector.passedOn(answer.headers()).without("Age").without("Content-Length");
        return fetch.fetcher
                .answers()
                .coming(fetch.request, streamed, given, reader, handling.arrived(from, reply, true, now), now);
    }

    private void ended(StreamedFetch streamed, ResponseSource from, StreamedFetch.End end, @Nullable ByteBuf bytes) {
        ByteBuf body = bytes == null ? Unpooled.EMPTY_BUFFER : bytes.retain();
        try {
            fetch.kept = bytes != null && policy().keep(fetch.permit, fetch.request, streamed.reply, bytes);
            switch (end) {
                case WHOLE -> fetch.tell(new Outcome.Shared(streamed));
                case TOO_LARGE -> policy().markHitForMiss(fetch.request);
                case BROKEN -> {
                    if (from == ResponseSource.ORIGIN) {
                        fetch.tell(new Outcome.Failed(new OriginFailure(502, false), null));
                    }
                }
            }
            if (from == ResponseSource.ORIGIN && bytes != null) {
                policy().putIntoRepository(fetch.permit, fetch.request, streamed.reply, body);
            }
        } finally {
            body.release();
            fetch.land();
        }
    }
}
