package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.Lookup;
import io.gosling.document.Ticker;
import io.gosling.document.ValidationResult;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.Homes;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.membership.Node;
import io.gosling.gos.memory.Fill;
import io.gosling.gos.memory.HotObject;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.Holders;
import io.gosling.gos.objecttable.LocalObject;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
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
 */
final class CopyCheck {
    private final DocumentSource files;
    private final NodeMemory memory;
    private final ClusterPeers clusterPeers;
    private final Homes homes;
    private final long servableNanos;
    private final Ticker ticker;

    private enum Finding {
        SAME,
        CHANGED,
        /** It came from another node, and this node's own file differs or is missing: not changed, and not usable. */
        NOT_OURS,
        /** The home node cannot be asked. */
        UNREACHABLE,
        /** This node's own disk cannot be asked, which no grace excuses. */
        UNREADABLE
    }

    enum Standing {
        /** Compared, or checked within the refresh interval: served. */
        CHECKED,
        /** Its home could not be asked, and the grace since its last check is not over: served, and marked so. */
        UNCHECKED,
        /** Not served: dropped, or too long unchecked. */
        UNUSABLE
    }

    CopyCheck(
            DocumentSource files,
            NodeMemory memory,
            ClusterPeers clusterPeers,
            ObjectSpaceSettings settings,
            Ticker ticker) {
        this.files = files;
        this.memory = memory;
        this.clusterPeers = clusterPeers;
        this.homes = settings.homes();
        this.servableNanos = settings.freshness()
                .get(FreshnessSettings.INTERVAL)
                .plus(settings.freshness().get(FreshnessSettings.GRACE))
                .toNanos();
        this.ticker = ticker;
    }

    /**
     * Checks a copy, whose reference stays the caller's.
     *
     * @param fill the caller's fetch, if any, whose later bytes are newer than a change found here
     */
    Standing check(HotObject copy, @Nullable Fill fill) {
        memory.statistics().count(Event.CHECKS);
        return switch (compare(copy)) {
            case SAME -> Standing.CHECKED;
            case CHANGED -> {
                changed(copy, fill);
                yield Standing.UNUSABLE;
            }
            case NOT_OURS -> {
                memory.hot().drop(copy);
                yield Standing.UNUSABLE;
            }
            case UNREACHABLE -> isExcused(copy) ? Standing.UNCHECKED : Standing.UNUSABLE;
            case UNREADABLE -> Standing.UNUSABLE;
        };
    }

    /** A copy that a purge may have selected unnoticed has no grace. */
    private boolean isExcused(HotObject copy) {
        long now = ticker.nanos();
        return copy.uncheckedNanos(now) <= servableNanos && memory.hot().isServable(copy, now);
    }

    /** Checks a copy that is about to be served if its last check is longer ago than the refresh interval. */
    Standing standing(HotObject copy, @Nullable Fill fill) {
        Standing standing = memory.hot().isFresh(copy) ? Standing.CHECKED : check(copy, fill);
        if (standing == Standing.UNCHECKED) {
            memory.statistics().count(Event.SERVED_UNCHECKED);
        }
        return standing;
    }

    void refresh(HotObject copy) {
        try {
            check(copy, null);
        } finally {
            copy.endCheck();
        }
    }

    private Finding compare(HotObject copy) {
        DocumentPath path = DocumentPath.parse(copy.key());
        long began = ticker.nanos();
        long since = memory.purges().latest();
        if (!memory.hot().outlives(copy)) {
            return Finding.NOT_OURS;
        }
        try {
            Finding finding = switch (files.check(path, copy.file())) {
                case UNCHANGED -> same(copy, began);
                case CHANGED -> compareBytes(copy, path, began);
                case GONE -> compareWithHome(copy, path, began);
            };
            if (finding == Finding.SAME) {
                copy.goodAsOf(since);
            }
            return finding;
        } catch (IOException e) {
            return Finding.UNREADABLE;
        }
    }

    private static Finding same(HotObject copy, long began) {
        copy.checked(began);
        return Finding.SAME;
    }

    /**
     * Compares bytes. Only a change against this node's own earlier reading counts, so that nodes with different files
     * do not invalidate each other forever.
     */
    private Finding compareBytes(HotObject copy, DocumentPath path, long began) throws IOException {
        Finding different = copy.isOwnFile() ? Finding.CHANGED : Finding.NOT_OURS;
        if (!(files.find(path) instanceof Lookup.Found found)) {
            return different;
        }
        try (Document document = found.document()) {
            if (!document.representation()
                    .etag()
                    .equals(copy.document().representation().etag())) {
                return different;
            }
            copy.checked(document.stamp(), began);
            return Finding.SAME;
        }
    }

    private Finding compareWithHome(HotObject copy, DocumentPath path, long began) {
        String name = homes.of(path.key());
        if (name == null || name.equals(clusterPeers.book().self().name())) {
            return copy.isOwnFile() ? Finding.CHANGED : Finding.NOT_OURS;
        }
        Node home = clusterPeers.book().byName(name);
        if (home == null) {
            return Finding.UNREACHABLE;
        }
        String etag = copy.document().representation().etag();
        try {
            ValidationResult freshness = clusterPeers.peers().check(home, path, etag);
            return freshness == ValidationResult.UNCHANGED ? same(copy, began) : Finding.CHANGED;
        } catch (IOException e) {
            return Finding.UNREACHABLE;
        }
    }

    /** Raises the version, and drops every older copy: here at once, elsewhere by a message. */
    private void changed(HotObject old, @Nullable Fill fill) {
        memory.statistics().count(Event.CHANGES);
        EntrySummary before = clusterPeers.table().changed(old.key(), old.version());
        long version = before == null
                ? Math.max(old.version() + 1, old.localObject().version())
                : Math.max(old.version() + 1, before.version());
        if (fill != null) {
            fill.reading(version);
        }
        overtake(old.localObject(), version);
        List<Node> tell = before == null ? everybody() : toTell(before.holders());
        if (!tell.isEmpty()) {
            memory.statistics().add(Event.INVALIDATIONS_SENT, tell.size());
            clusterPeers.peers().invalidate(tell, old.key(), version);
        }
    }

    /** The object is at this version: closes fetches that may be reading an older one, then drops older copies. */
    void overtake(LocalObject localObject, long version) {
        localObject.learnVersion(version);
        memory.fills().overtaken(localObject.key(), version);
        memory.hot().drop(localObject.key(), version);
    }

    private List<Node> everybody() {
        return clusterPeers.table().isShared() ? clusterPeers.book().others() : List.of();
    }

    private List<Node> toTell(List<Integer> holders) {
        if (holders.size() >= Holders.MOST) {
            return everybody();
        }
        return holders.stream()
                .map(clusterPeers.book()::byTag)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }
}
