package io.gosling.replication.serve;

import io.gosling.document.Representation;
import io.gosling.document.Stamp;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.http.DocumentFields;
import io.gosling.http.Headers;
import io.gosling.replication.plan.HomePlan;
import io.gosling.replication.serve.DrawnPage.Terms;
import io.gosling.replication.serve.ReplicationCounts.Event;
import io.gosling.replication.serve.SitePages.Page;
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
 * Pages with links that were chosen a moment ago, which the fast lane sends again: each for a short time, as long as the plan
 * is the one that it was drawn from and nobody of whom that knew has been lost. At most so many bytes in all. Event loops
 * take and count, without a lock; virtual threads draw; one duty counts what was sent and sweeps.
 */
final class DrawnPages implements AutoCloseable {
    private final DrawnSettings settings;
    private final Group group;
    private final Supplier<HomePlan> plan;
    private final ObjLongConsumer<String> asked;
    private final ReplicationCounts counts;
    private final Ticker ticker;
    private final Supplier<RandomGenerator> random;
    private final AtomicLong taken = new AtomicLong();
    /** All that are in some deck, and those that have just left it. */
    private final Set<DrawnPage> kept = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /**
     * @param plan the home's, as it is now; asked by event loops
     * @param asked told how often responses led to copies of a document
     */
    DrawnPages(
            DrawnSettings settings,
            Group group,
            Supplier<HomePlan> plan,
            ObjLongConsumer<String> asked,
            ReplicationCounts counts,
            Ticker ticker,
            Supplier<RandomGenerator> random) {
        this.settings = settings;
        this.group = group;
        this.plan = plan;
        this.asked = asked;
        this.counts = counts;
        this.ticker = ticker;
        this.random = random;
    }

    /** One that may be sent now; null when the caller is to draw one. Neither locks nor allocates. */
    @Nullable
    DrawnPage any(Page page) {
        PageDeck deck = page.deck();
        HomePlan from = plan.get();
        long losses = group.losses();
        long now = ticker.nanos();
        int first = random.get().nextInt(deck.size());
        for (int i = 0; i < deck.size(); i++) {
            DrawnPage drawn = deck.at((first + i) % deck.size());
            // In the place of one that is not there another goes on, until that was sent often.
            if (drawn != null && (i == 0 || !drawn.isSentOften()) && drawn.isGood(from, losses, now)) {
                return drawn.takeDue(now) ? null : drawn;
            }
        }
        return null;
    }

    /** The place in a page's deck for what is being drawn from this plan; -1 where there is none. */
    int place(Page page, HomePlan from) {
        if (settings.age().isZero() || closed) {
            return -1;
        }
        long now = ticker.nanos();
        for (int place = 0; place < page.deck().size(); place++) {
            DrawnPage there = page.deck().at(place);
            if (there == null || there.isBeingDrawn() || !there.isGood(from, group.losses(), now)) {
                return place;
            }
        }
        return -1;
    }

    /** An empty buffer of the caller's; null where there is no room for it now. */
    @Nullable
    ByteBuf room(int bytes) {
        return CountedBuffer.of(bytes, taken, settings.memory());
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
        Terms terms = new Terms(before.plan(), before.losses(), now + age / 2, end);
        DrawnPage drawn = new DrawnPage(sent == null ? null : stored(page, sent, fields), terms, choice);
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
                new Stamp(length, 0, ""),
                sent,
                DocumentFields.withoutValidators(fields, length));
    }

    private void retire(@Nullable DrawnPage drawn) {
        if (drawn != null && kept.remove(drawn)) {
            settle(drawn, drawn.retire());
        }
    }

    /** Counts what was sent since the last time: as often as it was sent, each document that it chose. */
    void settle() {
        kept.forEach(drawn -> settle(drawn, drawn.takeUses()));
    }

    private void settle(DrawnPage drawn, long uses) {
        if (uses > 0 && drawn.links() > 0) {
            counts.add(Event.PAGES, uses);
            counts.add(Event.LINKS, uses * drawn.links());
        }
        if (uses > 0) {
            drawn.documents().forEach(path -> asked.accept(path, uses));
        }
    }

    /** Lets go of what is sent no more. */
    void sweep() {
        HomePlan now = plan.get();
        long losses = group.losses();
        long nanos = ticker.nanos();
        for (DrawnPage drawn : kept) {
            if (!drawn.isGood(now, losses, nanos)) {
                retire(drawn);
            }
        }
    }

    /** Bytes that are taken now. */
    long bytes() {
        return taken.get();
    }

    /** Lets go of all; bytes that are being sent go with the last response. */
    @Override
    public void close() {
        closed = true;
        kept.forEach(this::retire);
    }
}
