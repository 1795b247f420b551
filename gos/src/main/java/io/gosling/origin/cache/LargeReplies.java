package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.CacheStatusMember;
import io.gosling.caching.RequestedRange;
import io.gosling.caching.SliceLayout;
import io.gosling.caching.StoredReply;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.gos.memory.ReplyMemory;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.origin.cache.VariantIndex.Key;
import io.gosling.origin.slices.OpenReply;
import io.gosling.origin.slices.WantedBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers requests for large responses, of which only a slice index is stored as one object. Their bytes are slices,
 * each of them an object of its own, which is looked up, fetched, shared and stored as any other:
 *
 * <pre>
 *   1 the slice index determines the answer: all, a range, 304 or 416
 *   2 the first slice that it needs is there before the answer begins, so that its header is true
 *   3 the others follow as the client reads them: see {@link SlicedBody}
 * </pre>
 *
 * <p>Safe for use by many threads; blocks.
 *
 * @param size of a slice, in bytes; 0 for no slices
 */
record LargeReplies(int size, Door door, InstantSource wall) implements OriginAnswers.SliceIndexes {
    interface Door {
        Response find(Ask ask) throws IOException;

        Response aside(Ask ask, String why);

        /**
         * Drops a slice index that does not match the origin's response.
         *
         * @param other true if a server of the origin has another version; ranges then pass unchanged for a while
         */
        void forget(Ask ask, StoredReply sliceIndex, boolean other);

        void passRanges(Ask ask);

        /** True if range requests for the object are forwarded as clients send them. */
        boolean passesRanges(Ask ask);

        /** True if a 200 to this request may be kept. */
        boolean mayKeep(Ask ask, Headers response);

        boolean holds(String key);

        ReplyMemory.Permit permit(Ask ask);
    }

    /** Returns true if a response may be stored in slices, which needs a strong ETag. */
    boolean fits(StoredReply reply, long length) {
        return reply.hasStrongTag() && SliceLayout.fit(length, size);
    }

    /** Returns the range of whole slices to request; null for the client's own or the whole, as with If-Range. */
    @Nullable
    ByteSpan around(Ask ask, Key variantKey) {
        boolean may = size > 0
                && !variantKey.rangesPass()
                && ask.slice() == null
                && ask.method().equals("GET")
                && !ask.headers().contains("If-Range");
        ByteSpan asked = may ? RequestedRange.one(ask.headers()) : null;
        return asked == null ? null : SliceLayout.around(asked, size);
    }

    Response aside(Ask ask, String why) {
        return door.aside(ask, why);
    }

    @Override
    public Response answer(
            OriginAnswers answers,
            Ask ask,
            StoredReply sliceIndex,
            CacheStatusMember handling,
            ResponseSource place,
            @Nullable OpenReply open,
            long nowNanos) {
        long length = sliceIndex.outlinedLength();
        if (!fits(sliceIndex, length)) {
            if (open != null) {
                open.giveUp();
            }
            return door.aside(ask, "partial");
        }
        SliceLayout cut = new SliceLayout(length, size);
        Representation whole = OriginAnswers.representation(sliceIndex, length);
        List<ByteSpan> wanted = WantedBytes.of(ask.method(), ask.headers(), whole, wall.instant());
        SliceFetch sliceFetch = new SliceFetch(door, ask, sliceIndex, cut, open);
        SlicedBody body = new SlicedBody(cut, sliceFetch);
        boolean passedOn = false;
        try {
            boolean onlyStored = ask.terms().onlyStored();
            if ((onlyStored || wanted.size() > 1) && !sliceFetch.hasAll(wanted)) {
                return onlyStored
                        ? answers.failed(
                                504, CacheStatusMember.forwarded("partial").because("only-if-cached"))
                        : door.aside(ask, "partial");
            }
            Response slice =
                    wanted.isEmpty() ? null : body.open(wanted.getFirst().first());
            if (slice != null && !body.isOpen()) {
                return instead(ask, slice, sliceFetch);
            }
            Told told = told(slice, handling, place);
            InputStream bytes = ask.isHead() ? InputStream.nullInputStream() : body;
            Response answer = answers.inSlices(ask, sliceIndex, whole, bytes, told.handling, told.from, nowNanos);
            passedOn = slice != null;
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!passedOn) {
                body.close();
            }
        }
    }

    /** Returns the answer where the first slice cannot be fetched: the failure, or another current response. */
    private Response instead(Ask ask, Response slice, SliceFetch sliceFetch) {
        if (!sliceFetch.isRefused() && slice.status() >= 500) {
            return slice;
        }
        slice.discard();
        return door.aside(ask, "partial");
    }

    private record Told(CacheStatusMember handling, ResponseSource from) {}

    /** The handling, of the first needed slice if the whole was known. */
    private static Told told(@Nullable Response slice, CacheStatusMember handling, ResponseSource place) {
        if (slice == null || !handling.hit() || isFrom(slice, ResponseSource.LOCAL_MEMORY)) {
            return new Told(handling, place);
        }
        Long ttl = handling.ttl();
        CacheStatusMember forwarded = CacheStatusMember.forwarded("partial");
        CacheStatusMember told = ttl != null && isStored(slice) ? forwarded.asStored(ttl) : forwarded;
        ResponseSource peer = ResponseSource.PEER_MEMORY;
        return isFrom(slice, peer) ? new Told(told.because(peer.label()), peer) : new Told(told, ResponseSource.ORIGIN);
    }

    private static boolean isFrom(Response slice, ResponseSource place) {
        return slice.provenance() != null && slice.provenance().from() == place;
    }

    private static boolean isStored(Response slice) {
        String handled = slice.headers().joined("Cache-Status");
        return handled != null && handled.contains("; stored");
    }
}
