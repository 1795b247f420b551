package io.gosling.replication.coop;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.ResponseSource;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.http.documents.CacheStatusFormat;
import io.gosling.http.documents.DocumentHeaderBuilder;
import io.gosling.http.documents.DocumentResponseBuilder;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.home.HomeHeaderBuilder;
import io.gosling.replication.members.CopyTraffic;
import io.gosling.replication.members.CopyUrlPath;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaSet;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Answers clients' requests for copies: with the copy, or with a redirect to its home, never with an error page for a
 * document of the replica set. Only configured servers are homes; other names are not found, so that no client can be
 * redirected, and no connection made, to other hosts.
 */
public record CopyHandler(
        ReplicaSet group,
        CopyFetcher copies,
        CopyResponseCounter answers,
        boolean cors,
        Duration pageAge,
        String node) {
    private static final Logger LOG = System.getLogger(CopyHandler.class.getName());
    private static final String ALLOW = "GET, HEAD, OPTIONS";

    public Response handle(Request request, CopyUrlPath address) throws InterruptedException {
        boolean own = address.home().equals(group.self().name());
        @Nullable ReplicaPeer home = group.peer(address.home());
        if (!own && home == null) {
            return ErrorPageBuilder.of(404);
        }
        if (request.method().equals("OPTIONS")) {
            return new Response(204, Headers.of("Allow", ALLOW), null);
        }
        if (!request.method().equals("GET") && !request.method().equals("HEAD")) {
            return ErrorPageBuilder.of(405, Headers.of("Allow", ALLOW));
        }
        if (home == null) {
            return elsewhere("", request, address);
        }
        Response found = address.isDocument() ? answer(request, home, address) : null;
        return found == null ? elsewhere(home.origin(), request, address) : found;
    }

    /** Answers with a copy; null if there is none. A copy whose file is missing is fetched again, once. */
    private @Nullable Response answer(Request request, ReplicaPeer home, CopyUrlPath address)
            throws InterruptedException {
        long deadline = copies.deadline();
        for (int turn = 0; turn < 2; turn++) {
            ReplicaCopy copy = copies.find(home, address.path(), address.version(), deadline);
            if (copy == null) {
                return null;
            }
            try {
                if (request.method().equals("GET")) {
                    copies.heat(copy, address.version(), () -> prepared(home, address, copy));
                }
                return counted(request, copy, answer(request, home, address, copy));
            } catch (NoSuchFileException gone) {
                copies.lost(copy);
            } catch (IOException e) {
                LOG.log(Level.DEBUG, "{0} cannot be read: {1}", copy.file(), e);
                return null;
            }
        }
        return null;
    }

    private Response counted(Request request, ReplicaCopy copy, Response answer) {
        Body body = request.method().equals("HEAD") ? null : answer.body();
        answers.add(copy, new CopyTraffic(1, body == null ? 0 : body.length()));
        return answer;
    }

    /** Redirects elsewhere, by path only for this server's documents; each redirect needs CORS headers. */
    private Response elsewhere(String origin, Request request, CopyUrlPath address) {
        String query = request.rawQuery().isEmpty() ? "" : "?" + request.rawQuery();
        Response there = Response.redirect(307, origin + address.path() + query)
                .with("Cache-Control", "no-store")
                .with("X-Robots-Tag", "noindex");
        Response open = cors ? there.with(HomeHeaderBuilder.READERS, "*") : there;
        return origin.isEmpty() ? open : open.with("Link", canonical(origin, address.path()));
    }

    /** @throws NoSuchFileException also where its length has changed */
    private Document open(ReplicaCopy copy) throws IOException {
        FileChannel channel = FileChannel.open(copy.file(), StandardOpenOption.READ);
        try {
            if (channel.size() != copy.length()) {
                throw new NoSuchFileException(copy.file().toString());
            }
        } catch (Throwable e) {
            channel.close();
            throw e;
        }
        return new Document(
                copy.representation(),
                new FileStamp(copy.length(), 0, ""),
                new Body.InFile(channel, copy.length()),
                new Provenance(ResponseSource.LOCAL_DISK, node));
    }

    private Response answer(Request request, ReplicaPeer home, CopyUrlPath address, ReplicaCopy copy)
            throws IOException {
        Document document = open(copy);
        Provenance provenance = document.provenance();
        String status = CacheStatusFormat.of(node, provenance);
        Headers fields = about(DocumentHeaderBuilder.of(document.representation(), status), home, address, copy);
        Headers notModified = fields.without("Content-Type").without("Accept-Ranges");
        return DocumentResponseBuilder.to(request.method(), request.headers(), document, fields, notModified)
                .from(provenance);
    }

    private PreparedHeaders prepared(ReplicaPeer home, CopyUrlPath address, ReplicaCopy copy) {
        return DocumentHeaderBuilder.prepare(
                copy.representation(),
                node,
                answer -> new Response(answer.status(), about(answer.headers(), home, address, copy), null));
    }

    private static String canonical(String origin, String path) {
        return "<" + origin + path + ">; rel=\"canonical\"";
    }

    private Headers about(Headers fields, ReplicaPeer home, CopyUrlPath address, ReplicaCopy copy) {
        Headers more = fields.plus("X-Robots-Tag", "noindex").plus("Link", canonical(home.origin(), copy.path()));
        String caching = caching(address, copy);
        Headers aged = caching.isEmpty() ? more : more.plus("Cache-Control", caching);
        return cors ? aged.plus(HomeHeaderBuilder.READERS, "*") : aged;
    }

    /**
     * Cache-Control of a copy; empty by default. A copy under a later version's address must not be cached for long.
     */
    private String caching(CopyUrlPath address, ReplicaCopy copy) {
        if (address.version() > copy.version()) {
            return "no-cache";
        }
        return PageLinks.canHaveLinks(copy.mediaType()) ? "max-age=" + pageAge.toSeconds() : "";
    }
}
