package io.gosling.replication.serve;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.EntityTags;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.Lookup;
import io.gosling.http.Headers;
import io.gosling.http.HttpDate;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.page.AddressChoice;
import io.gosling.replication.page.MovedLink;
import io.gosling.replication.page.PageAssembly;
import io.gosling.replication.page.PreparedPage.PreparedLink;
import io.gosling.replication.plan.HomePlan;
import io.gosling.replication.plan.LoadTable;
import io.gosling.replication.serve.DrawnPages.Moment;
import io.gosling.replication.serve.ReplicationCounts.Event;
import io.gosling.replication.serve.SitePages.Page;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends pages with the links that are chosen now (DC-Apache, section 3.1.2.2, server-select), and documents to servers that
 * were offered them. For many virtual threads.
 */
final class PageHandler {
    private final Group group;
    private final HomeSite site;
    private final HomeSettings settings;
    private final DocumentSource source;
    private final PageMemory memory;
    private final DrawnPages drawn;
    private final Supplier<String> policy;
    private final ReplicationCounts counts;
    private final Supplier<RandomGenerator> random;

    /**
     * @param source gives the bytes of pages, from memory where they are hot
     * @param memory for those that are not
     * @param drawn keeps what was chosen for the fast lane
     * @param policy the content security policy that pages are sent with now; empty for none
     */
    PageHandler(
            Group group,
            HomeSite site,
            HomeSettings settings,
            DocumentSource source,
            PageMemory memory,
            DrawnPages drawn,
            Supplier<String> policy,
            ReplicationCounts counts,
            Supplier<RandomGenerator> random) {
        this.group = group;
        this.site = site;
        this.settings = settings;
        this.source = source;
        this.counts = counts;
        this.memory = memory;
        this.drawn = drawn;
        this.policy = policy;
        this.random = random;
    }

    /** The page with chosen links; null where none was chosen, and the file is to be sent as always. */
    @Nullable
    Response page(Request request) throws IOException {
        Page page = site.pages().under(request.rawPath());
        boolean gets = request.method().equals("GET");
        if (page == null || !(gets || request.method().equals("HEAD"))) {
            return null;
        }
        Drawing drawing = group.mayLead(request.isSecure()) && site.mayChoose(page) ? draw(page) : null;
        String link = drawing == null
                ? page.preloads().field()
                : page.preloads().field(drawing.choice().before());
        if (gets && settings.hints().early() && !link.isEmpty()) {
            request.hint(Headers.of(HomeFields.LINK, link));
        }
        if (drawing == null) {
            return null;
        }
        Document document = find(page);
        if (document == null) {
            return null;
        }
        try (document) {
            ByteBuf bytes = bytes(document);
            if (bytes == null) {
                counts.count(Event.NO_ROOM);
                return null;
            }
            try {
                Headers fields = fields(document.representation().mediaType(), link);
                // What is not in memory is not for the fast lane.
                boolean kept = document.body() instanceof Body.InMemory;
                ByteBuf sent = chosen(page, drawing, bytes, fields, kept);
                return sent == null
                        ? null
                        : new Response(200, fields, new Body.InMemory(sent)).from(document.provenance());
            } finally {
                bytes.release();
            }
        }
    }

    /** Where links lead in one response, and from what that was chosen. */
    private record Drawing(Moment moment, LinkChoice choice) {}

    private Drawing draw(Page page) {
        long losses = group.losses();
        LoadTable heard = group.heard();
        Moment moment = new Moment(site.plan(), losses, group.lasts(heard));
        return new Drawing(
                moment, LinkChoice.of(page, moment.plan(), heard.loads(), group, site.versions(), random.get()));
    }

    /** @param link what the page shows, or nothing */
    private Headers fields(String mediaType, String link) {
        Headers fields = Headers.of(
                "Content-Type",
                mediaType,
                "Cache-Control",
                "max-age=" + settings.pageAge().toSeconds());
        String now = policy.get();
        Headers guarded = now.isEmpty() ? fields : fields.plus(HomeFields.POLICY, now);
        return link.isEmpty() ? guarded : guarded.plus(HomeFields.LINK, link);
    }

    /** The page with what is chosen now, which others are sent as well if it is kept; null where nothing is. */
    private @Nullable ByteBuf chosen(Page page, Drawing drawing, ByteBuf bytes, Headers fields, boolean kept) {
        Moment moment = drawing.moment();
        LinkChoice choice = drawing.choice();
        int place = kept ? drawn.place(page, moment.plan()) : -1;
        if (choice.links() == 0) {
            if (place >= 0) {
                drawn.keep(page, place, moment, choice, null, fields);
            }
            choice.documents().forEach(site::count);
            return null;
        }
        int size = page.places().room(choice.before());
        ByteBuf room = place < 0 ? null : drawn.room(size);
        ByteBuf own = room == null ? ByteBufAllocator.DEFAULT.directBuffer(size) : room;
        ByteBuf sent = page.places().write(bytes, choice.before(), own);
        if (room != null) {
            drawn.keep(page, place, moment, choice, sent.retainedDuplicate(), fields);
        }
        choice.documents().forEach(site::count);
        counts.count(Event.PAGES);
        counts.add(Event.LINKS, choice.links());
        return sent;
    }

    /** The bytes in which the page's links were found; null when there are others by now. */
    private @Nullable Document find(Page page) throws IOException {
        try {
            if (source.find(DocumentPath.parse(page.path())) instanceof Lookup.Found found) {
                if (found.document().representation().etag().equals(page.etag())) {
                    return found.document();
                }
                found.document().close();
            }
            return null;
        } catch (IllegalDocumentPathException e) {
            return null;
        }
    }

    /** A reference of the caller's to all of them; null where there is no room to read them now. */
    private @Nullable ByteBuf bytes(Document document) throws IOException {
        return switch (document.body()) {
            case Body.InMemory held -> held.bytes().retainedDuplicate();
            case Body.InFile file -> memory.read(document.representation().etag(), file);
            case Body.Streamed streamed -> throw new IOException("a page is not " + streamed);
            case Body.Written written -> throw new IOException("a page is not " + written);
        };
    }

    /**
     * Answers a server of the group that wants a document to keep a copy, or to know whether its copy is still the same.
     * Never from memory, which may be older than the link that made the client ask.
     */
    Response give(Request request, Word question, String path) throws IOException {
        Word answer = group.answer(question);
        boolean offered = site.plan().holders(path).contains(question.from());
        String known = String.valueOf(request.headers().first("If-None-Match"));
        if (!offered && !request.headers().contains("If-None-Match")) {
            // Anybody can have a co-op ask for anything: that is to cost no look at the disk.
            return sealed(answer, new Response(204, Headers.empty(), null));
        }
        // Before the bytes are read or compared: whoever gets old ones, or goes on with them, hears of the change.
        site.gave(path, question.from(), question.number());
        Document document = site.open(path);
        if (document == null) {
            return sealed(answer, new Response(204, Headers.empty(), null));
        }
        boolean passed = false;
        try {
            Page page = site.pages().pages().get(path);
            String etag = document.representation().etag();
            boolean isPage = PageLinks.canHaveLinks(document.representation().mediaType());
            boolean prepared = !isPage || (page != null && page.etag().equals(etag));
            long version = site.versions().of(path, document.stamp());
            boolean moved = isPage && settings.anew();
            String compared = moved ? MovedPages.source(etag) : etag;
            Word about = answer.about(version, offered && prepared, compared);
            if (compared.equals(known)) {
                return sealed(about, new Response(304, Headers.empty(), null));
            }
            if (!about.offered()) {
                return sealed(about, new Response(204, Headers.empty(), null));
            }
            counts.count(Event.GIVEN);
            if (page != null && isPage) {
                Response away = away(page, document, question.from());
                return away == null ? sealed(answer, new Response(503, Headers.empty(), null)) : sealed(about, away);
            }
            passed = true;
            return sealed(about, new Response(200, fields(document, etag), document.body()));
        } finally {
            if (!passed) {
                document.close();
            }
        }
    }

    /** Answers a server of the group that has a page and chooses its links: who is to hold what they lead to. */
    Response links(Word question, String path) {
        Word answer = group.answer(question);
        Page page = site.pages().pages().get(path);
        if (page == null || !settings.anew()) {
            return sealed(answer, new Response(204, Headers.empty(), null));
        }
        HomePlan plan = site.plan();
        List<LinkTable.Row> rows = new ArrayList<>();
        Map<MovedLink, PreparedLink> links =
                PageAssembly.moved(page.prepared(), group.self().origin());
        links.forEach((moved, link) -> {
            HomePlan.Placed placed = plan.documents().get(link.document());
            if (placed != null) {
                List<String> servers = placed.servers().stream()
                        .filter(server -> page.mayLead(link.link().offset(), server))
                        .toList();
                rows.add(new LinkTable.Row(moved, site.versions().last(link.document()), placed.migrated(), servers));
            }
        });
        byte[] text = new LinkTable(rows).written();
        if (text.length > LinkTable.MOST_BYTES) {
            return sealed(answer, new Response(204, Headers.empty(), null));
        }
        Headers fields =
                Headers.of("Content-Type", LinkTable.MEDIA_TYPE, "ETag", EntityTags.ofContent(ByteBuffer.wrap(text)));
        return sealed(
                answer.about(0, true, MovedPages.source(page.etag())),
                new Response(200, fields, new Body.InMemory(Unpooled.wrappedBuffer(text))));
    }

    /**
     * The page as its copy is kept: links are chosen once, and lead to what the same server is to hold, which lives as long
     * as it sends the page, or home, as all do where they are chosen there for each response; null where there is no room to
     * put it together now.
     */
    private @Nullable Response away(Page page, Document document, String holder) throws IOException {
        HomePlan plan = site.plan();
        Peer peer = group.peer(holder);
        AddressChoice choice = link -> peer != null
                        && !settings.anew()
                        && page.mayLead(link.link().offset(), holder)
                        && plan.holders(link.document()).contains(holder)
                ? CopyAddress.before(
                                peer,
                                site.versions().last(link.document()),
                                group.self().name())
                        + link.document()
                : null;
        ByteBuf bytes = bytes(document);
        if (bytes == null) {
            return null;
        }
        try {
            ByteBuf sent = PageAssembly.away(
                    page.prepared(), bytes, choice, group.self().origin(), ByteBufAllocator.DEFAULT);
            return new Response(200, fields(document, EntityTags.ofContent(sent.nioBuffer())), new Body.InMemory(sent));
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
                HttpDate.format(document.representation().lastModified()));
    }

    private Response sealed(Word answer, Response response) {
        return response.with(Word.FIELD, group.sealedAnswer(answer, response.status(), response.headers()));
    }
}
