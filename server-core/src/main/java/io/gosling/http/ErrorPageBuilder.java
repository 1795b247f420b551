package io.gosling.http;

import io.gosling.document.Body;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Builds small pages for responses without a document. They hold the status and nothing of the request. */
public final class ErrorPageBuilder {
    private ErrorPageBuilder() {}

    /** Returns a page that names the status. */
    public static Response of(int status) {
        return of(status, Headers.empty());
    }

    /** Returns a page that names the status, with more headers. */
    public static Response of(int status, Headers more) {
        String title = status + " " + ReasonPhrase.reason(status);
        String page = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>" + title + "</title><h1>"
                + title + "</h1></html>\n";
        return new Response(
                status,
                more.plus("Content-Type", "text/html; charset=utf-8"),
                new Body.InMemory(Unpooled.wrappedBuffer(page.getBytes(StandardCharsets.US_ASCII))));
    }

    /** Returns the bytes of a page that was made here; the caller owns the reference. */
    public static ByteBuf bytes(Response page) {
        return page.body() instanceof Body.InMemory memory ? memory.bytes() : Unpooled.EMPTY_BUFFER;
    }
}
