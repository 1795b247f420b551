package io.gosling.replication.home;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.DocumentHeaderBuilder;
import io.gosling.http.documents.PreparedHeaderBuilder;
import java.util.HashMap;
import java.util.Map;

/**
 * The headers that a home adds to its documents: its content security policy, the permission for other origins to read
 * them if copies are sent with it too, and the preload links of pages that are sent unchanged. A new scan of the site
 * makes a new object.
 *
 * @param policy empty if there is none
 * @param cors true if objects fetched with CORS may come from copies: a client that is redirected home from a copy, and
 *     a page that another server sends, fetch them here from another origin
 * @param told the preload links of pages, by the paths of requests
 */
public record HomeHeaderBuilder(String node, String policy, boolean cors, Map<String, Told> told)
        implements PreparedHeaderBuilder {
    static final String POLICY = "Content-Security-Policy";
    public static final String READERS = "Access-Control-Allow-Origin";
    static final String LINK = "Link";

    /** @param etag of the bytes whose links these are */
    record Told(String etag, String link) {}

    public HomeHeaderBuilder {
        told = Map.copyOf(told);
    }

    /** The headers before the site was scanned. */
    public static HomeHeaderBuilder of(String node, String policy, boolean cors) {
        return new HomeHeaderBuilder(node, policy, cors, Map.of());
    }

    /**
     * The same with the preload links of these pages; this very object if nothing changes.
     *
     * @param itsPolicy from now on; empty if there is none
     */
    public HomeHeaderBuilder telling(SiteSnapshot pages, String itsPolicy) {
        Map<String, Told> now = new HashMap<>();
        pages.served().forEach((path, page) -> {
            String link = page.preloads().field();
            if (!link.isEmpty()) {
                now.put(path, new Told(page.etag(), link));
            }
        });
        return now.equals(told) && itsPolicy.equals(policy) ? this : new HomeHeaderBuilder(node, itsPolicy, cors, now);
    }

    public boolean isEmpty() {
        return policy.isEmpty() && !cors && told.isEmpty();
    }

    /** A response for this raw path with the added headers. */
    public Response addedTo(Response answer, String path) {
        Response own = new Response(answer.status(), addedTo(answer.headers()), answer.body(), answer.provenance());
        Told page = told.get(path);
        return page != null && page.etag().equals(answer.headers().first("ETag")) ? own.plus(LINK, page.link()) : own;
    }

    Headers addedTo(Headers fields) {
        Headers guarded = policy.isEmpty() ? fields : fields.with(POLICY, policy);
        return cors ? guarded.with(READERS, "*") : guarded;
    }

    @Override
    public PreparedHeaders fields(DocumentPath path, Representation document, Provenance from) {
        return DocumentHeaderBuilder.prepare(document, node, from, answer -> addedTo(answer, path.key()));
    }
}
