package io.gosling.origin.cache;

import io.gosling.caching.CacheStatusMember;
import io.gosling.caching.RequestedRange;
import io.gosling.caching.SliceLayout;
import io.gosling.caching.Span;
import io.gosling.caching.StoredReply;
import io.gosling.document.Body;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.gos.memory.ReplyMemory;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.origin.cache.VariantIndex.Place;
import io.gosling.origin.slices.OpenReply;
import io.gosling.origin.slices.WantedBytes;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers for responses of which only an outline is kept as one object. Their bytes are segments, each of them an object
 * of its own, which is found, asked for, shared and kept as any other:
 *
 * <pre>
 *   1 the outline says what the answer is: all, a range, 304 or 416
 *   2 the first segment that it needs is there before the answer begins, so that its header is true
 *   3 the others follow as the client takes them: see {@link SlicedBody}
 * </pre>
 *
 * Safe for use by many threads; blocks.
 */
final class LargeReplies implements OriginAnswers.Outlines {
    private final int size;
    private final Door door;
    private final InstantSource wall;

    /** What it needs of its handler. */
    interface Door {
        /** As if a client had asked. */
        Response find(Ask ask) throws IOException;

        /** Asks the origin as the client did. */
        Response aside(Ask ask, String why);

        /**
         * What is known so of the answer to a request is not what the origin has.
         *
         * @param other whether a server of the origin has another version. Which one is asked next may differ: ranges go out
         *     as clients ask, for a while, so that no answer is joined out of what each of them has
         */
        void forget(Ask ask, StoredReply outline, boolean other);

        /** The origin gives no ranges of what it was asked for: what is kept for them is of no use. */
        void passRanges(Ask ask);

        /** Whether ranges of what is asked for go out as clients ask. */
        boolean passesRanges(Ask ask);

        /** Whether a 200 to this request may be kept. */
        boolean mayKeep(Ask ask, Headers response);

        /** Whether there is a copy of this key that no purge means. */
        boolean holds(String key);

        /** For keeping what a request brings that is about to be sent. */
        ReplyMemory.Permit permit(Ask ask);
    }

    /** @param size of a segment, in bytes; 0 when there are to be none */
    LargeReplies(int size, Door door, InstantSource wall) {
        this.wall = wall;
        this.size = size;
        this.door = door;
    }

    /** Whether a response may be kept in segments: only a strong ETag joins parts of two requests. */
    boolean fits(StoredReply reply, long length) {
        return reply.hasStrongTag() && SliceLayout.fit(length, size);
    }

    /**
     * The range that is asked for instead of the client's: all of its segments; null for as the client asked, or all. A
     * range that is wanted of one version only may be answered with all of another.
     */
    @Nullable
    Span around(Ask ask, Place place) {
        boolean may = size > 0
                && !place.rangesPass()
                && ask.segment() == null
                && ask.method().equals("GET")
                && !ask.headers().contains("If-Range");
        Span asked = may ? RequestedRange.one(ask.headers()) : null;
        return asked == null ? null : SliceLayout.around(asked, size);
    }

    /** Asks the origin as the client did, and keeps nothing. */
    Response aside(Ask ask, String why) {
        return door.aside(ask, why);
    }

    @Override
    public Response answer(
            OriginAnswers answers,
            Ask ask,
            StoredReply outline,
            CacheStatusMember handling,
            ResponseSource place,
            @Nullable OpenReply open,
            long nowNanos) {
        long length = outline.outlinedLength();
        if (!fits(outline, length)) {
            if (open != null) {
                open.giveUp();
            }
            return door.aside(ask, "partial");
        }
        SliceLayout cut = new SliceLayout(length, size);
        Representation whole = OriginAnswers.representation(outline, length);
        List<Span> wanted = WantedBytes.of(ask.method(), ask.headers(), whole, wall.instant());
        Bringing bringing = new Bringing(door, ask, outline, cut, open);
        SlicedBody body = new SlicedBody(cut, bringing);
        boolean passedOn = false;
        try {
            boolean onlyStored = ask.terms().onlyStored();
            if ((onlyStored || wanted.size() > 1) && !bringing.hasAll(wanted)) {
                return onlyStored
                        ? answers.failed(
                                504, CacheStatusMember.forwarded("partial").because("only-if-cached"))
                        : door.aside(ask, "partial");
            }
            Response segment =
                    wanted.isEmpty() ? null : body.open(wanted.getFirst().first());
            if (segment != null && !body.isOpen()) {
                return instead(ask, segment, bringing);
            }
            Told told = told(segment, handling, place);
            InputStream bytes = ask.isHead() ? InputStream.nullInputStream() : body;
            Response answer = answers.inSegments(ask, outline, whole, bytes, told.handling, told.from, nowNanos);
            passedOn = segment != null;
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!passedOn) {
                body.close();
            }
        }
    }

    /**
     * What is answered where the first segment is not to be had: that the origin has failed, as everybody is told who waited
     * for it; and what it says now, where it has answered something else.
     */
    private Response instead(Ask ask, Response segment, Bringing bringing) {
        if (!bringing.isRefused() && segment.status() >= 500) {
            return segment;
        }
        close(segment.body());
        return door.aside(ask, "partial");
    }

    /** What a client is told of its answer. */
    private record Told(CacheStatusMember handling, ResponseSource from) {}

    /** Where the whole was known, what happened to the first segment that the answer needs. */
    private static Told told(@Nullable Response segment, CacheStatusMember handling, ResponseSource place) {
        if (segment == null || !handling.hit() || isFrom(segment, ResponseSource.LOCAL_MEMORY)) {
            return new Told(handling, place);
        }
        Long ttl = handling.ttl();
        CacheStatusMember forwarded = CacheStatusMember.forwarded("partial");
        CacheStatusMember told = ttl != null && isStored(segment) ? forwarded.asStored(ttl) : forwarded;
        ResponseSource peer = ResponseSource.PEER_MEMORY;
        return isFrom(segment, peer)
                ? new Told(told.because(peer.label()), peer)
                : new Told(told, ResponseSource.ORIGIN);
    }

    private static boolean isFrom(Response segment, ResponseSource place) {
        return segment.provenance() != null && segment.provenance().from() == place;
    }

    private static boolean isStored(Response segment) {
        String handled = segment.headers().joined("Cache-Status");
        return handled != null && handled.contains("; stored");
    }

    private static void close(@Nullable Body body) {
        if (body != null) {
            body.close();
        }
    }
}
