package io.gosling.replication.home;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.DocumentHeaders;
import io.gosling.http.documents.StoredHeaderBuilder;
import java.util.HashMap;
import java.util.Map;

/**
 * What a home adds to the header of its documents: its content security policy, that other origins may read them where
 * copies are sent so too, and of a page as it is what it shows. Another look at the site makes another one. Immutable.
 */
public final class HomeHeaders implements StoredHeaderBuilder {
    static final String POLICY = "Content-Security-Policy";
    public static final String READERS = "Access-Control-Allow-Origin";
    static final String LINK = "Link";

    private final String node;
    private final String policy;
    private final boolean cors;
    private final Map<String, Told> told;

    /** @param etag of the bytes whose links these are */
    private record Told(String etag, String link) {}

    private HomeHeaders(String node, String policy, boolean cors, Map<String, Told> told) {
        this.node = node;
        this.policy = policy;
        this.cors = cors;
        this.told = Map.copyOf(told);
    }

    /**
     * Before the site has been read.
     *
     * @param node this server's name in Cache-Status
     * @param policy empty where there is none
     * @param cors whether what is fetched with CORS may come from copies: whoever asks for one and is sent home, and a
     *     page that another server sends, fetches it here from another origin
     */
    public static HomeHeaders of(String node, String policy, boolean cors) {
        return new HomeHeaders(node, policy, cors, Map.of());
    }

    /**
     * The same with what these pages show; this very object if that is what it says already.
     *
     * @param itsPolicy from now on; empty where there is none
     */
    public HomeHeaders telling(SiteSnapshot pages, String itsPolicy) {
        Map<String, Told> now = new HashMap<>();
        pages.served().forEach((path, page) -> {
            String link = page.preloads().field();
            if (!link.isEmpty()) {
                now.put(path, new Told(page.etag(), link));
            }
        });
        return now.equals(told) && itsPolicy.equals(policy) ? this : new HomeHeaders(node, itsPolicy, cors, now);
    }

    /** Whether there is anything to add. */
    public boolean isEmpty() {
        return policy.isEmpty() && !cors && told.isEmpty();
    }

    /** An answer for this raw path with what is added to it. */
    public Response addedTo(Response answer, String path) {
        Response own = new Response(answer.status(), addedTo(answer.headers()), answer.body(), answer.provenance());
        Told page = told.get(path);
        return page != null && page.etag().equals(answer.headers().first("ETag")) ? own.plus(LINK, page.link()) : own;
    }

    /** A header with what every document is sent with, whatever links were chosen in it. */
    Headers addedTo(Headers fields) {
        Headers guarded = policy.isEmpty() ? fields : fields.with(POLICY, policy);
        return cors ? guarded.with(READERS, "*") : guarded;
    }

    @Override
    public PreparedHeaders fields(DocumentPath path, Representation document) {
        return DocumentHeaders.prepare(document, node, answer -> addedTo(answer, path.key()));
    }
}
