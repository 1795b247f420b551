package io.gosling.origin.cache;

import io.gosling.caching.CacheHeaderSelector;
import io.gosling.caching.StoredResponseHead;
import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Headers;
import io.gosling.http.HttpDateFormat;
import io.gosling.http.ReasonPhrase;
import io.gosling.http.Response;
import io.gosling.http.documents.CacheStatusFormat;
import io.gosling.http.documents.DocumentResponseBuilder;
import io.gosling.origin.upstream.BodyPipe;
import io.gosling.origin.upstream.HandlerRequestContext;
import io.gosling.origin.upstream.Upstream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Builds answers from stored responses, from those that are arriving, and from those that are forwarded. Pure but for
 * the bytes.
 *
 * @param large answers for responses that are stored in slices
 */
record CacheResponseBuilder(String node, SlicedResponseBuilder large) {
    private static final String AGE = "Age";
    private static final String LENGTH = "Content-Length";
    private static final String STATUS = "Cache-Status";

    /** Answers from memory: whole, a range of it, or 304. The copy is closed. */
    Response stored(CacheRequest request, StoredResponse copy, CacheStatusMember handling, long nowNanos) {
        return stored(request, copy, copy.reply().fields(), handling, nowNanos);
    }

    /** The same with headers of its own. */
    Response stored(
            CacheRequest request, StoredResponse copy, Headers given, CacheStatusMember handling, long nowNanos) {
        try (copy) {
            StoredResponseHead reply = copy.reply();
            return reply.isSliceIndex()
                    ? large.answer(request, reply, handling, null, nowNanos)
                    : answer(request, reply, given, copy.representation(), copy.body(), handling, nowNanos);
        }
    }

    /** Answers from the origin or another node, by way of memory; {@code given} are the headers without Age. */
    Response coming(
            CacheRequest request,
            StreamedFetch streamedReply,
            Headers given,
            StreamedResponseReader reader,
            CacheStatusMember handling,
            long nowNanos) {
        long length = streamedReply.length();
        Representation coming = representation(streamedReply.reply, length);
        Body body = new Body.Streamed(reader, length);
        return answer(request, streamedReply.reply, given, coming, body, handling, nowNanos);
    }

    Response answer(
            CacheRequest request,
            StoredResponseHead reply,
            Headers given,
            Representation representation,
            Body body,
            CacheStatusMember handling,
            long nowNanos) {
        Provenance from = new Provenance(handling.source(), node);
        Headers fields = withOurs(given, reply, handling, nowNanos);
        if (reply.status() != 200 && !reply.isSliceIndex()) {
            return new Response(reply.status(), fields, body, from);
        }
        Headers notModified = withOurs(CacheHeaderSelector.ofNotModified(given), reply, handling, nowNanos);
        // A representation of unknown length has no ranges.
        Headers asked = representation.length() < 0 ? request.headers().without("Range") : request.headers();
        FileStamp stamp = new FileStamp(representation.length(), 0, "");
        Document document = new Document(representation, stamp, body, from);
        return DocumentResponseBuilder.to(request.method(), asked, document, fields, notModified)
                .from(from);
    }

    private Headers withOurs(Headers fields, StoredResponseHead reply, CacheStatusMember handling, long nowNanos) {
        long age = reply.age(nowNanos).toSeconds();
        boolean ofEarlier = handling.hit() || handling.collapsed() || age > 0;
        Headers aged = ofEarlier ? fields.plus(AGE, Long.toString(age)) : fields;
        return aged.plus(STATUS, status(handling));
    }

    private String status(CacheStatusMember handling) {
        return CacheStatusFormat.member(node, handling.parameters());
    }

    Response passed(CacheRequest request, Upstream.Answer answer, CacheStatusMember handling) {
        int status = answer.status();
        Headers fields = CacheHeaderSelector.passedOn(status, answer.headers())
                .without(LENGTH)
                .plus(STATUS, status(handling));
        boolean bodiless = status == 204 || status == 304;
        if (bodiless || request.isHead()) {
            answer.close();
        }
        Body body = bodiless
                ? null
                : request.isHead()
                        ? new Body.Streamed(InputStream.nullInputStream(), announced(answer.headers()))
                        : relayed(request, answer);
        return new Response(status, fields, body, new Provenance(handling.source(), node));
    }

    /** Relays a body; one that is still being written is sent when its writer flushes. */
    private static Body relayed(CacheRequest request, Upstream.Answer answer) {
        HandlerRequestContext caller = request.caller();
        Consumer<Runnable> ending = caller == null ? null : caller.ending();
        if (ending != null && answer.length() < 0 && answer.body() instanceof BodyPipe written) {
            ending.accept(answer::close);
            return new Body.Written(written::passTo);
        }
        return new Body.Streamed(new RelayedBody(answer), answer.length());
    }

    Response marked(Response response, CacheStatusMember handling) {
        return response.plus(STATUS, status(handling));
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
        Headers fields = Headers.of(STATUS, status(handling));
        return ErrorPageBuilder.of(status, retry > 0 ? fields.plus("Retry-After", Integer.toString(retry)) : fields);
    }

    /** Returns the validators; without Last-Modified, Date counts (RFC 9111, section 4.3.2). */
    static Representation representation(StoredResponseHead reply, long length) {
        Headers fields = reply.fields();
        Instant changed = HttpDateFormat.parse(fields.first("Last-Modified"));
        Instant sent = HttpDateFormat.parse(fields.first("Date"));
        String type = fields.first("Content-Type");
        String tag = fields.first("ETag");
        return new Representation(
                type == null ? "application/octet-stream" : type,
                length,
                tag == null ? "" : tag,
                changed != null ? changed : sent != null ? sent : Instant.EPOCH);
    }

    /** The headers for the event-loop path. */
    PreparedHeaders prepared(StoredResponseHead reply, long length, CacheStatusMember handling) {
        String line = "HTTP/1.1 " + reply.status() + " " + ReasonPhrase.reason(reply.status()) + "\r\n";
        StringBuilder lines = new StringBuilder(256);
        for (Headers.Field field : reply.fields()) {
            line(lines, field.name(), field.value());
        }
        line(lines, STATUS, status(handling));
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
