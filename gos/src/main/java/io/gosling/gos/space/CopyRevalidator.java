package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.document.Ticker;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.HomeNodeMap;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.DocumentFetch;
import io.gosling.gos.memory.InMemoryObject;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.HolderTagOperations;
import io.gosling.gos.objecttable.LocalObjectEntry;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Compares copies with the files they were made of: this node's own file where there is one, the home node's
 * otherwise. A change that is found here is announced to the whole cluster. Used by worker paths and the threads of
 * links; blocks.
 *
 * <p>A copy younger than half of {@code refresh.interval} since its last check is served as it is; up to the whole
 * interval it is served and one request starts a check in the background; older, it is checked first. A check is a
 * {@code stat} of the own file, or a conditional request to the home. A copy from a peer inherits the peer's age:
 * durations travel, instants do not. If the home cannot be asked, a copy is served unchecked for {@code refresh.grace},
 * marked {@code detail=unchecked}; an own disk that cannot be read has no grace.
 *
 * @param servableNanos the time since its last check for which a copy may be served, grace included
 */
record CopyRevalidator(
        DocumentSource files,
        NodeObjectMemory memory,
        ClusterAccess clusterPeers,
        HomeNodeMap homes,
        long servableNanos,
        Ticker ticker) {
    enum Usability {
        /** Compared, or checked within the refresh interval: served. */
        CHECKED,
        /** Its home could not be asked, and the grace since its last check is not over: served, and marked so. */
        UNCHECKED,
        /** Not served: dropped, or too long unchecked. */
        UNUSABLE
    }

    CopyRevalidator(
            DocumentSource files,
            NodeObjectMemory memory,
            ClusterAccess clusterPeers,
            ObjectSpaceSettings settings,
            Ticker ticker) {
        this(
                files,
                memory,
                clusterPeers,
                settings.homes(),
                settings.freshness()
                        .get(FreshnessSettings.INTERVAL)
                        .plus(settings.freshness().get(FreshnessSettings.GRACE))
                        .toNanos(),
                ticker);
    }

    /**
     * Checks a copy, whose reference stays the caller's.
     *
     * @param fetch the caller's fetch, if any, whose later bytes are newer than a change found here
     */
    Usability check(InMemoryObject copy, @Nullable DocumentFetch fetch) {
        memory.statistics().count(Event.CHECKS);
        DocumentPath path = DocumentPath.parse(copy.key());
        long began = ticker.nanos();
        long since = memory.purges().latest();
        if (!memory.hot().outlives(copy)) {
            return Usability.UNUSABLE;
        }
        try {
            Usability usability = switch (files.check(path, copy.file())) {
                case UNCHANGED -> same(copy, began);
                case CHANGED -> compareBytes(copy, fetch, path, began);
                case GONE -> compareWithHome(copy, fetch, path, began);
            };
            if (usability == Usability.CHECKED) {
                copy.goodAsOf(since);
            }
            return usability;
        } catch (IOException e) {
            // This node's own disk cannot be asked, which no grace excuses.
            return Usability.UNUSABLE;
        }
    }

    /** A copy that a purge may have selected unnoticed has no grace. */
    private Usability unreachable(InMemoryObject copy) {
        long now = ticker.nanos();
        boolean excused =
                copy.uncheckedNanos(now) <= servableNanos && memory.hot().isServable(copy, now);
        return excused ? Usability.UNCHECKED : Usability.UNUSABLE;
    }

    /** Checks a copy that is about to be served if its last check is longer ago than the refresh interval. */
    Usability usability(InMemoryObject copy, @Nullable DocumentFetch fetch) {
        Usability usability = memory.hot().isFresh(copy) ? Usability.CHECKED : check(copy, fetch);
        if (usability == Usability.UNCHECKED) {
            memory.statistics().count(Event.SERVED_UNCHECKED);
        }
        return usability;
    }

    void refresh(InMemoryObject copy) {
        try {
            check(copy, null);
        } finally {
            copy.endCheck();
        }
    }

    private static Usability same(InMemoryObject copy, long began) {
        copy.checked(began);
        return Usability.CHECKED;
    }

    /** Drops a copy that differs from this node's file: as a change if it was read from that file, else here alone. */
    private Usability different(InMemoryObject copy, @Nullable DocumentFetch fetch) {
        if (copy.isOwnFile()) {
            changed(copy, fetch);
        } else {
            memory.hot().drop(copy);
        }
        return Usability.UNUSABLE;
    }

    /**
     * Compares bytes. Only a change against this node's own earlier reading counts, so that nodes with different files
     * do not invalidate each other forever.
     */
    private Usability compareBytes(InMemoryObject copy, @Nullable DocumentFetch fetch, DocumentPath path, long began)
            throws IOException {
        if (!(files.find(path) instanceof LookupResult.Found found)) {
            return different(copy, fetch);
        }
        try (Document document = found.document()) {
            String tag = copy.document().representation().etag();
            if (document.representation().etag().equals(tag)) {
                copy.checked(document.stamp(), began);
                return Usability.CHECKED;
            }
        }
        return different(copy, fetch);
    }

    private Usability compareWithHome(
            InMemoryObject copy, @Nullable DocumentFetch fetch, DocumentPath path, long began) {
        String name = homes.of(path.key());
        if (name == null || name.equals(clusterPeers.book().self().name())) {
            return different(copy, fetch);
        }
        ClusterMember home = clusterPeers.book().byName(name);
        String etag = copy.document().representation().etag();
        try {
            if (home == null) {
                return unreachable(copy);
            }
            if (clusterPeers.peers().check(home, path, etag) == RevalidationResult.UNCHANGED) {
                return same(copy, began);
            }
        } catch (IOException e) {
            return unreachable(copy);
        }
        changed(copy, fetch);
        return Usability.UNUSABLE;
    }

    /** Raises the version, and drops every older copy: here at once, elsewhere by a message. */
    private void changed(InMemoryObject old, @Nullable DocumentFetch fetch) {
        memory.statistics().count(Event.CHANGES);
        EntrySummary before = clusterPeers.table().changed(old.key(), old.version());
        long known = before == null ? old.localObject().version() : before.version();
        long version = Math.max(old.version() + 1, known);
        if (fetch != null) {
            fetch.expectVersion(version);
        }
        overtake(old.localObject(), version);
        List<ClusterMember> tell =
                before == null || clusterPeers.table().isUnsettled(old.key()) ? everybody() : toTell(before.holders());
        if (!tell.isEmpty()) {
            memory.statistics().add(Event.INVALIDATIONS_SENT, tell.size());
            clusterPeers.peers().invalidate(tell, old.key(), version);
        }
    }

    /** The object is at this version: closes fetches that may be reading an older one, then drops older copies. */
    void overtake(LocalObjectEntry localObject, long version) {
        localObject.learnVersion(version);
        memory.fetches().overtaken(localObject.key(), version);
        memory.hot().drop(localObject.key(), version);
    }

    private List<ClusterMember> everybody() {
        return clusterPeers.table().isShared() ? clusterPeers.book().others() : List.of();
    }

    private List<ClusterMember> toTell(List<Integer> holders) {
        if (holders.size() >= HolderTagOperations.MOST) {
            return everybody();
        }
        return holders.stream()
                .flatMap(tag -> Stream.ofNullable(clusterPeers.book().byTag(tag)))
                .toList();
    }
}
