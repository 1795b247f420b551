package io.gosling.netty.server;

import io.gosling.accesslog.AccessRecord;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.ResponseSource;
import io.gosling.document.StoredDocument;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.Preconditions;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.netty.exchange.Http1ResponseHeadEncoder;
import io.gosling.netty.fastpath.PlainRequestDocumentLookup;
import io.gosling.netty.fastpath.PlainRequestParser;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.transport.EventLoopTimer;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers a plain GET or HEAD of a hot document at once: prepared header bytes and the shared body buffer. A document
 * that is not hot may be fetched first, while the loop goes on. Ranges, bodies and expectations are left to the worker
 * path. Belongs to one event loop and serves all its connections.
 */
public final class Http1FastPathResponder {
    /** Bodies up to this many bytes are copied behind their header: cheaper than a second buffer in the write. */
    static final int COPIED = 2 << 10;

    private static final byte[] OK = Http1ResponseHeadEncoder.statusLine(200);
    private static final byte[] NOT_MODIFIED = Http1ResponseHeadEncoder.statusLine(304);
    private static final byte[] END = ascii("\r\n");
    private static final byte[] AGE = ascii("Age: ");
    private static final int MOST_DIGITS = 19;
    private static final byte[] CLOSE = ascii("Connection: close\r\n\r\n");
    private static final byte[] KEEP_ALIVE = ascii("Connection: keep-alive\r\n\r\n");

    private final ServerContext context;
    private final EventLoopTimer clock;
    private final PlainRequestParser plain;
    private final PlainRequestDocumentLookup lookup;

    enum Outcome {
        ANSWERED,
        /** Nothing was written; the worker path is to answer. */
        NOT_MINE,
        /** Nothing was written; the client's conditions fail: 412. */
        PRECONDITION_FAILED
    }

    /** The persistence of the connection, as the response header states it. */
    enum Persistence {
        /** HTTP/1.1 stays open without a Connection header. */
        OPEN(END),
        KEPT_ALIVE(KEEP_ALIVE),
        CLOSED(CLOSE);

        private final byte[] end;

        Persistence(byte[] end) {
            this.end = end;
        }
    }

    Http1FastPathResponder(ServerContext context, EventLoopTimer clock, PlainRequestDocumentLookup lookup) {
        this.context = context;
        this.clock = clock;
        this.plain = new PlainRequestParser(context.limits());
        this.lookup = lookup;
    }

    void within(HttpLimits limits) {
        plain.within(limits);
    }

    @Nullable
    Persistence answerPlain(ByteBuf in, ResponseBatch batch, long began) {
        if (!plain.read(in)) {
            return null;
        }
        StoredDocument document = lookup.acquire(plain, began);
        if (document == null) {
            return null;
        }
        Persistence persistence = plain.isLast() ? Persistence.CLOSED : Persistence.OPEN;
        int length = plain.isHead() ? 0 : document.body().readableBytes();
        int status;
        try {
            status = whole(document.body(), document.fields(), length, persistence, batch, began);
        } finally {
            document.release();
        }
        batch.answered(plain, source(status), status, length, began);
        in.skipBytes(plain.length());
        return persistence;
    }

    /**
     * Begins to fetch the document of the plain request at the reader's position, and passes over the request.
     *
     * @param over run on the loop, later
     * @return null, with nothing done, where the worker path is to answer
     */
    @Nullable
    UncachedDocumentExchange fetch(
            ByteBuf in, ResponseBatch batch, EventLoop loop, long began, Consumer<UncachedDocumentExchange> over) {
        UncachedDocumentFetcher cold = context.objects().cold();
        String key = cold == null || !cold.isOpen() || !plain.read(in) ? null : lookup.key(plain);
        if (cold == null
                || key == null
                || !cold.mayFetch(key)
                || !context.slots().enter()) {
            return null;
        }
        ConnectionAccessLog lines = batch.lines();
        AccessRecord note = lines == null ? null : lines.note(plain);
        UncachedDocumentExchange exchange = new UncachedDocumentExchange(context, loop, plain, note, began, over);
        boolean begun = false;
        try {
            begun = cold.fetch(key, loop, exchange);
        } finally {
            if (!begun) {
                context.slots().leave();
                if (lines != null && note != null) {
                    lines.forget(note);
                }
            }
        }
        in.skipBytes(begun ? plain.length() : 0);
        return begun ? exchange : null;
    }

    /**
     * Answers with the document that was fetched, and releases it.
     *
     * @return false, with nothing done, where the worker path is to answer
     */
    boolean answer(UncachedDocumentExchange exchange, Persistence persistence, ResponseBatch batch) {
        FetchedDocument fetched = exchange.fetched();
        if (fetched == null) {
            return false;
        }
        StoredDocument document = fetched.document();
        int length = exchange.head ? 0 : document.body().readableBytes();
        try {
            long now = context.ticker().nanos();
            int status = whole(document.body(), fetched.fields(), length, persistence, batch, now);
            ResponseSource from = status < 400 ? fetched.from() : ResponseSource.ERROR;
            batch.answered(exchange.note, from, status, length, exchange.began);
        } finally {
            document.release();
        }
        return true;
    }

    boolean isPlain(ByteBuf in) {
        return plain.read(in);
    }

    Outcome answer(HttpRequest request, Persistence persistence, ResponseBatch batch, long began) {
        // The request may have begun long ago: its lookup and Age need the present time.
        long now = context.ticker().nanos();
        StoredDocument document = context.acquireHot(request, now);
        if (document == null) {
            return Outcome.NOT_MINE;
        }
        try {
            return answer(document, request, persistence, batch, began, now);
        } finally {
            document.release();
        }
    }

    private Outcome answer(
            StoredDocument document,
            HttpRequest request,
            Persistence persistence,
            ResponseBatch batch,
            long began,
            long now) {
        switch (judge(request.headers(), document)) {
            case FAILED -> {
                // A site may have its own page for it.
                return context.objects().hasKeyPrefix() ? Outcome.NOT_MINE : Outcome.PRECONDITION_FAILED;
            }
            case NOT_MODIFIED -> {
                byte[] fields = document.fields().notModified();
                head(NOT_MODIFIED, fields, persistence, 0, batch);
                batch.answered(request, ResponseSource.LOCAL_MEMORY, 304, 0, began);
            }
            case PROCEED -> {
                boolean get = request.method().equals(HttpMethod.GET);
                int length = get ? document.body().readableBytes() : 0;
                int status = whole(document.body(), document.fields(), length, persistence, batch, now);
                batch.answered(request, source(status), status, length, began);
            }
        }
        return Outcome.ANSWERED;
    }

    private int whole(
            ByteBuf body, PreparedHeaders fields, int length, Persistence persistence, ResponseBatch batch, long now) {
        boolean copied = length <= COPIED;
        byte[] reply = fields.statusLine();
        int more = copied ? length : 0;
        ByteBuf to = reply.length == 0
                ? head(OK, fields.ok(), persistence, more, batch)
                : replyHead(fields, persistence, fields.ageSeconds(now), more, batch);
        if (!copied) {
            batch.body(body.retainedDuplicate());
        } else if (length > 0) {
            to.writeBytes(body, body.readerIndex(), length);
        }
        return reply.length == 0 ? 200 : statusOf(reply);
    }

    /** Builds the head of another server's response, which has a Date already, and an Age beside it. */
    private ByteBuf replyHead(
            PreparedHeaders fields, Persistence persistence, long age, int more, ResponseBatch batch) {
        byte[] place = clock.placeFields();
        byte[] status = fields.statusLine();
        byte[] end = persistence.end;
        int room = status.length + place.length + fields.ok().length + AGE.length + MOST_DIGITS + 2 + end.length;
        ByteBuf to = batch.room(room + more)
                .writeBytes(status)
                .writeBytes(place)
                .writeBytes(fields.ok())
                .writeBytes(AGE);
        writeDecimal(to, age);
        return to.writeBytes(END).writeBytes(end);
    }

    private static void writeDecimal(ByteBuf to, long number) {
        long power = 1;
        while (number / power >= 10) {
            power *= 10;
        }
        for (; power > 0; power /= 10) {
            to.writeByte((int) ('0' + number / power % 10));
        }
    }

    private static ResponseSource source(int status) {
        return status < 400 ? ResponseSource.LOCAL_MEMORY : ResponseSource.ERROR;
    }

    private static int statusOf(byte[] line) {
        return (line[9] - '0') * 100 + (line[10] - '0') * 10 + line[11] - '0';
    }

    private ByteBuf head(byte[] status, byte[] fields, Persistence persistence, int more, ResponseBatch batch) {
        byte[] date = clock.dateField();
        byte[] end = persistence.end;
        return batch.room(status.length + date.length + fields.length + end.length + more)
                .writeBytes(status)
                .writeBytes(date)
                .writeBytes(fields)
                .writeBytes(end);
    }

    /** Returns whether a request has headers that the event-loop path does not handle. */
    public static boolean isLeftToWorkerPath(HttpHeaders headers) {
        return headers.contains(HttpHeaderNames.RANGE)
                || headers.contains(HttpHeaderNames.CONTENT_LENGTH)
                || headers.contains(HttpHeaderNames.TRANSFER_ENCODING)
                || headers.contains(HttpHeaderNames.EXPECT);
    }

    /** Returns whether a header excludes a stored response without revalidation (RFC 9111, section 4). */
    static boolean mayNeedOrigin(HttpHeaders headers) {
        return headers.contains(HttpHeaderNames.CACHE_CONTROL)
                || headers.contains(HttpHeaderNames.PRAGMA)
                || headers.contains(HttpHeaderNames.AUTHORIZATION)
                || hasConditions(headers);
    }

    static boolean hasConditions(HttpHeaders headers) {
        return headers.contains(HttpHeaderNames.IF_MATCH)
                || headers.contains(HttpHeaderNames.IF_NONE_MATCH)
                || headers.contains(HttpHeaderNames.IF_MODIFIED_SINCE)
                || headers.contains(HttpHeaderNames.IF_UNMODIFIED_SINCE);
    }

    static Preconditions.Verdict judge(HttpHeaders headers, StoredDocument document) {
        String match = joined(headers, HttpHeaderNames.IF_MATCH);
        String unmodified = joined(headers, HttpHeaderNames.IF_UNMODIFIED_SINCE);
        String noneMatch = joined(headers, HttpHeaderNames.IF_NONE_MATCH);
        String modified = joined(headers, HttpHeaderNames.IF_MODIFIED_SINCE);
        if (match == null && unmodified == null && noneMatch == null && modified == null) {
            return Preconditions.Verdict.PROCEED;
        }
        return new Preconditions(match, unmodified, noneMatch, modified).judge(true, document.representation());
    }

    private static @Nullable String joined(HttpHeaders headers, CharSequence name) {
        String first = headers.get(name);
        if (first == null) {
            return null;
        }
        List<String> all = headers.getAll(name);
        return all.size() == 1 ? first : String.join(", ", all);
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
