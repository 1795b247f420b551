package io.gosling.replication.home;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.LookupResult;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.replication.home.RenderedVariantCache.ChoiceState;
import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.plan.ServerLoadTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Sends pages with the links that are chosen now (DC-Apache, section 3.1.2.2, server-select). For many virtual threads.
 *
 * @param memory for pages that are not hot
 */
public record PageHandler(
        ReplicaSet group,
        HomeSite site,
        HomeSettings settings,
        DocumentSource source,
        PageAssemblyMemory memory,
        RenderedVariantCache rendered,
        Supplier<HomeHeaderBuilder> always) {
    /** The requested page with chosen links; null if none was chosen, and the file is to be sent unchanged. */
    @Nullable
    public Response page(Request request, Page page) throws IOException {
        boolean reads = request.method().equals("GET") || request.method().equals("HEAD");
        if (!reads || !group.mayLead(request.isSecure()) || !site.mayChoose(page)) {
            return null;
        }
        ChosenLinks links = chooseLinks(page);
        Document document = find(page, request.rawPath());
        if (document == null) {
            return null;
        }
        try (document) {
            ByteBuf bytes = bytes(document, memory);
            if (bytes == null) {
                group.counts().count(Event.NO_ROOM);
                return null;
            }
            // A page that is not in memory is not kept for the event-loop path.
            boolean kept =
                    document.body() instanceof Body.InMemory && page.variants().begin();
            try {
                Headers fields = fields(document.representation().mediaType());
                ByteBuf sent = sent(page, links, bytes, fields, kept);
                return sent == null
                        ? null
                        : new Response(200, fields, new Body.InMemory(sent)).from(document.provenance());
            } finally {
                if (kept) {
                    page.variants().end();
                }
                bytes.release();
            }
        }
    }

    /**
     * Renders a page for later requests, in the background; only one caller at a time fills the page's variant set.
     *
     * @param path requested
     * @return true if a variant was rendered
     */
    public boolean renderAgain(Page page, String path) throws IOException {
        try (Document document = find(page, path)) {
            if (document == null || !(document.body() instanceof Body.InMemory held)) {
                return false;
            }
            ChosenLinks links = chooseLinks(page);
            Kept kept = kept(
                    page, links, held.bytes(), fields(document.representation().mediaType()));
            if (kept.chosen() != null) {
                kept.chosen().release();
            }
            return kept.done();
        }
    }

    /** The chosen links of a response, with the underlying state. */
    private record ChosenLinks(ChoiceState state, PageLinkChoices choice) {}

    private ChosenLinks chooseLinks(Page page) {
        long losses = group.losses();
        ServerLoadTable heard = group.heard();
        ChoiceState state = new ChoiceState(site.plan(), losses, group.lasts(heard));
        RandomGenerator random = ThreadLocalRandom.current();
        return new ChosenLinks(
                state, PageLinkChoices.of(page, state.plan(), heard.loads(), group, site.versions(), random));
    }

    private Headers fields(String mediaType) {
        return always.get()
                .addedTo(Headers.of(
                        "Content-Type",
                        mediaType,
                        "Cache-Control",
                        "max-age=" + settings.get(HomeSettings.PAGE_AGE).toSeconds()));
    }

    /** The page of one response, counted as sent; null if no link was chosen. */
    private @Nullable ByteBuf sent(Page page, ChosenLinks links, ByteBuf bytes, Headers fields, boolean keeps) {
        PageLinkChoices choice = links.choice();
        ByteBuf chosen = keeps ? kept(page, links, bytes, fields).chosen() : null;
        if (choice.links() > 0 && chosen == null) {
            int size = page.places().room(choice.before());
            chosen = page.places().write(bytes, choice.before(), ByteBufAllocator.DEFAULT.directBuffer(size));
        }
        choice.documents().forEach(site::count);
        if (chosen != null) {
            group.counts().count(Event.PAGES);
            group.counts().add(Event.LINKS, choice.links());
        }
        return chosen;
    }

    /**
     * The result of adding a page to its variant set; {@code chosen} is the page, null if no link was chosen or nothing
     * is kept.
     */
    private record Kept(boolean done, @Nullable ByteBuf chosen) {}

    /** Renders the page with the chosen links into its variant set, if there is room. */
    private Kept kept(Page page, ChosenLinks links, ByteBuf bytes, Headers fields) {
        PageLinkChoices choice = links.choice();
        int place = rendered.place(page);
        if (place >= 0 && choice.links() == 0) {
            rendered.keep(page, place, links.state(), choice, null, fields);
            return new Kept(true, null);
        }
        ByteBuf room =
                place < 0 ? null : rendered.room(page, place, page.places().room(choice.before()));
        if (room == null) {
            return new Kept(false, null);
        }
        ByteBuf chosen = page.places().write(bytes, choice.before(), room);
        // Later responses use the buffer itself, the present one a duplicate of it.
        ByteBuf first = chosen.retainedDuplicate();
        rendered.keep(page, place, links.state(), choice, chosen, fields);
        return new Kept(true, first);
    }

    /** The bytes in which the page's links were found, by requested path; null if they have changed. */
    private @Nullable Document find(Page page, String path) throws IOException {
        DocumentPath known = DocumentPath.find(path);
        if (known == null || !(source.find(known) instanceof LookupResult.Found found)) {
            return null;
        }
        if (found.document().representation().etag().equals(page.etag())) {
            return found.document();
        }
        found.document().close();
        return null;
    }

    /** A reference of the caller's to all of them; null where there is no room to read them now. */
    public static @Nullable ByteBuf bytes(Document document, PageAssemblyMemory memory) throws IOException {
        return switch (document.body()) {
            case Body.InMemory held -> held.bytes().retainedDuplicate();
            case Body.InFile file -> memory.read(document.representation().etag(), file);
            case Body.Streamed streamed -> throw new IOException("a page is not " + streamed);
            case Body.Written written -> throw new IOException("a page is not " + written);
        };
    }
}
