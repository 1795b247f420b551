package io.gosling.site.rules;

import io.gosling.document.DocumentPath;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.http.ErrorPage;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;

/** Outermost: rules see canonical paths only, and what has no canonical form is answered 400. */
public final class CanonicalPath implements Filter {
    @Override
    public Response filter(Request request, Handler next) throws Exception {
        if (request.rawPath().equals("*")) {
            return new Response(204, Headers.of("Allow", "GET, HEAD, OPTIONS"), null);
        }
        String key;
        try {
            key = DocumentPath.parse(request.rawPath()).key();
        } catch (IllegalDocumentPathException e) {
            return ErrorPage.of(400);
        }
        return key.equals(request.rawPath())
                ? next.handle(request)
                : named(next.handle(new RewrittenRequest(request, key, request.rawQuery())), key);
    }

    /** A document that was asked for by another spelling says its own (RFC 9110, section 8.7). */
    private static Response named(Response answer, String key) {
        boolean document = answer.provenance() != null
                && answer.status() < 400
                && !answer.headers().contains("Content-Location");
        return document ? answer.with("Content-Location", key) : answer;
    }
}
