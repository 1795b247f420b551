package io.gosling.origin;

import io.gosling.caching.Handling;
import io.gosling.caching.RangeAsk;
import io.gosling.caching.RequestTerms;
import io.gosling.caching.Segments;
import io.gosling.caching.Span;
import io.gosling.caching.StoredReply;
import io.gosling.caching.Validation;
import io.gosling.document.AnsweredFrom;
import io.gosling.document.Body;
import io.gosling.document.Representation;
import io.gosling.gos.ReplyMemory;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Answers for responses of which only an outline is kept as one object. Their bytes are segments, each of them an object
 * of its own, which is found, asked for, shared and kept as any other:
 *
 * <pre>
 *   1 the outline says what the answer is: all, a range, 304, 412 or 416
 *   2 the first segment that it needs is there before the answer begins, so that its header is true
 *   3 the others follow as the client takes them: see {@link SegmentedBody}
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

        /** What is kept of a URL is not what the origin has. */
        void forget(String url);

        /** Whether a 200 to this request may be kept. */
        boolean mayKeep(Ask ask, Headers response);
    }

    /** @param size of a segment, in bytes; 0 when there are to be none */
    LargeReplies(int size, Door door, InstantSource wall) {
        this.wall = wall;
        this.size = size;
        this.door = door;
    }

    /** Whether a response may be kept in segments: only a strong ETag joins parts of two requests. */
    boolean fits(StoredReply reply, long length) {
        return reply.hasStrongTag() && Segments.fit(length, size);
    }

    /** The range that is asked for instead of the client's: all of its segments; null for as the client asked, or all. */
    @Nullable
    Span around(Ask ask) {
        Span asked =
                size > 0 && ask.segment() == null && ask.method().equals("GET") ? RangeAsk.one(ask.headers()) : null;
        return asked == null ? null : Segments.around(asked, size);
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
            Handling handling,
            AnsweredFrom place,
            @Nullable OpenReply open,
            long nowNanos) {
        long length = outline.outlinedLength();
        if (!fits(outline, length)) {
            close(open);
            return door.aside(ask, "partial");
        }
        Segments cut = new Segments(length, size);
        Representation whole = OriginAnswers.representation(outline, length);
        SegmentedBody body = new SegmentedBody(cut, new Bringing(ask, outline, cut, open));
        long first = FirstByte.of(ask.method(), ask.headers(), whole, wall.instant());
        boolean begun = false;
        try {
            Response segment = first == FirstByte.NONE ? null : body.open(first);
            if (segment != null && !body.isOpen()) {
                return instead(ask, segment);
            }
            begun = true;
            boolean asked = segment != null && handling.hit() && !isFrom(segment, AnsweredFrom.LOCAL_MEMORY);
            InputStream bytes = ask.isHead() ? InputStream.nullInputStream() : body;
            if (segment == null || !asked) {
                close(segment == null ? open : null);
                return answers.inSegments(ask, outline, whole, bytes, handling, place, nowNanos);
            }
            AnsweredFrom other =
                    isFrom(segment, AnsweredFrom.PEER_MEMORY) ? AnsweredFrom.PEER_MEMORY : AnsweredFrom.ORIGIN;
            Handling told = partial(handling, other, isStored(segment));
            return answers.inSegments(ask, outline, whole, body, told, other, nowNanos);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!begun) {
                body.close();
            }
        }
    }

    /** What is answered where the first segment is not to be had: a failure as one, and otherwise what the origin says now. */
    private Response instead(Ask ask, Response segment) {
        if (segment.status() == 503 || segment.status() == 504) {
            return segment;
        }
        close(segment.body());
        return door.aside(ask, "partial");
    }

    private static Handling partial(Handling hit, AnsweredFrom place, boolean stored) {
        Handling forwarded = Handling.forwarded("partial");
        Long ttl = hit.ttl();
        Handling told = stored && ttl != null ? forwarded.asStored(ttl) : forwarded;
        return place == AnsweredFrom.PEER_MEMORY ? told.because(place.label()) : told;
    }

    private static boolean isFrom(Response segment, AnsweredFrom place) {
        return segment.provenance() != null && segment.provenance().from() == place;
    }

    private static boolean isStored(Response segment) {
        String handled = segment.headers().joined("Cache-Status");
        return handled != null && handled.contains("; stored");
    }

    private static void close(@Nullable OpenReply open) {
        if (open != null) {
            open.giveUp();
        }
    }

    private static void close(@Nullable Body body) {
        if (body != null) {
            body.close();
        }
    }

    /** Segments for one answer. */
    private final class Bringing implements SegmentedBody.Source {
        private final Ask ask;
        private final StoredReply outline;
        private final Segments cut;
        private final @Nullable OpenReply open;
        private final Headers said;
        private final Headers sent;
        private volatile boolean changed;

        Bringing(Ask ask, StoredReply outline, Segments cut, @Nullable OpenReply open) {
            this.ask = ask;
            this.outline = outline;
            this.cut = cut;
            this.open = open;
            this.said = said(ask.terms());
            this.sent = Validation.unconditional(ask.sent());
        }

        /** Of what a client says about storing, what holds for every part. */
        private static Headers said(RequestTerms terms) {
            List<String> directives = new ArrayList<>();
            if (terms.storesNothing()) {
                directives.add("no-store");
            }
            if (terms.onlyStored()) {
                directives.add("only-if-cached");
            }
            return directives.isEmpty() ? Headers.empty() : Headers.of("Cache-Control", String.join(", ", directives));
        }

        @Override
        public Response bring(int index) throws IOException {
            if (changed) {
                throw new IOException("there is another version by now");
            }
            Segment segment =
                    new Segment(outline, cut, index, open, response -> door.mayKeep(ask, response), this::changed);
            String key = ReplyMemory.key(ask.url(), cut.name(outline, index));
            return door.find(new Ask(
                    "GET", ask.target(), key, said, sent, RequestTerms.of(said), ask.secure(), Ask.NO_BODY, segment));
        }

        private void changed() {
            changed = true;
            door.forget(ask.url());
        }

        @Override
        public void close() {
            LargeReplies.close(open);
        }
    }
}
