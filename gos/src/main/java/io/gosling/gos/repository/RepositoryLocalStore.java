package io.gosling.gos.repository;

import io.gosling.gos.repository.RepositoryStatistics.Event;
import org.jspecify.annotations.Nullable;

/**
 * A node's local store of objects: copies received from homes, and puts of this node that wait to be flushed. An
 * answer that another one has overtaken is not stored, so what this node reports of a key never goes back. Safe for
 * use by many threads.
 *
 * @param order has each question to the home, ended there or by a call with its number
 */
record RepositoryLocalStore(
        RemoteObjectCache copies,
        WriteBackBuffer unflushed,
        HomeAnswerSequencer order,
        RepositoryStatistics statistics) {
    RepositoryLocalStore(RepositorySettings settings, RepositoryStatistics statistics) {
        this(
                new RemoteObjectCache(settings),
                new WriteBackBuffer(settings.unflushedBytes()),
                new HomeAnswerSequencer(),
                statistics);
    }

    /** An object that waits to be flushed is newer than any other copy. Null when there is none, or it has expired. */
    @Nullable
    CachedObject find(ObjectKey key, long nowNanos) {
        CachedObject waiting = unflushed.find(key);
        return waiting != null && !waiting.isOver(nowNanos) ? waiting : copies.ask(key, nowNanos);
    }

    /** Records an answer of the home, which nothing older replaces. @param keep true if a copy is wanted */
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
     * Records that the home has confirmed a copy's version.
     *
     * @param since the number of the last purge when it was asked
     */
    void confirmed(CachedObject copy, long asked, long since, long askedNanos) {
        order.told(copy.key(), asked, copy.version(), news -> {
            if (news) {
                copies.confirm(copy, since, askedNanos);
                unflushed.confirm(copy, since, askedNanos);
            }
        });
    }

    /** Records absence at the home. @param known the object that was here when it was asked */
    void gone(ObjectKey key, @Nullable CachedObject known) {
        order.gone(key, () -> {
            copies.drop(key, Long.MAX_VALUE);
            overtaken(key, version(known));
        });
    }

    /** Stores bytes with a promised version, to be flushed. */
    void promised(CachedObject copy, long asked, long nowNanos) {
        order.told(
                copy.key(),
                asked,
                copy.version(),
                news -> unflushed.add(news ? copy : copy.confirmed(CachedObject.DOUBTED, copy.askedNanos()), nowNanos));
    }

    long waiting(ObjectKey key) {
        return version(unflushed.find(key));
    }

    void drop(ObjectKey key, long version) {
        unflushed.drop(key, version);
        copies.drop(key, Long.MAX_VALUE);
    }

    RepositoryStatistics.Held held() {
        return new RepositoryStatistics.Held(copies.size(), copies.bytes(), unflushed.size(), unflushed.bytes());
    }

    /** Drops waiting objects up to this version, which the home has superseded or does not know. */
    private void overtaken(ObjectKey key, long version) {
        if (unflushed.drop(key, version)) {
            statistics.count(Event.OVERTAKEN);
        }
    }

    private static long version(@Nullable CachedObject copy) {
        return copy == null ? 0 : copy.version();
    }
}
