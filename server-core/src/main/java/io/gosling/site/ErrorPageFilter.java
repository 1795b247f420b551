package io.gosling.site;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.LookupResult;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Replaces the responses to failed GET and HEAD requests by a page of the site, under the same status. If there is no
 * such page either, the plain one stays. Safe for use by many threads.
 */
record ErrorPageFilter(Map<Integer, DocumentPath> pages, SiteDocumentFinder documents) implements Filter {
    private static final System.Logger LOG = System.getLogger(ErrorPageFilter.class.getName());

    /** Headers about bytes that are not sent. */
    private static final List<String> OF_THE_BYTES = List.of(
            "Content-Encoding", "Content-Language", "Content-Disposition", "Content-Location", "ETag", "Last-Modified");

    ErrorPageFilter {
        pages = Map.copyOf(pages);
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        Response answer = answer(request, next);
        DocumentPath path = pages.get(answer.status());
        boolean asked = request.method().equals("GET") || request.method().equals("HEAD");
        Document page = path == null || !asked ? null : find(path);
        if (page == null) {
            return answer;
        }
        answer.discard();
        Headers headers = answer.headers();
        for (String replaced : OF_THE_BYTES) {
            headers = headers.without(replaced);
        }
        return new Response(
                answer.status(),
                headers.with("Content-Type", page.representation().mediaType()),
                page.body(),
                answer.provenance());
    }

    private static Response answer(Request request, Handler next) throws Exception {
        try {
            return next.handle(request);
        } catch (StatusException e) {
            LOG.log(Level.DEBUG, "{0} is answered {1}: {2}", request.rawPath(), e.status(), e.getMessage());
            return ErrorPageBuilder.of(request, e);
        }
    }

    private @Nullable Document find(DocumentPath path) {
        try {
            return new NegotiatedDocumentSource(documents, List.of(), false).find(path)
                            instanceof LookupResult.Found found
                    ? found.document()
                    : null;
        } catch (IOException e) {
            return null;
        }
    }
}
