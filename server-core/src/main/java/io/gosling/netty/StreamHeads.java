package io.gosling.netty;

import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Heads of responses as HTTP/2 has them. Lines that were prepared for HTTP/1 are split once and remembered. Belongs to one
 * event loop, but for {@link #of}, which is pure.
 */
final class StreamHeads {
    /** Documents whose fields are remembered; then all are forgotten, and the hot ones are soon there again. */
    private static final int REMEMBERED = 4096;

    /** Connections are not a response's business here (RFC 9113, section 8.2.2). */
    private static final Set<String> NOT_HERE = Set.of(
            "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "content-length", "date");

    private final IdentityHashMap<byte[], AsciiString[]> prepared = new IdentityHashMap<>();
    private byte[] dateField = new byte[0];
    private AsciiString[] date = {};

    /** The head of a response from prepared lines. */
    Http2Headers prepared(AsciiString status, byte[] dateLines, byte[] lines) {
        if (!Arrays.equals(dateLines, dateField)) {
            dateField = dateLines;
            date = split(dateLines);
        }
        AsciiString[] fields = prepared.get(lines);
        if (fields == null) {
            if (prepared.size() >= REMEMBERED) {
                prepared.clear();
            }
            fields = split(lines);
            prepared.put(lines, fields);
        }
        AsciiString[] all = Arrays.copyOf(date, date.length + fields.length);
        System.arraycopy(fields, 0, all, date.length, fields.length);
        return ReadOnlyHttp2Headers.serverHeaders(false, status, all);
    }

    /** The head of any response. */
    static Http2Headers of(ResponseHead head, byte[] dateLines) {
        Response response = head.response();
        List<AsciiString> fields = new ArrayList<>(List.of(split(dateLines)));
        for (Headers.Field field : response.headers()) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (!NOT_HERE.contains(name)) {
                fields.add(new AsciiString(name));
                fields.add(latin(field.value()));
            }
        }
        if (head.framing() == ResponseHead.Framing.LENGTH) {
            fields.add(AsciiString.cached("content-length"));
            fields.add(new AsciiString(Long.toString(ResponseHead.length(response))));
        }
        return ReadOnlyHttp2Headers.serverHeaders(
                false, new AsciiString(Integer.toString(response.status())), fields.toArray(AsciiString[]::new));
    }

    /** Fields behind a body. */
    static Http2Headers trailers(Headers trailers) {
        List<AsciiString> fields = new ArrayList<>();
        for (Headers.Field field : trailers) {
            String name = field.name().toLowerCase(Locale.ROOT);
            if (!NOT_HERE.contains(name)) {
                fields.add(new AsciiString(name));
                fields.add(latin(field.value()));
            }
        }
        return ReadOnlyHttp2Headers.trailers(false, fields.toArray(AsciiString[]::new));
    }

    private static AsciiString[] split(byte[] lines) {
        String[] all = new String(lines, StandardCharsets.ISO_8859_1).split("\r\n");
        List<AsciiString> fields = new ArrayList<>(all.length * 2);
        for (String line : all) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.add(new AsciiString(line.substring(0, colon).toLowerCase(Locale.ROOT)));
                fields.add(latin(line.substring(colon + 1).strip()));
            }
        }
        return fields.toArray(AsciiString[]::new);
    }

    /** One byte for each character, as HTTP/1 writes them. */
    private static AsciiString latin(String text) {
        return new AsciiString(text.getBytes(StandardCharsets.ISO_8859_1), false);
    }
}
