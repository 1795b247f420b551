package io.gosling.replication.home;

import io.gosling.document.FileStamp;
import io.gosling.document.Representation;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.http.Headers;
import io.gosling.http.documents.DocumentHeaders;
import io.gosling.replication.home.RenderedVariant.Terms;
import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.plan.HomePlan;
import io.netty.buffer.ByteBuf;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Pages with links that were chosen a moment ago, which the fast lane sends again: each for a short time, as long as nobody
 * of whom that knew has been lost. Half of that time before its end, and with another plan, each is drawn anew beside the
 * requests, which go on with it meanwhile. At most so many bytes in all. Event loops take and count, without a lock; virtual
 * threads draw; one duty counts what was sent and sweeps.
 */
public final class RenderedVariantCache implements AutoCloseable {
    /** So many times in the age of a choice. */
    private static final int RESTS = 8;

    /** Of the age of a choice: the least time until a drawing is due. */
    private static final int LEAST_PARTS = 16;

    private final RenderedVariantSettings settings;
    private final ReplicaSet group;
    private final Supplier<HomePlan> plan;
    private final ObjLongConsumer<String> asked;
    private final ReplicationCounts counts;
    private final Ticker ticker;
    private final Supplier<RandomGenerator> random;
    private final Redrawing redrawing;
    private final AtomicLong taken = new AtomicLong();
    /** All that are in some deck, and those that have just left it. */
    private final Set<RenderedVariant> kept = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;
    /** Who draws a page anew. */
    @FunctionalInterface
    public interface Redrawing {
        /**
         * Begins to draw; called by event loops, so it only starts something. It ends the filling of the page's deck.
         *
         * @param path under which the page was asked for
         */
        void begin(Page page, String path);
    }

    /**
     * @param plan the home's, as it is now; asked by event loops
     * @param asked told how often responses led to copies of a document
     */
    public RenderedVariantCache(
            RenderedVariantSettings settings,
            ReplicaSet group,
            Supplier<HomePlan> plan,
            ObjLongConsumer<String> asked,
            ReplicationCounts counts,
            Ticker ticker,
            Supplier<RandomGenerator> random,
            Redrawing redrawing) {
        this.settings = settings;
        this.group = group;
        this.plan = plan;
        this.asked = asked;
        this.counts = counts;
        this.ticker = ticker;
        this.random = random;
        this.redrawing = redrawing;
    }

    /** One that may be sent now; null when there is none, and the caller is to draw one. Neither locks nor allocates. */
    @Nullable
    public RenderedVariant any(Page page) {
        RenderedVariantSet deck = page.deck();
        long losses = group.losses();
        long now = ticker.nanos();
        int first = random.get().nextInt(deck.size());
        for (int i = 0; i < deck.size(); i++) {
            RenderedVariant drawn = deck.at((first + i) % deck.size());
            // In the place of one that is not there another goes on.
            if (drawn != null && drawn.isGood(losses, now)) {
                return drawn;
            }
        }
        return null;
    }

    /**
     * Has the page drawn beside the requests where that is time: where what was sent is due, or was sent often and others have
     * no successor. Neither locks nor allocates but where that is begun: some times a second for each page.
     *
     * @param path under which the page was asked for, and is in memory
     */
    public void renew(Page page, String path, RenderedVariant sent) {
        RenderedVariantSet deck = page.deck();
        long now = ticker.nanos();
        boolean more = sent.isDue(plan.get(), now)
                || (sent.isSentOften() && isFree(deck.at(random.get().nextInt(deck.size())), now));
        if (more && !deck.isResting(now) && deck.begin()) {
            redrawing.begin(page, path);
        }
    }

    private boolean isFree(@Nullable RenderedVariant there, long now) {
        return there == null || !there.isGood(group.losses(), now);
    }

    /** Nothing came of drawing the page beside its requests; the next who asks is not to try again at once. */
    public void rest(Page page) {
        page.deck().rest(ticker.nanos() + settings.age().toNanos() / RESTS);
    }

    /**
     * The place in a page's deck for what is drawn next, for whoever fills the deck: of one that is due, or else one where none
     * is that may be sent; -1 where there is neither.
     */
    int place(Page page) {
        if (settings.age().isZero() || closed) {
            return -1;
        }
        RenderedVariantSet deck = page.deck();
        long now = ticker.nanos();
        int free = -1;
        for (int place = 0; place < deck.size(); place++) {
            RenderedVariant there = deck.at(place);
            if (isFree(there, now)) {
                free = free < 0 ? place : free;
            } else if (there != null && there.isDue(plan.get(), now)) {
                return place;
            }
        }
        return free;
    }

    /**
     * An empty buffer of the caller's; null where there is no room for it now. What the page may send no more gives its own up
     * for it, and so does what is in the place where others go on.
     *
     * @param place of what is drawn into it
     */
    @Nullable
    ByteBuf room(Page page, int place, int bytes) {
        ByteBuf room = CountedBuffer.of(bytes, taken, settings.memory());
        if (room == null) {
            letGo(page.deck(), place);
            room = CountedBuffer.of(bytes, taken, settings.memory());
        }
        return room;
    }

    private void letGo(RenderedVariantSet deck, int place) {
        long now = ticker.nanos();
        boolean followed = false;
        for (int other = 0; other < deck.size(); other++) {
            if (isFree(deck.at(other), now)) {
                retire(deck.take(other));
            } else {
                followed |= other != place;
            }
        }
        if (followed) {
            retire(deck.take(place));
        }
    }

    /**
     * Keeps what was drawn for others who ask.
     *
     * @param place in the page's deck
     * @param before what was read before the links were chosen
     * @param sent the page with them, a reference of which passes over; null where none was chosen
     * @param fields that go with it, but its length
     */
    void keep(Page page, int place, Moment before, LinkChoice choice, @Nullable ByteBuf sent, Headers fields) {
        long now = ticker.nanos();
        long age = settings.age().toNanos();
        long end = now + age - before.lastsNanos() < 0 ? now + age : before.lastsNanos();
        // Not much sooner, since its successor ends with it: somebody is about to fall silent.
        long due = now + Math.max((end - now) / 2, age / LEAST_PARTS);
        Terms terms = new Terms(before.plan(), before.losses(), due, end);
        RenderedVariant drawn = new RenderedVariant(sent == null ? null : stored(page, sent, fields), terms, choice);
        kept.add(drawn);
        retire(page.deck().put(place, drawn));
        if (closed) {
            retire(drawn);
        }
    }

    /** From what links are chosen. */
    record Moment(HomePlan plan, long losses, long lastsNanos) {}

    private static StoredDocument stored(Page page, ByteBuf sent, Headers fields) {
        int length = sent.readableBytes();
        // Never compared: a document without validators leaves conditions to the slow lane.
        Representation as = new Representation(page.file().mediaType(), length, page.etag(), Instant.EPOCH);
        return new StoredDocument(
                page.file().path(),
                as,
                new FileStamp(length, 0, ""),
                sent,
                DocumentHeaders.withoutValidators(fields, length));
    }

    private void retire(@Nullable RenderedVariant drawn) {
        if (drawn != null && kept.remove(drawn)) {
            settle(drawn, drawn.retire());
        }
    }

    /** Counts what was sent since the last time: as often as it was sent, each document that it chose. */
    public void settle() {
        kept.forEach(drawn -> settle(drawn, drawn.takeUses()));
    }

    private void settle(RenderedVariant drawn, long uses) {
        if (uses > 0 && drawn.links() > 0) {
            counts.add(Event.PAGES, uses);
            counts.add(Event.LINKS, uses * drawn.links());
        }
        if (uses > 0) {
            drawn.documents().forEach(path -> asked.accept(path, uses));
        }
    }

    /** Lets go of what is sent no more. */
    public void sweep() {
        long losses = group.losses();
        long nanos = ticker.nanos();
        for (RenderedVariant drawn : kept) {
            if (!drawn.isGood(losses, nanos)) {
                retire(drawn);
            }
        }
    }

    /** Bytes that are taken now. */
    public long bytes() {
        return taken.get();
    }

    /** Lets go of all; bytes that are being sent go with the last response. */
    @Override
    public void close() {
        closed = true;
        kept.forEach(this::retire);
    }
}
