package io.gosling.replication.serve;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.EntityTagGenerator;
import io.gosling.http.Headers;
import io.gosling.http.HttpDateFormat;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.home.HomeSite;
import io.gosling.replication.home.PageAssemblyMemory;
import io.gosling.replication.home.PageHandler;
import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.CopyUrlPath;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.members.ServerStatusMessage;
import io.gosling.replication.page.CopiedPageRewriter;
import io.gosling.replication.page.PageLinkAnalysis.PreparedLink;
import io.gosling.replication.plan.ReplicationPlan;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Sends this home's documents to servers that were offered them, each response signed. For many virtual threads. */
record CopySender(ReplicaSet group, HomeSite site, PageAssemblyMemory memory) {
    /** Answers a server that fetches or revalidates a copy; never from memory, which may be outdated. */
    Response give(Request request, ServerStatusMessage question, String path) throws IOException {
        ServerStatusMessage answer = group.answer(question);
        boolean offered = site.plan().holders(path).contains(question.from());
        String known = String.valueOf(request.headers().first("If-None-Match"));
        if (!offered && !request.headers().contains("If-None-Match")) {
            // Any client can make a co-op request any path: that must not cost a disk access.
            return signed(answer, new Response(204, Headers.empty(), null));
        }
        // Before the bytes are read or compared: a server that gets old bytes, or keeps them, is notified of the
        // change.
        site.gave(path, question.from(), question.number());
        Document document = site.open(path);
        if (document == null) {
            return signed(answer, new Response(204, Headers.empty(), null));
        }
        boolean passed = false;
        try {
            Page page = site.pages().pages().get(path);
            String etag = document.representation().etag();
            boolean isPage = PageLinks.canHaveLinks(document.representation().mediaType());
            boolean prepared = !isPage || (page != null && page.etag().equals(etag));
            long version = site.versions().of(path, document.stamp());
            if (!site.isStill(path, document.stamp())) {
                // A look may have given the state after it a number already, and these bytes would have a later one.
                return signed(answer, new Response(503, Headers.empty(), null));
            }
            ServerStatusMessage about = answer.about(version, offered && prepared, etag);
            // A copy may outlast the plan, but not the right to have copies.
            if (etag.equals(known) && (offered || site.pages().mayHaveCopies(path))) {
                return signed(about, new Response(304, Headers.empty(), null));
            }
            if (!about.offered()) {
                return signed(about, new Response(204, Headers.empty(), null));
            }
            if (page != null && isPage) {
                Response away = away(page, document, question.from());
                if (away == null) {
                    return signed(answer, new Response(503, Headers.empty(), null));
                }
                group.counts().count(Event.GIVEN);
                return signed(about, away);
            }
            group.counts().count(Event.GIVEN);
            passed = true;
            return signed(about, new Response(200, fields(document, etag), document.body()));
        } finally {
            if (!passed) {
                document.close();
            }
        }
    }

    /**
     * The page as its copy is kept: links lead to documents of the same holder or home; null without room to assemble
     * it.
     */
    private @Nullable Response away(Page page, Document document, String holder) throws IOException {
        ReplicationPlan plan = site.plan();
        ReplicaPeer peer = group.peer(holder);
        Function<PreparedLink, @Nullable String> choice = link -> peer != null
                        && page.mayLead(link.link().offset(), holder)
                        && plan.holders(link.document()).contains(holder)
                ? CopyUrlPath.before(
                                peer,
                                site.versions().last(link.document()),
                                group.self().name())
                        + link.document()
                : null;
        ByteBuf bytes = PageHandler.bytes(document, memory);
        if (bytes == null) {
            return null;
        }
        try {
            ByteBuf sent = CopiedPageRewriter.away(
                    page.prepared(), bytes, choice, group.self().origin(), ByteBufAllocator.DEFAULT);
            return new Response(
                    200, fields(document, EntityTagGenerator.ofContent(sent.nioBuffers())), new Body.InMemory(sent));
        } catch (OutOfMemoryError noMemory) {
            return null;
        } finally {
            bytes.release();
        }
    }

    private static Headers fields(Document document, String etag) {
        return Headers.of(
                "Content-Type",
                document.representation().mediaType(),
                "ETag",
                etag,
                "Last-Modified",
                HttpDateFormat.format(document.representation().lastModified()));
    }

    private Response signed(ServerStatusMessage answer, Response response) {
        return response.with(
                ServerStatusMessage.FIELD, group.signedAnswer(answer, response.status(), response.headers()));
    }
}
