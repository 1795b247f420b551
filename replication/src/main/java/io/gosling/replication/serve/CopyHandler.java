package io.gosling.replication.serve;

import io.gosling.document.AnsweredFrom;
import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.document.Stamp;
import io.gosling.http.CacheStatus;
import io.gosling.http.DocumentAnswer;
import io.gosling.http.DocumentFields;
import io.gosling.http.ErrorPage;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.replication.graph.PageLinks;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Answers clients that ask for a copy: with it, or with a redirection to its home, never with an error page for a document
 * of the group. Only servers of the configuration are homes; of others there is nothing, so that nobody can be sent or
 * connected elsewhere.
 */
final class CopyHandler {
    private static final String ALLOW = "GET, HEAD, OPTIONS";

    private final Group group;
    private final Copies copies;
    private final boolean cors;
    private final Duration pageAge;
    private final String node;

    CopyHandler(Group group, Copies copies, boolean cors, Duration pageAge, String node) {
        this.group = group;
        this.copies = copies;
        this.cors = cors;
        this.pageAge = pageAge;
        this.node = node;
    }

    Response handle(Request request, CopyAddress address) throws InterruptedException {
        boolean own = address.home().equals(group.self().name());
        @Nullable Peer home = group.peer(address.home());
        if (!own && home == null) {
            return ErrorPage.of(404);
        }
        if (request.method().equals("OPTIONS")) {
            return new Response(204, Headers.of("Allow", ALLOW), null);
        }
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return ErrorPage.of(405, Headers.of("Allow", ALLOW));
        }
        if (home == null) {
            return elsewhere("", request, address);
        }
        @Nullable Copy copy = copies.find(home, address.path(), address.version());
        @Nullable Document document = copy == null ? null : open(copy);
        return document == null || copy == null
                ? elsewhere(home.origin(), request, address)
                : answer(request, home, copy, document);
    }

    /** Of documents of this server the origin is left out. */
    private static Response elsewhere(String origin, Request request, CopyAddress address) {
        String query = request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery();
        return Response.redirect(307, origin + address.path() + query).with("Cache-Control", "no-store");
    }

    /** Null where it has gone since it was found. */
    private @Nullable Document open(Copy copy) {
        try {
            FileChannel channel = FileChannel.open(copy.file(), StandardOpenOption.READ);
            return new Document(
                    new Representation(copy.mediaType(), copy.length(), copy.etag(), copy.modified()),
                    new Stamp(copy.length(), 0, ""),
                    new Body.InFile(channel, copy.length()),
                    new Provenance(AnsweredFrom.LOCAL_DISK, node));
        } catch (IOException gone) {
            return null;
        }
    }

    private Response answer(Request request, Peer home, Copy copy, Document document) {
        Representation found = document.representation();
        String status = CacheStatus.of(node, document.provenance());
        Headers fields = DocumentFields.of(found, status);
        if (PageLinks.canHaveLinks(copy.mediaType())) {
            fields = fields.plus("Cache-Control", "max-age=" + pageAge.toSeconds());
        }
        fields = fields.plus("X-Robots-Tag", "noindex")
                .plus("Link", "<" + home.origin() + copy.path() + ">; rel=\"canonical\"");
        if (cors) {
            fields = fields.plus("Access-Control-Allow-Origin", "*");
        }
        Headers notModified = fields.without("Content-Type").without("Accept-Ranges");
        return DocumentAnswer.to(request.method(), request.headers(), document, fields, notModified)
                .from(document.provenance());
    }
}
