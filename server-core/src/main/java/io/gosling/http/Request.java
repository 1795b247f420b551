package io.gosling.http;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request as a handler sees it. Used by one virtual thread at a time; reading the body may block. */
public interface Request {
    /** The attribute with the name of the user whom a filter has identified; see {@link #user}. */
    String USER = "gosling.user";

    /** The attribute that lets the client be silent for as long as it likes after 101, whatever its value. */
    String SILENCE = "gosling.silence";

    int MOST_QUERY_PARAMETERS = 1000;

    /** The method as sent, such as {@code GET}; methods are case-sensitive. */
    String method();

    /** The raw path of the request target, from its slash up to the query; {@code *} for the server as a whole. */
    String rawPath();

    /** The raw query without its question mark, or an empty string. */
    String rawQuery();

    Headers headers();

    /**
     * Returns the client's address: the remote address of the connection, or the client that a trusted proxy named by
     * the PROXY protocol; a {@link java.net.InetSocketAddress} for TCP, an unnamed
     * {@link java.net.UnixDomainSocketAddress} for a Unix socket.
     */
    SocketAddress remoteAddress();

    /** Returns the local address that received it; a {@link java.net.InetSocketAddress} for TCP. */
    SocketAddress localAddress();

    /** The protocol's name and version, such as {@code HTTP/1.1} or {@code HTTP/2.0}. */
    String protocol();

    /** Returns whether its client used TLS, with this server or with a front-end of this cluster. */
    boolean isSecure();

    /** Returns the certificate that its client presented to this server and that was verified; null if none. */
    default @Nullable X509Certificate clientCertificate() {
        return null;
    }

    /** The request's body, bounded by the server's body limit; at its end when there is none. */
    InputStream body();

    /** Returns true if a body follows the header; it may be empty. Over HTTP/2 no header needs to announce it. */
    default boolean hasBody() {
        return headers().contains("Content-Length") || headers().contains("Transfer-Encoding");
    }

    /**
     * Returns the attributes by which filters and handlers pass data to each other with this request; may be changed.
     */
    Map<String, Object> attributes();

    /**
     * The trailers, once the body was read to its end; none before, and none after a body of known length. Kept apart
     * from {@link #headers()} and mean nothing to the server (RFC 9110, section 6.5).
     */
    Headers trailers();

    /**
     * Runs an action when the response was sent or given up, on the request's thread: the place to release what the
     * response needed. Actions run in the reverse of their order; one that fails is logged and does not stop the
     * others.
     */
    void whenDone(Runnable action);

    /**
     * Runs an action when the server begins to drain, once, on a thread of its own; at once if it has begun. Use it to
     * tell the client of an exchange without an end of its own, such as a WebSocket, that it will be cut off. Does
     * nothing by default, since connections of HTTP/1 are drained without it.
     */
    default void whenDraining(Runnable action) {}

    /**
     * Sends headers ahead of the response, so that the client can fetch linked resources early (103 Early Hints, RFC
     * 8297): useful where the response takes a while. May be called more than once before the response, within the
     * bounds of {@link #sendInterim}; does nothing over HTTP/1, where some clients take it for the response and
     * browsers ignore it.
     *
     * @param fields headers of the response that are known already, such as {@code Link}
     */
    default void hint(Headers fields) {
        if (protocol().startsWith("HTTP/2")) {
            sendInterim(103, fields);
        }
    }

    /**
     * Passes an interim response of another server on to the client (RFC 9110, section 15.2), without the headers of
     * the connection. Does nothing once the response has begun, for a client of HTTP/1.0, which knows none, beyond 16
     * of them or 16 KiB of headers together, and on any thread but the one that handles the request.
     *
     * @param status from 102 to 199
     */
    default void sendInterim(int status, Headers fields) {}

    /** The values of the route's parameters by name, decoded; unmodifiable. */
    default Map<String, String> pathParameters() {
        return Map.of();
    }

    /**
     * The value of one of the route's parameters, decoded.
     *
     * @throws IllegalArgumentException when the route has no parameter of this name
     */
    default String pathParameter(String name) {
        String value = pathParameters().get(name);
        if (value == null) {
            throw new IllegalArgumentException("the route has no parameter '" + name + "'; it has "
                    + pathParameters().keySet().stream().sorted().toList());
        }
        return value;
    }

    /**
     * The canonical path, decoded: dot segments resolved, no empty segments; {@code *} for the server as a whole.
     *
     * @throws StatusException 400 when it is malformed or leaves the root
     */
    default String path() {
        if (!rawPath().startsWith("/")) {
            return rawPath();
        }
        try {
            DocumentPath path = DocumentPath.parse(rawPath());
            String joined = "/" + String.join("/", path.segments());
            return path.isDirectory() && joined.length() > 1 ? joined + "/" : joined;
        } catch (IllegalDocumentPathException e) {
            throw new StatusException(400, String.valueOf(e.getMessage()));
        }
    }

    /**
     * Returns the requested host name or address, as {@link HostNameNormalizer} writes it and without a port; empty
     * when the client sent none.
     */
    default String host() {
        return hostName(headers().first("Host"));
    }

    /**
     * Returns the name or address in a Host header, canonical and without a port; empty when there is no header.
     */
    static String hostName(@Nullable String host) {
        return host == null ? "" : HostNameNormalizer.of(host);
    }

    /**
     * The query's parameters, decoded as UTF-8; at most {@value #MOST_QUERY_PARAMETERS}.
     *
     * @throws StatusException 400 when they are malformed, 413 when there are more
     */
    default Parameters query() {
        return Parameters.parse(rawQuery(), MOST_QUERY_PARAMETERS);
    }

    /**
     * The client's session.
     *
     * @throws IllegalStateException when no {@link SessionFilter} is a filter around the handler
     */
    default Session session() {
        Session session = attribute(SessionFilter.ATTRIBUTE, Session.class);
        if (session == null) {
            throw new IllegalStateException("there are no sessions here; put a filter around the handler, such as"
                    + " routes.filter(Sessions.in(SessionStore.inMemory(10_000, Duration.ofMinutes(30))))");
        }
        return session;
    }

    /**
     * The body as a form, urlencoded or multipart, within the usual limits; read at the first call.
     *
     * @throws StatusException 415 when it is no form, 400 when it is malformed, 413 or 431 when it exceeds the limits
     * @throws IOException when the body breaks off or a temporary file cannot be written
     */
    default Form form() throws IOException {
        return form(FormLimits.defaults());
    }

    default Form form(FormLimits limits) throws IOException {
        return Form.of(this, limits);
    }

    /**
     * Returns the parts of a multipart form while they arrive, none of which is kept; to be used instead of
     * {@link #form()}.
     *
     * @throws StatusException 415 when the body is not a multipart form
     */
    default MultipartReader parts(FormLimits limits) {
        return MultipartReader.of(this, limits);
    }

    /** Returns an attribute as this type, or null when there is none of this name. */
    default <T> @Nullable T attribute(String name, Class<T> type) {
        return type.cast(attributes().get(name));
    }

    /**
     * Returns the user, where a filter has identified one and put the name into {@link #attributes} as {@link #USER};
     * else null. The access log contains it.
     */
    default @Nullable String user() {
        return attribute(USER, String.class);
    }

    /**
     * Returns the values of the client's cookies by name; unmodifiable. Read leniently: text that is not a cookie is
     * skipped.
     */
    default Map<String, String> cookies() {
        return CookieHeaderParser.parse(headers().all("Cookie"));
    }

    /** The value of one cookie, or null when the client has none of this name. */
    default @Nullable String cookie(String name) {
        return cookies().get(name);
    }

    /** The body's media type, or null when there is none or it is malformed. */
    default @Nullable MediaType contentType() {
        String type = headers().first("Content-Type");
        return type == null ? null : MediaType.parse(type);
    }

    /**
     * Returns which of these media types the client prefers, the first of equals, or null when it accepts none. A
     * response that depends on it must be marked with {@link Response#varying varying("Accept")}.
     */
    default @Nullable String accepts(String... mediaTypes) {
        return ContentNegotiator.type(headers().joined("Accept"), List.of(mediaTypes));
    }

    /** Returns which of these languages, such as {@code en-GB}, the client prefers, by Accept-Language. */
    default @Nullable String acceptsLanguage(String... languages) {
        return ContentNegotiator.language(headers().joined("Accept-Language"), List.of(languages));
    }
}
