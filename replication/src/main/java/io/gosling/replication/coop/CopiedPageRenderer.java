package io.gosling.replication.coop;

import io.gosling.document.Body;
import io.gosling.document.EntityTagGenerator;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.home.CopiedPageLinks;
import io.gosling.replication.home.PageAssemblyMemory;
import io.gosling.replication.members.CopyUrlPath;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaPeerClient;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.page.CopiedLink;
import io.gosling.replication.page.PageLinkTemplate;
import io.gosling.replication.plan.CoopServerView;
import io.gosling.replication.plan.LinkServerSelector;
import io.gosling.replication.plan.ServerLoad;
import io.gosling.replication.plan.ServerLoadTable;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Copied pages whose links are chosen here for each response, by the latest plan of their home (DC-Apache, section
 * 3.1.2.2). The home sends such a page with all links leading to itself; the holders of the linked documents are
 * requested again when the last answer is older than {@code pageAge}. For many virtual threads: the one that finds a
 * plan that old requests a new one, the others go on with the old one.
 */
public final class CopiedPageRenderer {
    private static final Logger LOG = System.getLogger(CopiedPageRenderer.class.getName());
    /** Number of pages whose links are kept. */
    private static final int MOST = 10_000;
    /** Bound on their links, some 300 bytes each. */
    private static final long MOST_LINKS = 100_000;

    private static final String MARK = "-links\"";

    private final ReplicaSet group;
    private final ReplicaPeerClient client;
    private final PageAssemblyMemory memory;
    private final Duration pageAge;
    private final Map<String, Known> tables = new ConcurrentHashMap<>();

    /** A home's links of a page, for one state of it, with their places. */
    private record Known(String source, long askedNanos, CopiedPageLinks table, PageLinkTemplate places) {}

    public CopiedPageRenderer(ReplicaSet group, ReplicaPeerClient client, PageAssemblyMemory memory, Duration pageAge) {
        this.group = group;
        this.client = client;
        this.memory = memory;
        this.pageAge = pageAge;
    }

    /** The validator of a page that a home sends with all links leading to itself, from the tag of its file. */
    public static String source(String etag) {
        return etag.substring(0, etag.length() - 1) + MARK;
    }

    /** True if the links of a copy are chosen here for each response. */
    static boolean choosesLinksOf(ReplicaCopy copy) {
        return PageLinks.canHaveLinks(copy.mediaType()) && copy.source().endsWith(MARK);
    }

    /** The page with the links chosen now, a reference of the caller's; null to send the copy as it is. */
    @Nullable
    ByteBuf chosen(ReplicaPeer home, ReplicaCopy copy) {
        if (!choosesLinksOf(copy)) {
            return null;
        }
        Known known = known(home, copy);
        if (known.table().links().isEmpty()) {
            return null;
        }
        try {
            return chosen(home, copy, known);
        } catch (IOException | OutOfMemoryError e) {
            // The copy itself needs no memory beside the heap.
            LOG.log(Level.DEBUG, "no links are chosen in {0} of {1}: {2}", copy.path(), home.name(), e);
            return null;
        }
    }

    private @Nullable ByteBuf chosen(ReplicaPeer home, ReplicaCopy copy, Known known) throws IOException {
        byte[][] before = new byte[known.places().size()][];
        int links = choose(home, known, before);
        if (links == 0) {
            return null;
        }
        ByteBuf bytes = read(copy);
        if (bytes == null) {
            group.counts().count(Event.NO_ROOM);
            return null;
        }
        try {
            int room = known.places().room(before);
            ByteBuf chosen = known.places().write(bytes, before, ByteBufAllocator.DEFAULT.directBuffer(room));
            group.counts().count(Event.PAGES);
            group.counts().add(Event.LINKS, links);
            return chosen;
        } finally {
            bytes.release();
        }
    }

    private @Nullable ByteBuf read(ReplicaCopy copy) throws IOException {
        try (FileChannel channel = FileChannel.open(copy.file(), StandardOpenOption.READ)) {
            return memory.read(copy.etag(), new Body.InFile(channel, copy.length()));
        }
    }

    /** Chooses each linked document's address, once per page; returns the number of links to copies. */
    private int choose(ReplicaPeer home, Known known, byte[][] before) {
        ServerLoadTable heard = group.heard();
        Map<String, ServerLoad> loads = new HashMap<>(heard.loads());
        loads.put(group.self().name(), group.own());
        LinkServerSelector choice = new LinkServerSelector(
                heard.server(home.name()).map(CoopServerView::load).orElse(null), loads);
        PageLinkTemplate places = known.places();
        int documents = places.documents().size();
        boolean[] asked = new boolean[documents];
        String[] servers = new String[documents];
        byte[][] addresses = new byte[documents][];
        int links = 0;
        for (int place = 0; place < before.length; place++) {
            CopiedPageLinks.Row row = known.table().links().get(place);
            int document = places.document(place);
            if (!asked[document]) {
                asked[document] = true;
                String name = choice.choose(row.servers(), row.migrated(), ThreadLocalRandom.current())
                        .orElse("");
                ReplicaPeer server = server(name);
                servers[document] = name;
                addresses[document] = server == null
                        ? PageLinkTemplate.AS_IT_IS
                        : PageLinkTemplate.written(CopyUrlPath.before(server, row.version(), home.name()));
            }
            // The policy may allow it for one link and not for another.
            boolean leads = addresses[document].length > 0 && row.servers().contains(servers[document]);
            before[place] = leads ? addresses[document] : PageLinkTemplate.AS_IT_IS;
            links += leads ? 1 : 0;
        }
        return links;
    }

    private @Nullable ReplicaPeer server(String name) {
        return name.equals(group.self().name()) ? group.self() : group.peer(name);
    }

    private Known known(ReplicaPeer home, ReplicaCopy copy) {
        String key = home.name() + copy.path();
        Known known = tables.get(key);
        boolean mine = known != null && known.source().equals(copy.source());
        if (known != null && mine && group.ticker().nanos() - known.askedNanos() < pageAge.toNanos()) {
            return known;
        }
        Known last = known != null && mine ? known : of(copy, group.ticker().nanos(), new CopiedPageLinks(List.of()));
        if (!group.isHeard(home)) {
            return last;
        }
        if (isFull()) {
            tables.clear();
        }
        Known asking = new Known(copy.source(), group.ticker().nanos(), last.table(), last.places());
        boolean first = known == null ? tables.putIfAbsent(key, asking) == null : tables.replace(key, known, asking);
        if (!first) {
            return last;
        }
        try {
            Known asked = ask(home, copy)
                    .map(table -> of(copy, asking.askedNanos(), table))
                    .orElse(asking);
            tables.replace(key, asking, asked);
            return asked;
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "{0} does not say where the links of {1} lead: {2}", home.name(), copy.path(), e);
            return last;
        }
    }

    private boolean isFull() {
        return tables.size() >= MOST
                || tables.values().stream()
                                .mapToLong(one -> one.table().links().size())
                                .sum()
                        >= MOST_LINKS;
    }

    private static Known of(ReplicaCopy copy, long askedNanos, CopiedPageLinks table) {
        List<CopiedLink> links =
                table.links().stream().map(CopiedPageLinks.Row::link).toList();
        return new Known(copy.source(), askedNanos, table, PageLinkTemplate.of(links, copy.length()));
    }

    /** Requests the links from the home; empty if its answer is not about the page as it is here. */
    private Optional<CopiedPageLinks> ask(ReplicaPeer home, ReplicaCopy copy) throws IOException {
        try (ReplicaPeerClient.Reply reply = client.links(home, copy.path())) {
            if (reply.response().status() != 200 || !reply.message().source().equals(copy.source())) {
                return Optional.empty();
            }
            byte[] text = reply.response().body().readNBytes(CopiedPageLinks.MOST_BYTES + 1);
            boolean whole = EntityTagGenerator.ofContent(ByteBuffer.wrap(text))
                    .equals(reply.response().headers().first("ETag"));
            return whole ? CopiedPageLinks.read(text, copy.length()) : Optional.empty();
        }
    }
}
