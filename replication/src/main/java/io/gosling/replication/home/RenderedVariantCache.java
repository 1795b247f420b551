package io.gosling.replication.home;

import io.gosling.document.FileStamp;
import io.gosling.document.Representation;
import io.gosling.document.StoredDocument;
import io.gosling.http.Headers;
import io.gosling.http.documents.DocumentHeaderBuilder;
import io.gosling.replication.home.RenderedVariant.Terms;
import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.plan.ReplicationPlan;
import io.netty.buffer.ByteBuf;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A bounded cache of pages that were rendered with chosen links a moment ago, for the event-loop path. Each variant is
 * sent for a short time, as long as none of the servers that it was chosen from is lost. When half of that time is
 * over, or the plan has changed, it is rendered anew in the background, and requests use it meanwhile. Event loops take
 * and count, without a lock; virtual threads render; one task counts what was sent and sweeps.
 */
public final class RenderedVariantCache implements AutoCloseable {
    /** Back-offs within the age of a choice. */
    private static final int RESTS = 8;

    /** Part of the age of a choice: the least time until a rendering is due. */
    private static final int LEAST_PARTS = 16;

    private final HomeSettings settings;
    private final ReplicaSet group;
    private final Supplier<ReplicationPlan> plan;
    private final ObjLongConsumer<String> asked;
    private final Supplier<RandomGenerator> random;
    private final BiConsumer<Page, String> rendering;
    private final AtomicLong taken = new AtomicLong();
    /** All variants that are in some set, and those that have just left it. */
    private final Set<RenderedVariant> kept = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /**
     * @param asked receives the number of responses per document
     * @param rendering starts to render a page by its requested path, without blocking; ends the fill of its variants
     */
    public RenderedVariantCache(
            HomeSettings settings,
            ReplicaSet group,
            Supplier<ReplicationPlan> plan,
            ObjLongConsumer<String> asked,
            Supplier<RandomGenerator> random,
            BiConsumer<Page, String> rendering) {
        this.settings = settings;
        this.group = group;
        this.plan = plan;
        this.asked = asked;
        this.random = random;
        this.rendering = rendering;
    }

    /**
     * A variant that may be sent now; null when there is none, and the caller is to render one. Neither locks nor
     * allocates.
     */
    @Nullable
    public RenderedVariant any(Page page) {
        RenderedVariantSet variants = page.variants();
        long losses = group.losses();
        long now = group.ticker().nanos();
        int first = random.get().nextInt(variants.size());
        for (int i = 0; i < variants.size(); i++) {
            RenderedVariant rendered = variants.at((first + i) % variants.size());
            // An empty place is served by another variant.
            if (rendered != null && rendered.isGood(losses, now)) {
                return rendered;
            }
        }
        return null;
    }

    /**
     * Starts a background rendering of the page if the variant that was sent is due, or was sent often and others have
     * no successor. Neither locks nor allocates, except when a rendering starts: a few times a second for each page.
     *
     * @param path requested, in memory
     */
    public void renew(Page page, String path, RenderedVariant sent) {
        RenderedVariantSet variants = page.variants();
        long now = group.ticker().nanos();
        boolean more = sent.isDue(plan.get(), now)
                || (sent.isSentOften() && isFree(variants.at(random.get().nextInt(variants.size())), now));
        if (more && !variants.isResting(now) && variants.begin()) {
            rendering.accept(page, path);
        }
    }

    private boolean isFree(@Nullable RenderedVariant there, long now) {
        return there == null || !there.isGood(group.losses(), now);
    }

    /** The background rendering of a page failed; the next request must not try again at once. */
    public void rest(Page page) {
        page.variants()
                .rest(group.ticker().nanos()
                        + settings.get(HomeSettings.CHOICE_AGE).toNanos() / RESTS);
    }

    /** The place for the next variant, that of a due or invalid one; -1 for none. */
    int place(Page page) {
        if (settings.get(HomeSettings.CHOICE_AGE).isZero() || closed) {
            return -1;
        }
        RenderedVariantSet variants = page.variants();
        long now = group.ticker().nanos();
        int free = -1;
        for (int place = 0; place < variants.size(); place++) {
            RenderedVariant there = variants.at(place);
            if (isFree(there, now)) {
                free = free < 0 ? place : free;
            } else if (there != null && there.isDue(plan.get(), now)) {
                return place;
            }
        }
        return free;
    }

    /** An empty buffer for a place; null without room, after releasing variants of the page. */
    @Nullable
    ByteBuf room(Page page, int place, int bytes) {
        ByteBuf room = BudgetedBuffer.of(bytes, taken, settings.get(HomeSettings.CHOICE_MEMORY));
        if (room == null) {
            letGo(page.variants(), place);
            room = BudgetedBuffer.of(bytes, taken, settings.get(HomeSettings.CHOICE_MEMORY));
        }
        return room;
    }

    private void letGo(RenderedVariantSet variants, int place) {
        long now = group.ticker().nanos();
        boolean followed = false;
        for (int other = 0; other < variants.size(); other++) {
            if (isFree(variants.at(other), now)) {
                retire(variants.take(other));
            } else {
                followed |= other != place;
            }
        }
        if (followed) {
            retire(variants.take(place));
        }
    }

    /**
     * Keeps a rendered variant; {@code before} is the state before the choice, {@code sent} passes a reference or is
     * null.
     */
    void keep(
            Page page, int place, ChoiceState before, PageLinkChoices choice, @Nullable ByteBuf sent, Headers fields) {
        long now = group.ticker().nanos();
        long age = settings.get(HomeSettings.CHOICE_AGE).toNanos();
        long end = now + age - before.lastsNanos() < 0 ? now + age : before.lastsNanos();
        // Not much earlier, when its successor would end at the same time.
        long due = now + Math.max((end - now) / 2, age / LEAST_PARTS);
        Terms terms = new Terms(before.plan(), before.losses(), due, end);
        RenderedVariant rendered = new RenderedVariant(sent == null ? null : stored(page, sent, fields), terms, choice);
        kept.add(rendered);
        retire(page.variants().put(place, rendered));
        if (closed) {
            retire(rendered);
        }
    }

    /** The state that links are chosen from. */
    record ChoiceState(ReplicationPlan plan, long losses, long lastsNanos) {}

    private static StoredDocument stored(Page page, ByteBuf sent, Headers fields) {
        int length = sent.readableBytes();
        // Never revalidated: a document without validators leaves conditional requests to the worker path.
        Representation as = new Representation(page.file().mediaType(), length, page.etag(), Instant.EPOCH);
        return new StoredDocument(
                page.file().path(),
                as,
                new FileStamp(length, 0, ""),
                sent,
                DocumentHeaderBuilder.withoutValidators(fields, length));
    }

    private void retire(@Nullable RenderedVariant rendered) {
        if (rendered != null && kept.remove(rendered)) {
            settle(rendered, rendered.retire());
        }
    }

    /** Counts the responses since the last call: for each, the documents that it chose. */
    public void settle() {
        kept.forEach(rendered -> settle(rendered, rendered.takeUses()));
    }

    private void settle(RenderedVariant rendered, long uses) {
        if (uses > 0 && rendered.links > 0) {
            group.counts().add(Event.PAGES, uses);
            group.counts().add(Event.LINKS, uses * rendered.links);
        }
        if (uses > 0) {
            rendered.documents.forEach(path -> asked.accept(path, uses));
        }
    }

    /** Releases variants that are no longer sent. */
    public void sweep() {
        long losses = group.losses();
        long nanos = group.ticker().nanos();
        for (RenderedVariant rendered : kept) {
            if (!rendered.isGood(losses, nanos)) {
                retire(rendered);
            }
        }
    }

    public long bytes() {
        return taken.get();
    }

    /** Releases all variants; the bytes of one that is being sent are released after the last response. */
    @Override
    public void close() {
        closed = true;
        kept.forEach(this::retire);
    }
}
