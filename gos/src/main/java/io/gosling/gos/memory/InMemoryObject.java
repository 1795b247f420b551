package io.gosling.gos.memory;

import io.gosling.caching.StoredResponseHead;
import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Provenance;
import io.gosling.document.StoredDocument;
import io.gosling.gos.objecttable.LocalObjectEntry;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A copy of an object in this node's memory.
 *
 * <pre>
 *   1 made by a fetch, with one reference that belongs to the maker
 *   2 kept by the cache, which takes over that reference; or refused, and released by the maker
 *   3 checked again and again; old when its file has changed
 *   4 removed from the cache, which gives its reference back; freed with the last response
 * </pre>
 *
 * <p>Event loops read it and mark it as touched; worker paths check it; the cache's writers hold the lock that guards
 * its place.
 */
public final class InMemoryObject {
    /** The overhead of an object besides its bytes: table entries, map entries, buffer headers. An estimate. */
    static final int OVERHEAD = 512;

    private static final AtomicReferenceFieldUpdater<InMemoryObject, @Nullable StoredResponseHead> REPLY =
            AtomicReferenceFieldUpdater.newUpdater(InMemoryObject.class, StoredResponseHead.class, "reply");

    private final StoredDocument document;
    private final LocalObjectEntry localObject;
    private final long version;
    private volatile @Nullable StoredResponseHead reply;

    /** The number of the last purge that is known not to select it. */
    private volatile long goodAsOf;

    /** True if this node's own file has these bytes. */
    private volatile boolean ownFile;

    /** The state of the file with these bytes: this node's own, or as another node has it. */
    private volatile FileStamp file;

    private volatile long checkedNanos;
    private volatile long touchedNanos;

    /** The last access as of the last drain, stable while a writer compares. */
    private long drainedNanos;

    private final AtomicBoolean checking = new AtomicBoolean();
    private final AtomicBoolean listed = new AtomicBoolean();

    /** True if it was requested here since a writer looked last; otherwise only other counts changed. */
    private volatile boolean asked;

    private volatile long flushedBelow = -1;

    /** The next object in the list of touched ones; published by the list's head. */
    private @Nullable InMemoryObject nextTouched;

    /** A response of an origin. */
    InMemoryObject(StoredDocument document, LocalObjectEntry localObject, StoredResponseHead reply) {
        this(document, localObject, localObject.version(), false, reply.bornNanos(), reply);
    }

    /** @param reply null for a copy of a file */
    InMemoryObject(
            StoredDocument document,
            LocalObjectEntry localObject,
            long version,
            boolean ownFile,
            long checkedNanos,
            @Nullable StoredResponseHead reply) {
        this.document = document;
        this.localObject = localObject;
        this.version = version;
        this.reply = reply;
        this.ownFile = ownFile;
        this.file = document.stamp();
        this.checkedNanos = checkedNanos;
        this.touchedNanos = checkedNanos;
    }

    InMemoryObject with(PreparedHeaders fields) {
        InMemoryObject other =
                new InMemoryObject(document.with(fields), localObject, version, ownFile, checkedNanos, null);
        other.file = file;
        other.goodAsOf = goodAsOf;
        other.touchedNanos = touchedNanos;
        return other;
    }

    public StoredDocument document() {
        return document;
    }

    /** A document of its bytes, which takes over a reference of the caller. */
    public Document lent(Provenance provenance) {
        var body = new Body.InMemory(document.body().retainedDuplicate());
        document.release();
        return new Document(document.representation(), document.stamp(), body, provenance);
    }

    public LocalObjectEntry localObject() {
        return localObject;
    }

    public String key() {
        return localObject.key();
    }

    @Nullable
    StoredResponseHead reply() {
        return reply;
    }

    /** The tags that its origin gave it; none for a file. */
    Set<String> tags() {
        StoredResponseHead said = reply;
        return said == null ? Set.of() : said.tags();
    }

    long goodAsOf() {
        return goodAsOf;
    }

    /** It is good as of this number: it was held against all purges up to it, or its source was asked after it. */
    public void goodAsOf(long number) {
        goodAsOf = number;
    }

    /** Makes it stale: it needs revalidation before it is served. The interval is that of files. */
    void endFreshness(long nowNanos, long intervalNanos) {
        if (reply == null) {
            checkedNanos = Math.min(checkedNanos, nowNanos - intervalNanos - 1);
        } else {
            // The earlier of two concurrent moments counts.
            REPLY.updateAndGet(this, said -> Objects.requireNonNull(said).staleSince(nowNanos));
        }
    }

    /**
     * The time for which event loops may serve it, from its last check or creation.
     *
     * @param interval that of files
     */
    long servedNanos(long interval) {
        StoredResponseHead said = reply;
        return said == null ? interval : said.freshNanos();
    }

    public long version() {
        return version;
    }

    public FileStamp file() {
        return file;
    }

    public boolean isOwnFile() {
        return ownFile;
    }

    long bytes() {
        StoredResponseHead said = reply;
        return document.representation().length()
                + document.fields().size()
                + OVERHEAD
                + (said == null ? 0 : said.bytes());
    }

    public long uncheckedNanos(long nowNanos) {
        return nowNanos - checkedNanos;
    }

    /** Its source would give the same bytes, as of a moment before which the check began. */
    public void checked(long beganNanos) {
        checkedNanos = beganNanos;
    }

    /** This node's own file holds the same bytes. */
    public void checked(FileStamp own, long beganNanos) {
        file = own;
        ownFile = true;
        checkedNanos = beganNanos;
    }

    /** The number of the segment file that has it, or the highest number where the disk refuses it. */
    long flushedBelow() {
        return flushedBelow;
    }

    void flushedBelow(long slice) {
        flushedBelow = slice;
    }

    boolean tryBeginCheck() {
        return !checking.get() && checking.compareAndSet(false, true);
    }

    public void endCheck() {
        checking.set(false);
    }

    long drainedNanos() {
        return drainedNanos;
    }

    /** Notes an access; true when the caller must list the object as touched. */
    boolean touch(long nowNanos) {
        touchedNanos = nowNanos;
        if (!asked) {
            asked = true;
        }
        return beginListing();
    }

    boolean beginListing() {
        return !listed.get() && listed.compareAndSet(false, true);
    }

    /** For a writer, after it was taken off the list: whether it was requested here since the last time. */
    boolean takeAsked() {
        boolean was = asked;
        if (was) {
            asked = false;
        }
        return was;
    }

    void linkTouched(@Nullable InMemoryObject next) {
        nextTouched = next;
    }

    @Nullable
    InMemoryObject unlinkTouched() {
        InMemoryObject next = nextTouched;
        nextTouched = null;
        drainedNanos = touchedNanos;
        listed.set(false);
        return next;
    }
}
