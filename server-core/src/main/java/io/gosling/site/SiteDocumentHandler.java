package io.gosling.site;

import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.documents.DocumentHandler;
import io.gosling.site.compression.ContentCoding;
import java.util.List;

/**
 * Serves the documents of a site, each in the coding that its client prefers. The bytes of a coding are another
 * representation, with their own entity tag and their own ranges. Safe for use by many threads.
 */
record SiteDocumentHandler(SiteDocumentFinder view, List<ContentCoding> codings, String node) implements Handler {
    @Override
    public Response handle(Request request) {
        NegotiatedDocumentSource choice = new NegotiatedDocumentSource(view, accepted(request), !codings.isEmpty());
        Response answer = new DocumentHandler(choice, node).handle(request);
        Response own = choice.varies() ? answer.varying("Accept-Encoding") : answer;
        ContentCoding coding = choice.coding();
        boolean hasBytes = answer.status() == 200 || answer.status() == 206;
        return coding != null && hasBytes ? own.with("Content-Encoding", coding.token()) : own;
    }

    /** Returns the accepted codings; none for several ranges, whose multipart form cannot state a coding. */
    private List<ContentCoding> accepted(Request request) {
        String range = request.headers().joined("Range");
        return codings.isEmpty() || (range != null && range.indexOf(',') >= 0)
                ? List.of()
                : ContentCoding.accepted(request.headers().joined("Accept-Encoding"), codings);
    }
}
