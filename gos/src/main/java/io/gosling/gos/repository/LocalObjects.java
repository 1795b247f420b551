package io.gosling.gos.repository;

import io.gosling.gos.repository.RepositoryStatistics.Event;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node's local store of objects: copies received from homes, and puts of this node that wait to be flushed. An
 * answer that another one has overtaken is not stored, so what this node reports of a key never goes back. Safe for
 * use by many threads.
 */
final class LocalObjects {
    private final CopyCache copies;
    private final Unsettled unsettled;
    private final AnswerOrder order = new AnswerOrder();
    private final RepositoryStatistics statistics;

    LocalObjects(RepositorySettings settings, RepositoryStatistics statistics) {
        this.copies = new CopyCache(settings.copies());
        this.unsettled = new Unsettled(settings.writing().bytes());
        this.statistics = statistics;
    }

    /** An object that waits to be flushed is newer than any other copy. Null when there is none, or it has expired. */
    @Nullable
    CachedObject find(ObjectKey key, long nowNanos) {
        CachedObject waiting = unsettled.find(key);
        return waiting != null && !waiting.isOver(nowNanos) ? waiting : copies.ask(key, nowNanos);
    }

    /**
     * Called before the home is asked: ends with {@link #silent}, {@link #gone}, or one of those that take the number
     * returned.
     */
    long ask(ObjectKey key) {
        return order.ask(key);
    }

    /** The home has given no answer. */
    void silent(ObjectKey key) {
        order.silent(key);
    }

    /** The home has sent this, so nothing older is reported from now on. @param keep whether a copy is wanted */
    void fetched(CachedObject copy, long asked, boolean keep) {
        ObjectKey key = copy.key();
        order.told(key, asked, copy.version(), news -> {
            if (news && keep) {
                copies.offer(copy);
            } else {
                copies.drop(key, copy.version());
            }
            overtaken(key, copy.version() - 1);
        });
    }

    /**
     * The home has confirmed that a copy has its version.
     *
     * @param since the number of the last purge when it was asked
     * @param askedNanos when that was
     */
    void confirmed(CachedObject copy, long asked, long since, long askedNanos) {
        order.told(copy.key(), asked, copy.version(), news -> {
            if (news) {
                copies.confirm(copy, since, askedNanos);
                unsettled.confirm(copy, since, askedNanos);
            }
        });
    }

    /** The home has reported that there is nothing. @param known the object that was here when it was asked */
    void gone(ObjectKey key, @Nullable CachedObject known) {
        order.gone(key, () -> {
            copies.drop(key, Long.MAX_VALUE);
            overtaken(key, version(known));
        });
    }

    /** The home has promised this version to bytes that wait here from now on. */
    void promised(CachedObject copy, long asked, long nowNanos) {
        order.told(
                copy.key(),
                asked,
                copy.version(),
                news -> unsettled.add(news ? copy : copy.confirmed(CachedObject.DOUBTED, copy.askedNanos()), nowNanos));
    }

    /** The version that waits here; 0 when none does. */
    long waiting(ObjectKey key) {
        return version(unsettled.find(key));
    }

    /** Nothing up to this version waits any longer, and no copy is kept; after they were forgotten everywhere. */
    void drop(ObjectKey key, long version) {
        unsettled.drop(key, version);
        copies.drop(key, Long.MAX_VALUE);
    }

    /** This was flushed, or never will be; called after copies of its predecessor were dropped. */
    void settled(CachedObject copy) {
        unsettled.drop(copy.key(), copy.version());
    }

    /** The waiting objects that are to be flushed now. */
    List<CachedObject> due(long ageNanos, long nowNanos) {
        return unsettled.due(ageNanos, nowNanos);
    }

    boolean hasRoom(int size) {
        return unsettled.hasRoom(size);
    }

    /** Drops all copies; waiting objects stay. */
    void clear() {
        copies.clear();
    }

    RepositoryStatistics.Held held() {
        return new RepositoryStatistics.Held(copies.size(), copies.bytes(), unsettled.size(), unsettled.bytes());
    }

    /**
     * Drops waiting objects up to this version, which will never be flushed: the home has something newer, or does not
     * know them.
     */
    private void overtaken(ObjectKey key, long version) {
        if (unsettled.drop(key, version)) {
            statistics.count(Event.OVERTAKEN);
        }
    }

    private static long version(@Nullable CachedObject copy) {
        return copy == null ? 0 : copy.version();
    }
}
