package io.gosling.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The reason phrases of the statuses that this server sends (RFC 9110, section 15; RFC 6585). */
public final class ReasonPhrase {
    private static final @Nullable String[] PHRASES = table("""
            100 Continue, 101 Switching Protocols, 103 Early Hints,
            200 OK, 201 Created, 202 Accepted, 204 No Content, 206 Partial Content,
            301 Moved Permanently, 302 Found, 303 See Other, 304 Not Modified,
            307 Temporary Redirect, 308 Permanent Redirect,
            400 Bad Request, 401 Unauthorized, 403 Forbidden, 404 Not Found, 405 Method Not Allowed,
            406 Not Acceptable, 408 Request Timeout, 409 Conflict, 410 Gone, 411 Length Required,
            412 Precondition Failed, 413 Content Too Large, 414 URI Too Long,
            415 Unsupported Media Type, 416 Range Not Satisfiable, 417 Expectation Failed,
            421 Misdirected Request, 422 Unprocessable Content, 426 Upgrade Required,
            428 Precondition Required, 429 Too Many Requests, 431 Request Header Fields Too Large,
            500 Internal Server Error, 501 Not Implemented, 502 Bad Gateway, 503 Service Unavailable,
            504 Gateway Timeout, 505 HTTP Version Not Supported, 507 Insufficient Storage\
            """);

    private ReasonPhrase() {}

    /** The phrase, or one for the status's class. */
    public static String reason(int status) {
        String phrase = status >= 0 && status < PHRASES.length ? PHRASES[status] : null;
        return phrase == null ? ofClass(status / 100) : phrase;
    }

    private static String ofClass(int hundreds) {
        return switch (hundreds) {
            case 1 -> "Informational";
            case 2 -> "Successful";
            case 3 -> "Redirection";
            case 4 -> "Client Error";
            case 5 -> "Server Error";
            default -> "Unknown";
        };
    }

    private static @Nullable String[] table(String text) {
        @Nullable String[] phrases = new @Nullable String[600];
        Arrays.stream(text.split(",\\s+"))
                .forEach(line -> phrases[Integer.parseInt(line.substring(0, 3))] = line.substring(4));
        return phrases;
    }
}
