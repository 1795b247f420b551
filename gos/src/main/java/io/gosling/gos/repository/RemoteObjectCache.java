package io.gosling.gos.repository;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.gos.replacement.LfuAgingSettings;
import io.gosling.gos.replacement.ReplacementPolicy;
import io.gosling.gos.replacement.ReplacementPolicy.Decision;
import io.gosling.gos.replacement.ReplacementPolicy.Figures;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Copies of objects that are at home elsewhere, within a quota of objects and bytes, by a replacement policy. An answer
 * of a home that another one has overtaken is not stored, so what this node reports of a key never goes back. Safe for
 * use by many threads; the lock is held for one look-up or one placement.
 */
final class RemoteObjectCache {
    private static final int REMEMBERED = 1 << 16;

    private final RepositorySettings settings;

    @GuardedBy("this")
    private final ReplacementPolicy policy;

    @GuardedBy("this")
    private final Map<String, CachedObject> copies = new HashMap<>();

    @GuardedBy("this")
    private final Map<String, Long> asked = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > REMEMBERED;
        }
    };

    @GuardedBy("this")
    private final HomeAnswerSequencer order = new HomeAnswerSequencer();

    @GuardedBy("this")
    private long bytes;

    RemoteObjectCache(RepositorySettings settings) {
        this.settings = settings;
        this.policy =
                ReplacementPolicy.named(settings.get(RepositorySettings.REPLACEMENT), LfuAgingSettings.defaults());
    }

    synchronized @Nullable CachedObject find(ObjectKey key, long nowNanos) {
        String name = key.name();
        asked.merge(name, 1L, Long::sum);
        CachedObject copy = copies.get(name);
        if (copy == null || !copy.key().equals(key)) {
            return null;
        }
        if (copy.isOver(nowNanos)) {
            remove(name);
            return null;
        }
        policy.touched(name, figures(name, copy));
        return copy;
    }

    /** Registers a question to the home, ended by one of the next four calls; returns its number. */
    synchronized long ask(ObjectKey key) {
        return order.ask(key);
    }

    /** Records an answer of the home, which nothing older replaces. @param keep true if a copy is wanted */
    synchronized void fetched(CachedObject copy, long question, boolean keep) {
        if (order.told(copy.key(), question, copy.version()) && keep) {
            offer(copy);
        } else {
            drop(copy.key(), copy.version());
        }
    }

    /**
     * Records that the home has confirmed a copy's version.
     *
     * @param since the number of the last purge when it was asked
     */
    synchronized void confirmed(CachedObject copy, long question, long since, long askedNanos) {
        String name = copy.key().name();
        CachedObject old = copies.get(name);
        boolean news = order.told(copy.key(), question, copy.version());
        if (news && old != null && old.version() == copy.version() && old.since() <= since) {
            copies.put(name, old.confirmed(since, askedNanos));
        }
    }

    /** Records absence at the home. */
    synchronized void gone(ObjectKey key) {
        order.gone(key);
        drop(key);
    }

    /** Records that the home has not answered. */
    synchronized void silent(ObjectKey key) {
        order.silent(key);
    }

    synchronized void offer(CachedObject copy) {
        String name = copy.key().name();
        remove(name);
        int size = copy.size();
        int most = settings.get(RepositorySettings.CACHE_OBJECTS);
        if (copy.bytes().length > settings.get(RepositorySettings.LARGEST_CACHED)
                || size > settings.copyBytes()
                || most == 0) {
            return;
        }
        Figures figures = figures(name, copy);
        // Where there are as many as may be, one has to go, whatever room there is.
        long room = settings.copyBytes() - bytes;
        long free = copies.size() < most ? room : Math.min(room, size - 1);
        if (policy.offer(name, figures, free) instanceof Decision.Keep keep) {
            keep.victims().forEach(this::remove);
            copies.put(name, copy);
            bytes += size;
            policy.kept(name, figures);
        }
    }

    synchronized void drop(ObjectKey key) {
        drop(key, Long.MAX_VALUE);
    }

    @GuardedBy("this")
    private void drop(ObjectKey key, long version) {
        CachedObject old = copies.get(key.name());
        if (old != null && old.version() <= version) {
            remove(key.name());
        }
    }

    synchronized void clear() {
        copies.keySet().forEach(policy::removed);
        copies.clear();
        bytes = 0;
    }

    synchronized RepositoryStatistics.Held held() {
        return new RepositoryStatistics.Held(copies.size(), bytes);
    }

    @GuardedBy("this")
    private void remove(String name) {
        CachedObject old = copies.remove(name);
        if (old != null) {
            bytes -= old.size();
            policy.removed(name);
        }
    }

    @GuardedBy("this")
    private Figures figures(String name, CachedObject copy) {
        long times = asked.getOrDefault(name, 1L);
        return new Figures(copy.size(), times, 0, times, true);
    }
}
