package io.gosling.gos.memory;

import io.gosling.caching.SliceLayout;
import io.gosling.caching.StoredResponseHead;
import io.gosling.document.FileStamp;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.document.StoredDocument;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.objecttable.LocalObjectEntry;
import io.gosling.gos.purge.PurgeHistory;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The responses of origins in this node's memory: the same objects, counts and replacement as for files. Their keys
 * begin with a scheme, those of files with a slash.
 *
 * <p>Used by worker paths. A fetch has a permit from before its origin was asked, and is checked against later purges:
 * see {@link PurgeHistory}.
 */
public final class ResponseMemory {
    /** Stands between an URL and a variant; no URL has one. */
    private static final char BLANK = ' ';

    private final NodeObjectMemory memory;
    private volatile ServeWithoutLeasePolicy withoutLease = ServeWithoutLeasePolicy.ASK;

    ResponseMemory(NodeObjectMemory memory) {
        this.memory = memory;
    }

    /** The key of one of a URL's responses where they vary, or of one of its slices ({@code SliceLayout.name}). */
    public static String key(String url, String variant) {
        return url + BLANK + variant;
    }

    /** The slice size in bytes; 0 for no slices. */
    public int sliceBytes() {
        return memory.hot().sliceBytes;
    }

    /** Returns true if a response of this length may be kept as one object. */
    public boolean admits(long length) {
        return memory.hot().admits(length);
    }

    /**
     * Returns true if a key is that of a slice, which is as fresh as its slice index: only the latter is made stale.
     */
    public static boolean isSlice(String key) {
        int blank = key.indexOf(BLANK);
        return blank >= 0 && key.startsWith(SliceLayout.MARK, blank + 1);
    }

    /** A permit to store the result of a fetch: taken before the origin is asked. */
    public record Permit(PurgeHistory purges, String url, long since) {
        /** Returns true if no later purge selects its response, whose tags are known. */
        public boolean isGoodFor(Set<String> tags) {
            return purges.judge(url, tags, since) == PurgeHistory.Validity.GOOD;
        }

        /** Returns true if no later purge may select its response, so that it may be shared. */
        public boolean isUntouched() {
            return purges.isJoinable(url, since);
        }
    }

    /** The copy of this key, fresh or not; counts the access. Null when there is none. */
    public @Nullable StoredResponse find(String key) {
        memory.localObjects().asked(key).countAccess();
        StoredResponse copy = take(key);
        if (copy != null) {
            memory.hot().touch(copy.object());
        }
        return copy;
    }

    /** The same without counting: the access was. For event loops too: takes no lock. */
    public @Nullable StoredResponse take(String key) {
        InMemoryObject object = memory.hot().take(key);
        return object == null ? null : new StoredResponse(object, memory.hot());
    }

    /** Returns true if there is a copy of this key, fresh or stale, that no purge selects; without a lock. */
    public boolean holds(String key) {
        InMemoryObject object = memory.hot().take(key);
        if (object == null) {
            return false;
        }
        try {
            return memory.hot().isGood(object);
        } finally {
            object.document().release();
        }
    }

    /**
     * Looks on the disk for a request that found nothing in memory: the origin has to revalidate the result. Blocks.
     *
     * @param sent the request's headers, as the origin gets them
     */
    public @Nullable DiskResponse findOnDisk(String key, Headers sent) {
        DiskTier disk = memory.disk().get();
        return disk == null ? null : disk.find(key, sent);
    }

    /**
     * Loads a response from the disk that its origin has revalidated, and offers it. Blocks.
     *
     * @param reply its header as the origin's answer leaves it
     * @return the copy to answer with, stored or not; null where its bytes are gone, or there is no room
     */
    public @Nullable StoredResponse revive(
            Permit permit,
            DiskResponse found,
            StoredResponseHead reply,
            Representation representation,
            PreparedHeaders fields) {
        DiskTier disk = memory.disk().get();
        ByteBuf bytes = disk == null ? null : disk.load(found.record());
        return bytes == null
                ? null
                : offered(object(permit, found.record().key(), reply, representation, fields, bytes));
    }

    /**
     * Looks into the repository for a request that found nothing fresh in memory. Blocks.
     *
     * @param sent the request's headers, as the origin gets them
     */
    public @Nullable RepositoryResponse findInRepository(String key, Headers sent) {
        RepositoryTier tier = memory.repository().get();
        return tier == null ? null : tier.find(key, sent);
    }

    /** Puts a response of the origin, whose body stays the caller's, into the repository. Does not wait. */
    public void putIntoRepository(Permit permit, String key, StoredResponseHead reply, ByteBuf body) {
        RepositoryTier tier = memory.repository().get();
        if (tier != null) {
            tier.put(permit, key, reply, body);
        }
    }

    /**
     * Returns true if requests may be answered from here, and may share a fetch, without asking the origin for each.
     */
    public boolean mayServe() {
        return memory.hot().mayServe();
    }

    /** The handling of fresh responses while {@link #mayServe} is false. */
    public ServeWithoutLeasePolicy withoutLease() {
        return withoutLease;
    }

    public void withoutLease(ServeWithoutLeasePolicy choice) {
        withoutLease = choice;
    }

    /** A permit for a request to the origin that is about to be sent. */
    public Permit permit(String url) {
        return new Permit(memory.purges(), url, memory.purges().latest());
    }

    /** Room for this many bytes of a response; null when that is too large to keep, or too much is in use. */
    public @Nullable ByteBuf room(int bytes) {
        return memory.room(bytes);
    }

    /**
     * Offers a response that has arrived completely.
     *
     * @param fields headers for the event-loop path, or none
     * @param bytes the body; its reference is taken over in every case
     * @return true if it is stored
     */
    public boolean keep(
            Permit permit,
            String key,
            StoredResponseHead reply,
            Representation representation,
            PreparedHeaders fields,
            ByteBuf bytes) {
        return memory.offer(object(permit, key, reply, representation, fields, bytes), memory.hot()::offer);
    }

    /**
     * Offers the slice index of a large response, which has no bytes.
     *
     * @return the copy to answer with, stored or not
     */
    public StoredResponse keepSliceIndex(
            Permit permit, String key, StoredResponseHead sliceIndex, Representation representation) {
        return offered(object(permit, key, sliceIndex, representation, PreparedHeaders.none(), Unpooled.EMPTY_BUFFER));
    }

    /**
     * Offers the same bytes with a header updated by a 304, stored or not; the copy stays its owner's.
     *
     * @return the copy to answer with, and no other, for the one in memory by now may come from an earlier request
     */
    public StoredResponse freshen(
            Permit permit,
            StoredResponse copy,
            StoredResponseHead reply,
            Representation representation,
            PreparedHeaders fields) {
        StoredDocument old = copy.object().document();
        InMemoryObject fresh = object(
                permit, old.key(), reply, representation, fields, old.body().retain());
        return offered(fresh);
    }

    private StoredResponse offered(InMemoryObject object) {
        memory.offerRetained(object, memory.hot()::offer);
        return new StoredResponse(object, memory.hot());
    }

    private InMemoryObject object(
            Permit permit,
            String key,
            StoredResponseHead reply,
            Representation representation,
            PreparedHeaders fields,
            ByteBuf bytes) {
        LocalObjectEntry localObject = memory.localObjects().asked(key);
        localObject.seen();
        StoredDocument stored =
                new StoredDocument(key, representation, new FileStamp(representation.length(), 0, ""), bytes, fields);
        InMemoryObject object = new InMemoryObject(stored, localObject, reply);
        object.goodAsOf(permit.since);
        return object;
    }

    /**
     * Remembers, for people who ask, that the origin was asked for a URL.
     *
     * @param handling the Cache-Status that the client got
     */
    public void answeredByOrigin(String url, String handling) {
        memory.hot().decisions().add(url, DecisionLog.BY_ORIGIN, handling);
    }

    /** A request did not ask its origin because another one was asking. */
    public void countShared() {
        memory.statistics().count(Event.FETCHES_SHARED);
    }

    /** Another node gets a response, or reads along. */
    public void countLent() {
        memory.statistics().count(Event.PEER_SERVES);
    }

    public void drop(Collection<String> keys) {
        for (String key : keys) {
            memory.hot().drop(key, Long.MAX_VALUE);
        }
    }

    /** Invalidates a URL's responses: fetches in progress are not stored, copies are removed. */
    public void invalidate(String url, Collection<String> keys) {
        memory.purge(List.of(new PurgeTarget.Key(url)));
        keys.stream()
                .filter(memory.hot()::holds)
                .forEach(key -> memory.hot().decisions().add(key, "purged by a request such as POST", ""));
        drop(keys);
    }

    public void invalidateTagged(Collection<String> tags) {
        memory.purge(tags.stream().<PurgeTarget>map(PurgeTarget.Tag::new).toList());
    }
}
