package io.gosling.http;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.Lookup;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Serves the documents of a source: GET, HEAD and OPTIONS, conditionals and ranges. Safe for use by many threads. */
public final class DocumentHandler implements Handler {
    private static final System.Logger LOG = System.getLogger(DocumentHandler.class.getName());
    private static final String ALLOW = "GET, HEAD, OPTIONS";
    private static final String RETRY_SECONDS = "1";

    private final DocumentSource source;
    private final String node;

    /** @param node this node's name in Cache-Status */
    public DocumentHandler(DocumentSource source, String node) {
        this.source = source;
        this.node = node;
    }

    @Override
    public void handle(Exchange exchange) throws Exception {
        switch (exchange.method()) {
            case "GET", "HEAD" -> serve(exchange);
            case "OPTIONS" -> exchange.respond(new Response(204, Headers.of("Allow", ALLOW), null));
            default -> exchange.respond(ErrorPage.of(405, Headers.of("Allow", ALLOW)));
        }
    }

    private void serve(Exchange exchange) throws IOException {
        DocumentPath path = parse(exchange);
        Lookup lookup = path == null ? null : find(path);
        if (path == null) {
            exchange.respond(ErrorPage.of(400));
            return;
        }
        switch (lookup) {
            case null -> exchange.respond(ErrorPage.of(503, Headers.of("Retry-After", RETRY_SECONDS)));
            case Lookup.Absent absent -> exchange.respond(ErrorPage.of(404));
            case Lookup.Moved moved -> exchange.respond(redirect(moved.location(), exchange.rawQuery()));
            case Lookup.Refused refused -> {
                LOG.log(System.Logger.Level.DEBUG, "refused {0}", refused.reason());
                exchange.respond(ErrorPage.of(403));
            }
            case Lookup.Found found -> answer(exchange, found.document());
        }
    }

    private void answer(Exchange exchange, Document document) throws IOException {
        exchange.answeredFrom(document.provenance());
        exchange.respond(DocumentAnswer.to(
                exchange.method(), exchange.headers(), document, CacheStatus.of(node, document.provenance())));
    }

    private static @Nullable DocumentPath parse(Exchange exchange) {
        try {
            return DocumentPath.parse(exchange.rawPath());
        } catch (IllegalDocumentPathException e) {
            LOG.log(System.Logger.Level.DEBUG, "refused {0}", e.getMessage());
            return null;
        }
    }

    /** What the source says; null when it cannot be asked. */
    private @Nullable Lookup find(DocumentPath path) {
        try {
            return source.find(path);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "no answer for {0}: {1}", path, e);
            return null;
        }
    }

    private static Response redirect(String location, String query) {
        return ErrorPage.of(301, Headers.of("Location", query.isEmpty() ? location : location + "?" + query));
    }
}
