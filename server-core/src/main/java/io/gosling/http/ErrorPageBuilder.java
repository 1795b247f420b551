package io.gosling.http;

import io.gosling.common.JsonWriter;
import io.gosling.document.Body;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Builds small responses to requests that failed: the status, and the reason where there is one, as HTML, or as JSON
 * (RFC 9457) or plain text for a client that prefers that.
 */
public final class ErrorPageBuilder {
    private static final String PROBLEM = "application/problem+json";

    private ErrorPageBuilder() {}

    /** Returns the response to a request that an exception ended, with the exception's message. */
    public static Response of(Request request, StatusException failure) {
        return of(request, failure.status(), failure.getMessage());
    }

    /**
     * Returns the response to a request that failed, in the form that the client prefers; HTML if it states none.
     *
     * @param reason for the client; null for none
     */
    public static Response of(Request request, int status, @Nullable String reason) {
        String title = ReasonPhrase.reason(status);
        String form = request.accepts("text/html", PROBLEM, "application/json", "text/plain");
        Response response = switch (Objects.requireNonNullElse(form, "text/html")) {
            case PROBLEM, "application/json" ->
                Response.json(problem(status, title, reason)).with("Content-Type", PROBLEM);
            case "text/plain" -> Response.text(status + " " + title + (reason == null ? "\n" : ": " + reason + "\n"));
            default ->
                Response.html(
                        page(status + " " + title, reason == null ? "" : "<p>" + Response.escaped(reason) + "</p>"));
        };
        return response.withStatus(status).varying("Accept");
    }

    private static String problem(int status, String title, @Nullable String reason) {
        Map<String, @Nullable Object> members = JsonWriter.object("status", status, "title", title);
        if (reason != null) {
            members.put("detail", reason);
        }
        return JsonWriter.write(members);
    }

    /** Returns a page that names the status. */
    public static Response of(int status) {
        return of(status, Headers.empty());
    }

    /** Returns a page that names the status, with more headers. */
    public static Response of(int status, Headers more) {
        String page = page(status + " " + ReasonPhrase.reason(status), "");
        return new Response(
                status,
                more.plus("Content-Type", "text/html; charset=utf-8"),
                new Body.InMemory(Unpooled.wrappedBuffer(page.getBytes(StandardCharsets.US_ASCII))));
    }

    private static String page(String title, String text) {
        return "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>" + title + "</title><h1>" + title
                + "</h1>" + text + "</html>\n";
    }

    /** Returns the bytes of a page that was made here; the caller owns the reference. */
    public static ByteBuf bytes(Response page) {
        return page.body() instanceof Body.InMemory memory ? memory.bytes() : Unpooled.EMPTY_BUFFER;
    }
}
