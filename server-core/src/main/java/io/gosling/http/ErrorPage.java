package io.gosling.http;

import io.gosling.document.Body;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Small pages for answers without a document. They hold the status and nothing of the request. */
public final class ErrorPage {
    private ErrorPage() {}

    /** A page that names the status. */
    public static Response of(int status) {
        return of(status, Headers.empty());
    }

    /** The same with more header fields. */
    public static Response of(int status, Headers more) {
        String title = status + " " + ReasonPhrase.reason(status);
        String page = "<!doctype html>\n<html lang=\"en\"><meta charset=\"utf-8\"><title>" + title + "</title><h1>"
                + title + "</h1></html>\n";
        return new Response(
                status,
                more.plus("Content-Type", "text/html; charset=utf-8"),
                new Body.InMemory(Unpooled.wrappedBuffer(page.getBytes(StandardCharsets.US_ASCII))));
    }

    /** The bytes of a page that was made here, whose reference the caller has. */
    public static ByteBuf bytes(Response page) {
        return page.body() instanceof Body.InMemory memory ? memory.bytes() : Unpooled.EMPTY_BUFFER;
    }
}
