package io.gosling.netty.exchange;

import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.gosling.http.ReasonPhrase;
import io.gosling.http.Response;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;

/**
 * The head of a response as bytes, with the headers that the server itself controls: framing, Date, connection
 * management. Pure.
 *
 * @param close true if the connection closes after it
 */
public record Http1ResponseHeadEncoder(Response response, Framing framing, boolean close) {
    /** The one status below 200 that ends a request: the connection switches to another protocol (RFC 9110, 15.2.2). */
    public static final int UPGRADE = 101;

    private static final String DATE = "Date";

    /** Without Upgrade (101, 426; RFC 9110, section 7.8) and Trailer (section 6.6.2), which handlers may set. */
    private static final Set<String> OURS =
            caseless("Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", DATE);

    /** The way the end of a body is marked (RFC 9112, section 6.3). */
    public enum Framing {
        /** The status has no body, whatever its header says. */
        NONE,
        LENGTH,
        CHUNKED,
        /** By closing: HTTP/1.0 and a length that is not known. */
        CLOSE
    }

    public static Framing framing(Response response, boolean http10) {
        int status = response.status();
        if (status < 200 || status == 204 || status == 304) {
            return Framing.NONE;
        }
        if (length(response) >= 0) {
            return Framing.LENGTH;
        }
        return http10 ? Framing.CLOSE : Framing.CHUNKED;
    }

    public static long length(Response response) {
        Body body = response.body();
        return body == null ? 0 : body.length();
    }

    /**
     * Returns the encoded head.
     *
     * @param dateField the Date line with its CRLF, and the headers of the endpoint; a response that has a Date of its
     *     own was generated elsewhere, and keeps it (RFC 9110, section 6.6.1)
     * @param keepAlive true if the response must say that the connection stays open, as to a client of HTTP/1.0
     */
    public byte[] encode(byte[] dateField, boolean keepAlive) {
        StringBuilder lines = new StringBuilder(256);
        lines.append(line(response.status()));
        String date = response.headers().first(DATE);
        String own = new String(dateField, StandardCharsets.ISO_8859_1);
        if (date == null) {
            lines.append(own);
        } else {
            append(lines, DATE, date);
            lines.append(own, own.indexOf('\n') + 1, own.length());
        }
        append(lines, response.headers());
        switch (framing) {
            case LENGTH -> append(lines, "Content-Length", Long.toString(length(response)));
            case CHUNKED -> append(lines, "Transfer-Encoding", "chunked");
            case NONE, CLOSE -> {}
        }
        String connection = connection(keepAlive);
        if (!connection.isEmpty()) {
            append(lines, "Connection", connection);
        }
        return lines.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Returns the value of Connection, which has to name Upgrade (RFC 9110, section 7.8). */
    private String connection(boolean keepAlive) {
        if (response.status() == UPGRADE) {
            return "Upgrade";
        }
        String lasts = close ? "close" : keepAlive ? "keep-alive" : "";
        if (!response.headers().contains("Upgrade")) {
            return lasts;
        }
        return lasts.isEmpty() ? "Upgrade" : "Upgrade, " + lasts;
    }

    /** Returns the end of a chunked body, with the trailers that are allowed there: none of the server's own. */
    public static byte[] lastChunk(Headers trailers) {
        return block("0\r\n", trailers);
    }

    /** Returns an interim response (RFC 9110, section 15.2), which has none of the server's own headers. */
    public static byte[] interim(int status, Headers headers) {
        return block(line(status), headers);
    }

    private static byte[] block(String first, Headers headers) {
        StringBuilder lines = new StringBuilder(first);
        append(lines, headers);
        return lines.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    public static byte[] statusLine(int status) {
        return line(status).getBytes(StandardCharsets.US_ASCII);
    }

    private static String line(int status) {
        return "HTTP/1.1 " + status + " " + ReasonPhrase.reason(status) + "\r\n";
    }

    /** Appends the headers that are not the server's own. */
    private static void append(StringBuilder lines, Headers headers) {
        for (Headers.Field field : headers) {
            if (!OURS.contains(field.name())) {
                append(lines, field.name(), field.value());
            }
        }
    }

    private static void append(StringBuilder lines, String name, String value) {
        lines.append(name).append(": ").append(value).append("\r\n");
    }

    private static Set<String> caseless(String... names) {
        Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        set.addAll(Set.of(names));
        return set;
    }
}
