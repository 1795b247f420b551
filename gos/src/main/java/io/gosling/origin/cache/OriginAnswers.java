package io.gosling.origin.cache;

import io.gosling.caching.CacheStatusMember;
import io.gosling.caching.StoredFields;
import io.gosling.caching.StoredReply;
import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.gos.memory.ReplyCopy;
import io.gosling.http.ErrorPage;
import io.gosling.http.Headers;
import io.gosling.http.HttpDate;
import io.gosling.http.ReasonPhrase;
import io.gosling.http.Response;
import io.gosling.http.documents.CacheStatus;
import io.gosling.http.documents.DocumentResponse;
import io.gosling.origin.slices.OpenReply;
import io.gosling.origin.upstream.BodyPipe;
import io.gosling.origin.upstream.ClientContext;
import io.gosling.origin.upstream.Upstream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Builds answers from stored responses, from those that are arriving, and from those that are forwarded. Pure but for
 * the bytes.
 *
 * @param sliceIndexes answers for responses that are stored in slices
 */
record OriginAnswers(String node, SliceIndexes sliceIndexes) {
    private static final String AGE = "Age";
    private static final String LENGTH = "Content-Length";

    @FunctionalInterface
    interface SliceIndexes {
        /**
         * As {@link OriginAnswers#stored}.
         *
         * @param open a response of the origin that has some of the bytes, which passes over; null for none
         */
        Response answer(
                OriginAnswers answers,
                Ask ask,
                StoredReply sliceIndex,
                CacheStatusMember handling,
                ResponseSource place,
                @Nullable OpenReply open,
                long nowNanos);
    }

    /** Answers from memory: whole, a range of it, or 304. The copy is closed. */
    Response stored(Ask ask, ReplyCopy copy, CacheStatusMember handling, long nowNanos) {
        boolean asked = !handling.forwarded().isEmpty();
        return stored(ask, copy, handling, asked ? ResponseSource.ORIGIN : ResponseSource.LOCAL_MEMORY, nowNanos);
    }

    /** The same, with the source that confirmed that it may be used. */
    Response stored(Ask ask, ReplyCopy copy, CacheStatusMember handling, ResponseSource place, long nowNanos) {
        return stored(ask, copy, copy.reply().fields(), handling, place, nowNanos);
    }

    /** Answers from memory, after a 304 with these headers that forbids storing. The copy is closed. */
    Response stored(Ask ask, ReplyCopy copy, Headers given, CacheStatusMember handling, long nowNanos) {
        return stored(ask, copy, given, handling, ResponseSource.ORIGIN, nowNanos);
    }

    private Response stored(
            Ask ask, ReplyCopy copy, Headers given, CacheStatusMember handling, ResponseSource place, long nowNanos) {
        try (copy) {
            StoredReply reply = copy.reply();
            return reply.isSliceIndex()
                    ? outlined(ask, reply, handling, place, null, nowNanos)
                    : answer(ask, reply, given, copy.representation(), copy.body(), handling, place, nowNanos);
        }
    }

    Response outlined(
            Ask ask,
            StoredReply sliceIndex,
            CacheStatusMember handling,
            ResponseSource place,
            @Nullable OpenReply open,
            long nowNanos) {
        return sliceIndexes.answer(this, ask, sliceIndex, handling, place, open, nowNanos);
    }

    Response inSlices(
            Ask ask,
            StoredReply sliceIndex,
            Representation whole,
            InputStream bytes,
            CacheStatusMember handling,
            ResponseSource place,
            long nowNanos) {
        Body body = new Body.Streamed(bytes, whole.length());
        return answer(ask, sliceIndex, sliceIndex.answered(), whole, body, handling, place, nowNanos);
    }

    /** Answers from the origin or another node, by way of memory; {@code given} are the headers without Age. */
    Response coming(
            Ask ask,
            Filling filling,
            Headers given,
            ReplyReader reader,
            CacheStatusMember handling,
            ResponseSource place,
            long nowNanos) {
        long length = filling.length();
        Representation coming = representation(filling.reply, length);
        Body body = new Body.Streamed(reader, length);
        return answer(ask, filling.reply, given, coming, body, handling, place, nowNanos);
    }

    private Response answer(
            Ask ask,
            StoredReply reply,
            Headers given,
            Representation representation,
            Body body,
            CacheStatusMember handling,
            ResponseSource place,
            long nowNanos) {
        Provenance from = new Provenance(place, node);
        Headers fields = withOurs(given, reply, handling, nowNanos);
        if (reply.status() != 200 && !reply.isSliceIndex()) {
            return new Response(reply.status(), fields, body, from);
        }
        Headers notModified = withOurs(StoredFields.ofNotModified(given), reply, handling, nowNanos);
        // A representation of unknown length has no ranges.
        Headers asked = representation.length() < 0 ? ask.headers().without("Range") : ask.headers();
        FileStamp stamp = new FileStamp(representation.length(), 0, "");
        Document document = new Document(representation, stamp, body, from);
        return DocumentResponse.to(ask.method(), asked, document, fields, notModified)
                .from(from);
    }

    private Headers withOurs(Headers fields, StoredReply reply, CacheStatusMember handling, long nowNanos) {
        long age = reply.age(nowNanos).toSeconds();
        boolean ofEarlier = handling.hit() || handling.collapsed() || age > 0;
        Headers aged = ofEarlier ? fields.plus(AGE, Long.toString(age)) : fields;
        return aged.plus("Cache-Status", CacheStatus.member(node, handling.parameters()));
    }

    Response passed(Ask ask, Upstream.Answer answer, CacheStatusMember handling) {
        int status = answer.status();
        Headers fields = StoredFields.passedOn(status, answer.headers())
                .without(LENGTH)
                .plus("Cache-Status", CacheStatus.member(node, handling.parameters()));
        boolean bodiless = status == 204 || status == 304;
        if (bodiless || ask.isHead()) {
            answer.close();
        }
        Body body = bodiless
                ? null
                : ask.isHead()
                        ? new Body.Streamed(InputStream.nullInputStream(), announced(answer.headers()))
                        : relayed(ask, answer);
        return new Response(status, fields, body, new Provenance(ResponseSource.ORIGIN, node));
    }

    /** Relays a body; one that is still being written is sent when its writer flushes. */
    private static Body relayed(Ask ask, Upstream.Answer answer) {
        ClientContext caller = ask.caller();
        Consumer<Runnable> ending = caller == null ? null : caller.ending();
        if (ending != null && answer.length() < 0 && answer.body() instanceof BodyPipe written) {
            ending.accept(answer::close);
            return new Body.Written(written::passTo);
        }
        return new Body.Streamed(new RelayedBody(answer), answer.length());
    }

    Response marked(Response response, CacheStatusMember handling) {
        return response.plus("Cache-Status", CacheStatus.member(node, handling.parameters()));
    }

    private static long announced(Headers headers) {
        String length = headers.first(LENGTH);
        try {
            return length == null ? -1 : Math.max(-1, Long.parseLong(length.strip()));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    Response failed(int status, CacheStatusMember handling) {
        return failed(status, handling, 0);
    }

    /** @param retrySeconds the Retry-After; 0 for the default */
    Response failed(int status, CacheStatusMember handling, int retrySeconds) {
        int retry = retrySeconds == 0 && status == 503 ? 1 : retrySeconds;
        Headers fields = Headers.of("Cache-Status", CacheStatus.member(node, handling.parameters()));
        return ErrorPage.of(status, retry > 0 ? fields.plus("Retry-After", Integer.toString(retry)) : fields);
    }

    /** Returns the validators; without Last-Modified, Date counts (RFC 9111, section 4.3.2). */
    static Representation representation(StoredReply reply, long length) {
        Headers fields = reply.fields();
        Instant changed = HttpDate.parse(fields.first("Last-Modified"));
        Instant sent = HttpDate.parse(fields.first("Date"));
        String type = fields.first("Content-Type");
        String tag = fields.first("ETag");
        return new Representation(
                type == null ? "application/octet-stream" : type,
                length,
                tag == null ? "" : tag,
                changed != null ? changed : sent != null ? sent : Instant.EPOCH);
    }

    /** The headers for the event-loop path. */
    PreparedHeaders prepared(StoredReply reply, long length, CacheStatusMember handling) {
        String line = "HTTP/1.1 " + reply.status() + " " + ReasonPhrase.reason(reply.status()) + "\r\n";
        StringBuilder lines = new StringBuilder(256);
        for (Headers.Field field : reply.fields()) {
            line(lines, field.name(), field.value());
        }
        line(lines, "Cache-Status", CacheStatus.member(node, handling.parameters()));
        line(lines, LENGTH, Long.toString(length));
        return PreparedHeaders.ofReply(ascii(line), ascii(lines.toString()), reply.bornNanos());
    }

    private static void line(StringBuilder lines, String name, String value) {
        lines.append(name).append(": ").append(value).append("\r\n");
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
