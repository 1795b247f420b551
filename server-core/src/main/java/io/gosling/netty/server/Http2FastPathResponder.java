package io.gosling.netty.server;

import io.gosling.accesslog.AccessRecord;
import io.gosling.document.ResponseSource;
import io.gosling.document.StoredDocument;
import io.gosling.http.documents.Preconditions;
import io.gosling.netty.http2.Http2ResponseHeadEncoder;
import io.gosling.netty.http2.Http2Streams;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameTypes;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Stream;
import org.jspecify.annotations.Nullable;

/**
 * The event-loop path of HTTP/2: a plain GET or HEAD of a hot document is answered at once, with prepared frames. The
 * counterpart of {@link Http1FastPathResponder}, but for an origin's responses, which take the worker path over HTTP/2.
 * The header blocks do not use the connection's dynamic table, so that they are the same for all; the responses to all
 * requests of one read are gathered in one batch. Belongs to one connection and its loop.
 */
record Http2FastPathResponder(ServerContext context, LoopContext loop, ResponseBatch batch, Http2Streams streams) {
    private static final int FRAME_HEADER = 9;

    /** Answers a plain request for a hot document; false, with nothing touched, for any other. */
    boolean answerPlain(Http2Stream stream, Http2Headers headers, long began) {
        if (context.objects().areReplies()
                || streams.isTableShrinking()
                || !loop.plainStream().read(headers)) {
            return false;
        }
        StoredDocument document = loop.lookup().acquire(loop.plainStream(), began);
        if (document == null) {
            return false;
        }
        try {
            byte[] fields = loop.heads().block(document.fields().ok());
            boolean mine = fields.length > 0;
            if (mine) {
                ConnectionAccessLog lines = batch.lines();
                AccessRecord note = lines == null ? null : lines.note(loop.plainStream(), headers);
                whole(stream, fields, document, !loop.plainStream().isHead(), note, began);
            }
            return mine;
        } finally {
            document.release();
        }
    }

    /** Answers a request that was decoded, and may have conditions. */
    Http1FastPathResponder.Outcome answer(Http2Stream stream, HttpRequest request, long now) {
        boolean mine = !context.objects().areReplies() && !streams.isTableShrinking();
        StoredDocument document = mine ? context.acquireHot(request, now) : null;
        if (document == null) {
            return Http1FastPathResponder.Outcome.NOT_MINE;
        }
        try {
            return answer(stream, document, request, now);
        } finally {
            document.release();
        }
    }

    private Http1FastPathResponder.Outcome answer(
            Http2Stream stream, StoredDocument document, HttpRequest request, long began) {
        Preconditions.Verdict verdict = Http1FastPathResponder.judge(request.headers(), document);
        if (verdict == Preconditions.Verdict.FAILED) {
            // A site may have its own page for it.
            return context.objects().hasKeyPrefix()
                    ? Http1FastPathResponder.Outcome.NOT_MINE
                    : Http1FastPathResponder.Outcome.PRECONDITION_FAILED;
        }
        boolean whole = verdict == Preconditions.Verdict.PROCEED;
        byte[] fields = loop.heads()
                .block(whole ? document.fields().ok() : document.fields().notModified());
        if (fields.length == 0) {
            return Http1FastPathResponder.Outcome.NOT_MINE;
        }
        ConnectionAccessLog lines = batch.lines();
        AccessRecord note = lines == null ? null : lines.note(request);
        if (whole) {
            whole(stream, fields, document, request.method().equals(HttpMethod.GET), note, began);
        } else {
            head(stream, Http2ResponseHeadEncoder.NOT_MODIFIED, fields, true, 0);
            ended(stream, note, 304, 0, began);
        }
        return Http1FastPathResponder.Outcome.ANSWERED;
    }

    private void whole(
            Http2Stream stream,
            byte[] fields,
            StoredDocument document,
            boolean get,
            @Nullable AccessRecord note,
            long began) {
        int length = get ? document.body().readableBytes() : 0;
        head(stream, Http2ResponseHeadEncoder.OK, fields, length == 0, length);
        if (length == 0) {
            ended(stream, note, 200, 0, began);
        } else {
            Http2FastPathBody answer =
                    new Http2FastPathBody(this, stream, document.body().retainedDuplicate(), note, began);
            streams.setAnswer(stream, answer);
            streams.write(stream, answer);
        }
    }

    private void head(Http2Stream stream, byte status, byte[] fields, boolean last, int more) {
        byte[] date = loop.heads().date(loop.clock().dateField());
        int length = 1 + date.length + fields.length;
        int body = more > 0 && more <= Http1FastPathResponder.COPIED ? FRAME_HEADER + more : 0;
        ByteBuf to = batch.room(FRAME_HEADER + length + body);
        int flags = Http2Flags.END_HEADERS | (last ? Http2Flags.END_STREAM : 0);
        frame(to, length, Http2FrameTypes.HEADERS, flags, stream.id());
        to.writeByte(status).writeBytes(date).writeBytes(fields);
        stream.headersSent(false);
    }

    private static void frame(ByteBuf to, int length, byte type, int flags, int stream) {
        to.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
    }

    void writeBody(Http2Stream stream, ByteBuf body, int from, int length, boolean last) {
        int most = streams.mostPayload();
        for (int at = 0; at < length; at += most) {
            int part = Math.min(most, length - at);
            boolean copied = part <= Http1FastPathResponder.COPIED;
            ByteBuf to = batch.room(FRAME_HEADER + (copied ? part : 0));
            int flags = last && at + part == length ? Http2Flags.END_STREAM : 0;
            frame(to, part, Http2FrameTypes.DATA, flags, stream.id());
            if (copied) {
                to.writeBytes(body, from + at, part);
            } else {
                batch.body(body.retainedSlice(from + at, part));
            }
        }
    }

    void ended(Http2Stream stream, @Nullable AccessRecord note, int status, long bytes, long began) {
        batch.answered(note, ResponseSource.LOCAL_MEMORY, status, bytes, began);
        streams.endAnswer(stream);
    }

    void gaveUp(@Nullable AccessRecord note, long began) {
        batch.gaveUp(note, began);
    }
}
