package io.gosling.http.documents;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.LookupResult;
import io.gosling.document.Provenance;
import io.gosling.document.Ticker;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Serves the documents of a source: GET, HEAD and OPTIONS, conditionals and ranges. Safe for use by many threads.
 *
 * @param node this node's name in Cache-Status
 */
public record DocumentHandler(DocumentSource source, String node) implements Handler {
    private static final System.Logger LOG = System.getLogger(DocumentHandler.class.getName());
    private static final RefusedDocumentLog REFUSALS = new RefusedDocumentLog(Ticker.system());
    private static final String ALLOW = "GET, HEAD, OPTIONS";
    private static final String RETRY_SECONDS = "1";

    @Override
    public Response handle(Request request) {
        return switch (request.method()) {
            case "GET", "HEAD" -> serve(request);
            case "OPTIONS" -> new Response(204, Headers.of("Allow", ALLOW), null);
            case "POST", "PUT", "PATCH", "DELETE" -> ErrorPageBuilder.of(405, Headers.of("Allow", ALLOW));
            default -> ErrorPageBuilder.of(501);
        };
    }

    private Response serve(Request request) {
        DocumentPath path = parse(request);
        if (path == null) {
            return ErrorPageBuilder.of(400);
        }
        return switch (find(path)) {
            case null -> ErrorPageBuilder.of(503, Headers.of("Retry-After", RETRY_SECONDS));
            case LookupResult.Absent absent -> ErrorPageBuilder.of(404);
            case LookupResult.Moved moved -> redirect(moved.location(), request.rawQuery());
            case LookupResult.Refused refused -> {
                REFUSALS.log(refused);
                yield ErrorPageBuilder.of(403);
            }
            case LookupResult.Found found -> answer(request, path, found.document());
        };
    }

    private Response answer(Request request, DocumentPath path, Document document) {
        Provenance origin = document.provenance();
        Response answer = DocumentResponseBuilder.to(
                        request.method(), request.headers(), document, CacheStatusFormat.of(node, origin))
                .from(origin);
        boolean otherName = answer.status() < 400 && !request.rawPath().equals(path.key());
        return otherName ? answer.with("Content-Location", path.key()) : answer;
    }

    private static @Nullable DocumentPath parse(Request request) {
        try {
            return DocumentPath.parse(request.rawPath());
        } catch (IllegalDocumentPathException e) {
            LOG.log(System.Logger.Level.DEBUG, "refused {0}", e.getMessage());
            return null;
        }
    }

    private @Nullable LookupResult find(DocumentPath path) {
        try {
            return source.find(path);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "no answer for {0}: {1}", path, e);
            return null;
        }
    }

    private static Response redirect(String location, String query) {
        return ErrorPageBuilder.of(301, Headers.of("Location", query.isEmpty() ? location : location + "?" + query));
    }
}
