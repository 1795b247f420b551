package io.gosling.gos.memory;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.caching.StoredResponseHead;
import io.gosling.document.DocumentPath;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.AgeingEpoch;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.objecttable.LocalObjectTable;
import io.gosling.gos.purge.PurgeHistory;
import io.gosling.gos.purge.PurgeHistory.Validity;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.gos.replacement.ReplacementPolicy.Decision;
import io.gosling.gos.replacement.ReplacementPolicy.Figures;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.http.documents.PreparedHeaderBuilder;
import io.gosling.http.documents.UncachedDocumentFetcher;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The objects in this node's memory.
 *
 * <p>Event loops read: a concurrent map, no lock, no allocation. Worker paths, the peer channel and the reporter
 * write: one lock around the policy, the byte count and changes of the map. A reader that meets an object while it is
 * being removed finds that it cannot retain it and takes the worker path.
 *
 * <p>The bytes of stored objects never exceed the budget.
 */
public final class LocalObjectCache implements CachedDocumentLookup {
    private final ConcurrentHashMap<String, InMemoryObject> objects = new ConcurrentHashMap<>();
    private final TouchedObjects touched = new TouchedObjects();
    private final LocalObjectTable localObjects;
    private final AgeingEpoch epoch;
    private final PurgeHistory purges;
    final long memoryBytes;
    private final long maxObjectBytes;
    final int sliceBytes;
    private final long intervalNanos;
    private final ObjectSpaceStatistics statistics;
    private final Ticker ticker;
    private final BoundedBufferAllocator inUse;
    private final DecisionLog decisions;
    private volatile Consumer<InMemoryObject> refresher = object -> {};
    private volatile LongPredicate mayServeAt = now -> true;
    private volatile int self;
    private volatile @Nullable UncachedDocumentFetcher cold;

    final Object lock = new Object();

    @GuardedBy("lock")
    final ReplacementPolicy policy;

    @GuardedBy("lock")
    long bytes;

    /** Written under the lock, so that an object stored then has the new header, or is found by the changing thread. */
    private volatile PreparedHeaderBuilder preparation;

    enum Verdict {
        KEPT,
        REFUSED,
        OVERTAKEN
    }

    public LocalObjectCache(
            ObjectSpaceSettings settings,
            LocalObjectTable localObjects,
            AgeingEpoch epoch,
            PurgeHistory purges,
            ObjectSpaceStatistics statistics,
            Ticker ticker) {
        CacheSettings cache = settings.cache();
        this.memoryBytes = cache.memoryBytes();
        this.maxObjectBytes = cache.maxObjectBytes();
        this.sliceBytes = cache.sliceBytes();
        this.inUse = new BoundedBufferAllocator(memoryBytes + cache.headroomBytes());
        this.intervalNanos =
                settings.freshness().get(FreshnessSettings.INTERVAL).toNanos();
        this.policy = ReplacementPolicy.named(
                cache.get(CacheSettings.REPLACEMENT), settings.counts().ageing());
        this.preparation = PreparedHeaderBuilder.plain(settings.node());
        this.localObjects = localObjects;
        this.epoch = epoch;
        this.purges = purges;
        this.statistics = statistics;
        this.ticker = ticker;
        this.decisions = new DecisionLog(ticker);
    }

    /** Sets the action that starts the background check of an object; called on event loops, so it must not block. */
    public void refreshBy(Consumer<InMemoryObject> starter) {
        this.refresher = starter;
    }

    /**
     * Sets the predicate that decides, for a moment of the ticker, whether this node may serve its objects without
     * asking their source; called on event loops.
     */
    public void serveBy(LongPredicate other) {
        mayServeAt = other;
    }

    /** This node's tag among the holders of an object. */
    public void knownAs(int tag) {
        self = tag;
    }

    /** Sets where event loops have documents fetched that are not in memory. */
    public void fetchBy(UncachedDocumentFetcher other) {
        cold = other;
    }

    @Override
    public @Nullable UncachedDocumentFetcher cold() {
        return cold;
    }

    /**
     * Returns false if a newcomer of so many bytes would be refused now, by figures that are no worse than those of its
     * {@link #offer}. Has no effect.
     */
    boolean wouldKeep(LocalObjectEntry localObject, long length) {
        synchronized (lock) {
            if (objects.containsKey(localObject.key())) {
                return true;
            }
            flushTouched();
            Figures figures = figures(localObject, length + InMemoryObject.OVERHEAD, epoch.now());
            return figures.bytes() <= memoryBytes && policy.wouldKeep(localObject.key(), figures, memoryBytes - bytes);
        }
    }

    public PreparedHeaderBuilder preparation() {
        return preparation;
    }

    /**
     * Sets the builder of headers, and rebuilds those of the objects held: when this returns, the event-loop path uses
     * no other headers. The bytes stay in place. The lock is released after each object.
     */
    public void prepareBy(PreparedHeaderBuilder other) {
        synchronized (lock) {
            preparation = other;
        }
        for (InMemoryObject object : objects.values()) {
            synchronized (lock) {
                if (objects.get(object.key()) == object) {
                    replace(object, prepared(object));
                }
            }
        }
    }

    /** Returns the object, or one with its bytes and the present header. An origin's header stays. */
    @GuardedBy("lock")
    private InMemoryObject prepared(InMemoryObject object) {
        if (object.reply() != null) {
            return object;
        }
        StoredDocument document = object.document();
        PreparedHeaders fields = preparation.fields(DocumentPath.parse(document.key()), document.representation());
        return document.fields().isSame(fields) ? object : object.with(fields);
    }

    @GuardedBy("lock")
    private void replace(InMemoryObject object, InMemoryObject other) {
        if (other != object && !swap(object, other)) {
            remove(object.key());
            other.document().release();
        }
    }

    /** Replaces an object that is held, keeping the state of the policy; returns whether there is room. */
    @GuardedBy("lock")
    private boolean swap(InMemoryObject held, InMemoryObject other) {
        long more = other.bytes() - held.bytes();
        if (held.localObject() != other.localObject() || bytes + more > memoryBytes) {
            return false;
        }
        policy.kept(held.key(), figures(other, epoch.now()));
        bytes += more;
        objects.put(held.key(), other);
        held.document().release();
        return true;
    }

    @Override
    public @Nullable StoredDocument acquire(String key, long nowNanos) {
        InMemoryObject object = servable(key, nowNanos);
        if (object == null || !object.document().tryRetain()) {
            return null;
        }
        accessed(object, nowNanos);
        return object.document();
    }

    @Override
    public boolean isHot(String key, String etag, long nowNanos) {
        InMemoryObject object = servable(key, nowNanos);
        if (object == null || !object.document().representation().etag().equals(etag)) {
            return false;
        }
        accessed(object, nowNanos);
        return true;
    }

    private @Nullable InMemoryObject servable(String key, long nowNanos) {
        InMemoryObject object = objects.get(key);
        return object != null
                        && mayServeAt.test(nowNanos)
                        && isGood(object)
                        && !object.document().fields().isNone()
                        && object.uncheckedNanos(nowNanos) <= object.servedNanos(intervalNanos)
                ? object
                : null;
    }

    private void accessed(InMemoryObject object, long nowNanos) {
        object.localObject().countAccess();
        touched.add(object, nowNanos);
        boolean checkSoon = object.uncheckedNanos(nowNanos) > intervalNanos / 2;
        if (checkSoon && object.reply() == null && object.tryBeginCheck()) {
            refresher.accept(object);
        }
    }

    /** Returns whether there is such an object, fresh or not; without a lock. */
    public boolean holds(String key) {
        return objects.containsKey(key);
    }

    /**
     * The object with one more reference, however long it was not checked; its access is not counted. For event loops
     * too: takes no lock, and leaves an object that was purged to {@link #sweep}.
     */
    @Nullable
    public InMemoryObject take(String key) {
        InMemoryObject object = objects.get(key);
        return object != null && isSpared(object) && object.document().tryRetain() ? object : null;
    }

    boolean isGood(InMemoryObject object) {
        long now = purges.latest();
        if (object.goodAsOf() == now) {
            return true;
        }
        boolean good = validity(object) == Validity.GOOD;
        if (good) {
            object.goodAsOf(now);
        }
        return good;
    }

    /** Applies the purges since the last look to an object; false when it is gone. */
    public boolean outlives(InMemoryObject object) {
        boolean spared = isSpared(object);
        if (!spared && holds(object)) {
            decisions.add(object.key(), "purged", "");
            drop(object);
        }
        return spared;
    }

    /** The same, but does not drop it; without a lock. */
    private boolean isSpared(InMemoryObject object) {
        long now = purges.latest();
        switch (validity(object)) {
            case GOOD -> object.goodAsOf(now);
            case STALE -> {
                long since = purges.staleSince(object.key(), object.tags(), object.goodAsOf());
                if (!ResponseMemory.isSlice(object.key())) {
                    object.endFreshness(since, intervalNanos);
                }
                object.goodAsOf(now);
            }
            case UNPROVEN -> {}
            case GONE -> {
                return false;
            }
        }
        return true;
    }

    private Validity validity(InMemoryObject object) {
        return purges.judge(object.key(), object.tags(), object.goodAsOf());
    }

    /**
     * Returns true if it may be served, if it is fresh, without asking its source. The lease is checked first, since a
     * renewed lease implies all purges are known.
     */
    public boolean isServable(InMemoryObject object, long nowNanos) {
        return mayServeAt.test(nowNanos) && validity(object) == Validity.GOOD;
    }

    Collection<InMemoryObject> all() {
        return objects.values();
    }

    boolean holds(InMemoryObject object) {
        return objects.get(object.key()) == object;
    }

    /**
     * Returns true if this node may share and serve its objects without asking sources; false once it has lost its
     * lease.
     */
    public boolean mayServe() {
        return mayServeAt.test(ticker.nanos());
    }

    /** Frees purged objects; all others become valid as of the number at the beginning, unless unproven. */
    void sweep() {
        long number = purges.latest();
        if (purges.remembered() > 0) {
            freePurged();
            purges.swept(number);
        }
    }

    /** Frees what was purged since the last sweep, so that what is counted can be served. Forgets no purge. */
    public void freePurged() {
        if (purges.remembered() > 0) {
            objects.values().forEach(this::outlives);
        }
    }

    /** The keys of the objects here that targets select, fresh or not. Looks at all objects. */
    public List<String> keys(Collection<PurgeTarget> targets) {
        return objects.values().stream()
                .filter(object -> targets.stream()
                        .anyMatch(target -> target.covers(PurgeTarget.base(object.key()), object.tags())))
                .map(InMemoryObject::key)
                .toList();
    }

    public DecisionLog decisions() {
        return decisions;
    }

    /** The object with one more reference, if it was checked within the refresh interval. */
    @Nullable
    public InMemoryObject takeFresh(String key) {
        InMemoryObject object = take(key);
        if (object != null && !isFresh(object)) {
            object.document().release();
            return null;
        }
        return object;
    }

    /**
     * Returns a fresh object for another node, with one more reference; null if it is absent, stale, purged, or the
     * lease is over. Records the other node's count, and one more {@link Event#PEER_SERVES}; the access itself is not
     * counted. For event loops: takes no lock.
     *
     * @param agac the object's count as the other node knows it; null is returned too if its epoch is newer than this
     *     node's, which needs a lock
     */
    @Nullable
    public InMemoryObject takeFreshAtOnce(String key, AgedCount agac) {
        InMemoryObject object = objects.get(key);
        long now = ticker.nanos();
        if (object == null
                || !epoch.isOld(agac.epoch())
                || !mayServeAt.test(now)
                || !isGood(object)
                || object.uncheckedNanos(now) > intervalNanos
                || !object.document().tryRetain()) {
            return null;
        }
        heard(object, agac);
        statistics.count(Event.PEER_SERVES);
        return object;
    }

    public boolean isFresh(InMemoryObject object) {
        long now = ticker.nanos();
        return object.uncheckedNanos(now) <= intervalNanos && isServable(object, now);
    }

    /** The object was requested on a worker path. */
    public void touch(InMemoryObject object) {
        touched.add(object, ticker.nanos());
    }

    /** Takes the count of another node for the object: the policy gets it before its next decision. */
    public void heard(String key, AgedCount agac) {
        InMemoryObject object = objects.get(key);
        if (object != null) {
            heard(object, agac);
        }
    }

    private void heard(InMemoryObject object, AgedCount agac) {
        epoch.heard(agac.epoch());
        object.localObject().heard(agac, epoch.now());
        touched.recounted(object);
    }

    /** The table entries of the objects that would be evicted next, at most this many. */
    public List<LocalObjectEntry> nextToGo(int most) {
        synchronized (lock) {
            flushTouched();
            return policy.nextToGo(most).stream()
                    .flatMap(key -> Stream.ofNullable(objects.get(key)))
                    .map(InMemoryObject::localObject)
                    .toList();
        }
    }

    boolean admits(long length) {
        return length <= maxObjectBytes && length + InMemoryObject.OVERHEAD < memoryBytes;
    }

    /**
     * Offers a fetched object. Atomic with the check that the fetch is open: an invalidation closes the fetch first and
     * removes copies second.
     *
     * <p>When it is kept, the caller's reference becomes the cache's.
     */
    Verdict offer(InMemoryObject newcomer, DocumentFetch fetch, PreparedHeaderBuilder by) {
        return offer(newcomer, by, fetch::isOpen);
    }

    /**
     * Offers an object unless there is a copy already, or a newer version is known: an invalidation makes the version
     * known first and removes copies second. When it is kept, the caller's reference becomes the cache's.
     */
    Verdict offerLatest(InMemoryObject newcomer, PreparedHeaderBuilder by) {
        return offer(
                newcomer,
                by,
                () -> !objects.containsKey(newcomer.key())
                        && newcomer.localObject().version() <= newcomer.version());
    }

    /** Offers a response of an origin. When it is kept, the caller's reference becomes the cache's. */
    Verdict offer(InMemoryObject newcomer) {
        return offer(newcomer, preparation, () -> isLatest(newcomer));
    }

    /** @param may evaluated under the lock */
    private Verdict offer(InMemoryObject newcomer, PreparedHeaderBuilder by, BooleanSupplier may) {
        synchronized (lock) {
            flushTouched();
            boolean good = validity(newcomer) == Validity.GOOD && may.getAsBoolean();
            return good ? placePrepared(newcomer, by) : Verdict.OVERTAKEN;
        }
    }

    /** True unless a newer response, by arrival, is stored. */
    private boolean isLatest(InMemoryObject newcomer) {
        InMemoryObject held = objects.get(newcomer.key());
        StoredResponseHead old = held == null ? null : held.reply();
        StoredResponseHead reply = newcomer.reply();
        return old == null || reply == null || reply.receivedNanos() - old.receivedNanos() >= 0;
    }

    /** Places a newcomer whose header may predate {@link #prepareBy}. */
    @GuardedBy("lock")
    private Verdict placePrepared(InMemoryObject newcomer, PreparedHeaderBuilder by) {
        InMemoryObject prepared = by.equals(preparation) ? newcomer : prepared(newcomer);
        Verdict verdict = place(prepared);
        if (prepared != newcomer) {
            (verdict == Verdict.KEPT ? newcomer : prepared).document().release();
        }
        return verdict;
    }

    @GuardedBy("lock")
    private Verdict place(InMemoryObject newcomer) {
        InMemoryObject held = objects.get(newcomer.key());
        if (held != null && swap(held, newcomer)) {
            return Verdict.KEPT;
        }
        remove(newcomer.key());
        Figures figures = figures(newcomer, epoch.now());
        if (figures.bytes() > memoryBytes
                || !(policy.offer(newcomer.key(), figures, memoryBytes - bytes) instanceof Decision.Keep keep)) {
            decisions.add(newcomer.key(), DecisionLog.REFUSED, "");
            return Verdict.REFUSED;
        }
        for (String victim : keep.victims()) {
            decisions.add(victim, "evicted to make room for ", newcomer.key());
            remove(victim);
        }
        statistics.add(ObjectSpaceStatistics.Event.EVICTIONS, keep.victims().size());
        policy.kept(newcomer.key(), figures);
        bytes += figures.bytes();
        localObjects.hold(newcomer.localObject());
        objects.put(newcomer.key(), newcomer);
        return Verdict.KEPT;
    }

    /** Removes a copy that is older than this version. */
    public void drop(String key, long olderThan) {
        drop(key, object -> object.version() < olderThan);
    }

    public void drop(InMemoryObject object) {
        drop(object.key(), held -> held == object);
    }

    private void drop(String key, Predicate<InMemoryObject> old) {
        synchronized (lock) {
            InMemoryObject object = objects.get(key);
            if (object != null && old.test(object)) {
                remove(key);
            }
        }
    }

    @GuardedBy("lock")
    private void remove(String key) {
        InMemoryObject object = objects.remove(key);
        if (object == null) {
            return;
        }
        policy.removed(key);
        bytes -= object.bytes();
        localObjects.release(object.localObject());
        object.document().release();
    }

    /** Updates the counts of these objects in the policy. The lock is released after each: fetches wait for it. */
    public void recount(Collection<LocalObjectEntry> changed) {
        Ageing ageing = epoch.now();
        synchronized (lock) {
            flushTouched();
        }
        for (LocalObjectEntry localObject : changed) {
            InMemoryObject object = objects.get(localObject.key());
            if (object != null) {
                recount(object, ageing);
            }
        }
    }

    private void recount(InMemoryObject object, Ageing ageing) {
        synchronized (lock) {
            if (objects.get(object.key()) == object) {
                policy.recounted(object.key(), figures(object, ageing));
            }
        }
    }

    @GuardedBy("lock")
    private void flushTouched() {
        Ageing ageing = epoch.now();
        for (InMemoryObject object : touched.drain()) {
            boolean asked = object.takeAsked();
            if (objects.get(object.key()) != object) {
                continue;
            }
            if (asked) {
                policy.touched(object.key(), figures(object, ageing));
            } else {
                policy.recounted(object.key(), figures(object, ageing));
            }
        }
    }

    private Figures figures(InMemoryObject object, Ageing ageing) {
        return figures(object.localObject(), object.bytes(), ageing);
    }

    private Figures figures(LocalObjectEntry localObject, long bytes, Ageing ageing) {
        return new Figures(
                bytes,
                localObject.agac(ageing),
                ageing.epoch(),
                localObject.accesses(),
                localObject.isHeldElsewhere(self));
    }

    /** The mean aged AGAC of the objects held; 0 when there are none. */
    public double meanAgac(Ageing ageing) {
        return objects.values().stream()
                .mapToDouble(object -> object.localObject().agac(ageing))
                .average()
                .orElse(0);
    }

    /** The bytes allocated for objects, held or not. */
    public BoundedBufferAllocator inUse() {
        return inUse;
    }

    /** An object's share of the budget, in bytes; 0 when it is not held. */
    public long bytesOf(String key) {
        InMemoryObject object = objects.get(key);
        return object == null ? 0 : object.bytes();
    }

    public int size() {
        return objects.size();
    }

    /** Bytes of the objects held now, with their overhead. */
    public long bytes() {
        synchronized (lock) {
            return bytes;
        }
    }

    /** The share of the memory that is in use, 0 to 1. */
    public double fullness() {
        return memoryBytes == 0 ? 1 : (double) bytes() / memoryBytes;
    }

    public void clear() {
        synchronized (lock) {
            for (String key : List.copyOf(objects.keySet())) {
                remove(key);
            }
        }
        inUse.trim();
    }
}
