package io.gosling.replication.home;

import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.DocumentHeaderBuilder;
import io.gosling.http.documents.PreparedHeaderBuilder;

/**
 * The headers that a home adds to its documents: its content security policy, and the permission for other origins to
 * read them if copies are sent with it too.
 *
 * @param policy empty if there is none
 * @param cors true if objects fetched with CORS may come from copies: a client that is redirected home from a copy, and
 *     a page that another server sends, fetch them here from another origin
 */
public record HomeHeaderBuilder(String node, String policy, boolean cors) implements PreparedHeaderBuilder {
    private static final String POLICY = "Content-Security-Policy";
    public static final String READERS = "Access-Control-Allow-Origin";

    public boolean isEmpty() {
        return policy.isEmpty() && !cors;
    }

    public Response addedTo(Response answer) {
        return new Response(answer.status(), addedTo(answer.headers()), answer.body(), answer.provenance());
    }

    Headers addedTo(Headers fields) {
        Headers guarded = policy.isEmpty() ? fields : fields.with(POLICY, policy);
        return cors ? guarded.with(READERS, "*") : guarded;
    }

    @Override
    public PreparedHeaders fields(DocumentPath path, Representation document, Provenance from) {
        return DocumentHeaderBuilder.prepare(document, node, from, this::addedTo);
    }
}
