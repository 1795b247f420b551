package io.gosling.origin.cache;

import io.gosling.caching.ByteSpan;
import io.gosling.caching.SliceLayout;
import io.gosling.caching.StoredResponseHead;
import io.gosling.document.Body;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.http.Response;
import io.gosling.origin.cache.VariantIndex.Key;
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
record SlicedResponseBuilder(int size, OriginHandler origin, InstantSource wall) {
    /** Returns true if a response may be stored in slices, which needs a strong ETag. */
    boolean fits(StoredResponseHead reply, long length) {
        return reply.hasStrongTag() && SliceLayout.fit(length, size);
    }

    /** Returns the range of whole slices to request; null for the client's own or the whole, as with If-Range. */
    @Nullable
    ByteSpan around(CacheRequest request, Key variantKey) {
        boolean may = size > 0
                && !variantKey.rangesPass()
                && request.slice() == null
                && request.method().equals("GET")
                && !request.headers().contains("If-Range");
        ByteSpan asked = may ? ByteSpan.requested(request.headers()) : null;
        return asked == null ? null : SliceLayout.around(asked, size);
    }

    /**
     * Answers as {@link CacheResponseBuilder#stored}.
     *
     * @param open a response of the origin that has some of the bytes, which passes over; null for none
     */
    Response answer(
            CacheRequest request,
            StoredResponseHead sliceIndex,
            CacheStatusMember handling,
            @Nullable OpenOriginResponse open,
            long nowNanos) {
        long length = sliceIndex.outlinedLength();
        if (!fits(sliceIndex, length)) {
            if (open != null) {
                open.giveUp();
            }
            return fetcher().passThrough(request, "partial");
        }
        SliceLayout cut = new SliceLayout(length, size);
        Representation whole = CacheResponseBuilder.representation(sliceIndex, length);
        List<ByteSpan> wanted = RequestedRangeResolver.of(request.method(), request.headers(), whole, wall.instant());
        SlicedBody body = new SlicedBody(origin.lookup, request, sliceIndex, cut, open);
        boolean passedOn = false;
        try {
            boolean onlyStored = request.terms().onlyStored();
            if ((onlyStored || wanted.size() > 1) && !body.hasAll(wanted)) {
                return onlyStored
                        ? fetcher()
                                .answers()
                                .failed(
                                        504,
                                        CacheStatusMember.forwarded("partial").because("only-if-cached"))
                        : fetcher().passThrough(request, "partial");
            }
            Response slice =
                    wanted.isEmpty() ? null : body.open(wanted.getFirst().first());
            if (slice != null && !body.isOpen()) {
                return instead(request, slice, body);
            }
            Body bytes = new Body.Streamed(request.isHead() ? InputStream.nullInputStream() : body, length);
            Response answer = fetcher()
                    .answers()
                    .answer(request, sliceIndex, sliceIndex.answered(), whole, bytes, told(slice, handling), nowNanos);
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
    private Response instead(CacheRequest request, Response slice, SlicedBody body) {
        if (!body.isRefused() && slice.status() >= 500) {
            return slice;
        }
        slice.discard();
        return fetcher().passThrough(request, "partial");
    }

    /** The handling, of the first needed slice if the whole was known. */
    private static CacheStatusMember told(@Nullable Response slice, CacheStatusMember handling) {
        if (slice == null || !handling.hit() || isFrom(slice, ResponseSource.LOCAL_MEMORY)) {
            return handling;
        }
        Long ttl = handling.ttl();
        CacheStatusMember forwarded = CacheStatusMember.forwarded("partial");
        CacheStatusMember told = ttl != null && isStored(slice) ? forwarded.asStored(ttl) : forwarded;
        return isFrom(slice, ResponseSource.PEER_MEMORY) ? told.from(ResponseSource.PEER_MEMORY) : told;
    }

    private static boolean isFrom(Response slice, ResponseSource place) {
        return slice.provenance() != null && slice.provenance().from() == place;
    }

    private static boolean isStored(Response slice) {
        String handled = slice.headers().joined("Cache-Status");
        return handled != null && handled.contains("; stored");
    }

    private OriginFetcher fetcher() {
        return origin.lookup.fetcher();
    }
}
