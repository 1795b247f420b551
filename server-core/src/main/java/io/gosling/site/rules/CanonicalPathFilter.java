package io.gosling.site.rules;

import io.gosling.document.DocumentPath;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;

/** The outermost filter: rules see canonical paths only, and a path without a canonical form is answered 400. */
public final class CanonicalPathFilter implements Filter {
    @Override
    public Response filter(Request request, Handler next) throws Exception {
        if (request.rawPath().equals("*")) {
            return new Response(204, Headers.of("Allow", "GET, HEAD, OPTIONS"), null);
        }
        DocumentPath path = DocumentPath.find(request.rawPath());
        if (path == null) {
            return ErrorPageBuilder.of(400);
        }
        String key = path.key();
        return key.equals(request.rawPath())
                ? next.handle(request)
                : named(next.handle(new RewrittenRequest(request, key, request.rawQuery())), key);
    }

    /** Adds Content-Location to a document that was requested by another spelling (RFC 9110, section 8.7). */
    private static Response named(Response answer, String key) {
        boolean document = answer.provenance() != null
                && answer.status() < 400
                && !answer.headers().contains("Content-Location");
        return document ? answer.with("Content-Location", key) : answer;
    }
}
