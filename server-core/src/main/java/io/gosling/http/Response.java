package io.gosling.http;

import io.gosling.document.Body;
import io.gosling.document.BodyWriter;
import io.gosling.document.Provenance;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An immutable response: {@code Content-Length} follows from the body; {@code Date} and connection management are added
 * by the server. Code that replaces a response by another must close its body.
 *
 * @param body the bytes, or null for none
 * @param provenance the source of the bytes, for counting; null for a response that was generated here
 */
public record Response(
        int status,
        Headers headers,
        @Nullable Body body,
        @Nullable Provenance provenance) {
    private static final Set<Integer> REDIRECTIONS = Set.of(301, 302, 303, 307, 308);

    /** Creates a response that was generated here. */
    public Response(int status, Headers headers, @Nullable Body body) {
        this(status, headers, body, null);
    }

    /** A status alone, without a body. */
    public static Response of(int status) {
        return new Response(status, Headers.empty(), null);
    }

    /** 200 with plain text. */
    public static Response text(String text) {
        return bytes("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    /** 200 with a page; what is inserted into it must have been {@link #escaped}. */
    public static Response html(String page) {
        return bytes("text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns text as it is written in HTML or XML, between tags or in an attribute within double quotes. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** 200 with JSON, which is given as text. */
    public static Response json(String json) {
        return bytes("application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    /** 200 with bytes, which must not be changed afterwards. */
    public static Response bytes(String mediaType, byte[] bytes) {
        return new Response(
                200, Headers.of("Content-Type", mediaType), new Body.InMemory(Unpooled.wrappedBuffer(bytes)));
    }

    /** 200 with a body that is written while it is sent; writing blocks while the client does not read. */
    public static Response stream(String mediaType, BodyWriter writer) {
        return new Response(200, Headers.of("Content-Type", mediaType), new Body.Written(writer));
    }

    /** 200 with server-sent events, which are never stored; the client learns at once that the stream is open. */
    public static Response events(EventStream.Source source) {
        BodyWriter writer = out -> {
            out.flush();
            source.sendTo(new EventStream(out));
        };
        return stream("text/event-stream", writer).with("Cache-Control", "no-store");
    }

    /** 303: the client goes on with a GET of another URL, as after a form. */
    public static Response redirect(String location) {
        return redirect(303, location);
    }

    /**
     * A redirection.
     *
     * @param status such as 308, which is for good and keeps the method
     * @param location a URL, or a path of this site; percent-encoded
     * @throws IllegalArgumentException when the status is none of a redirection
     */
    public static Response redirect(int status, String location) {
        if (!REDIRECTIONS.contains(status)) {
            throw new IllegalArgumentException(
                    "status " + status + " does not redirect; expected one of 301, 302, 303, 307, 308");
        }
        return new Response(status, Headers.of("Location", location), null);
    }

    /** Returns this response with the provenance of its bytes. */
    public Response from(Provenance origin) {
        return new Response(status, headers, body, origin);
    }

    public Response withStatus(int other) {
        return new Response(other, headers, body, provenance);
    }

    /** Returns this response with a header, which replaces those of its name. */
    public Response with(String name, String value) {
        return withHeaders(headers.with(name, value));
    }

    /** Returns this response without the headers of a name. */
    public Response without(String name) {
        return withHeaders(headers.without(name));
    }

    /** Returns this response with one more header. */
    public Response plus(String name, String value) {
        return withHeaders(headers.plus(name, value));
    }

    /** Returns this response with a cookie for the client to keep, or to delete. */
    public Response with(Cookie cookie) {
        return plus("Set-Cookie", cookie.field());
    }

    /**
     * Returns this response, marked for caches as depending on this header of the request (RFC 9110, section 12.5.5).
     */
    public Response varying(String fieldName) {
        String vary = headers.joined("Vary");
        if (vary == null) {
            return plus("Vary", fieldName);
        }
        boolean said = headers.lists("Vary", "*") || headers.lists("Vary", fieldName);
        return said ? this : with("Vary", vary + ", " + fieldName);
    }

    /** Closes the body of a response that is not sent. */
    public void discard() {
        if (body != null) {
            body.close();
        }
    }

    private Response withHeaders(Headers others) {
        return new Response(status, others, body, provenance);
    }
}
