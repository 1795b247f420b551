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
 * Copies of objects that are at home elsewhere, within a quota of bytes, by a replacement policy. Safe for use by many
 * threads; the lock is held for one look-up or one placement.
 */
final class RemoteObjectCache {
    private static final int REMEMBERED = 1 << 16;

    private final long quota;
    private final int largest;

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
    private long bytes;

    RemoteObjectCache(RepositorySettings settings) {
        this.quota = settings.copyBytes();
        this.largest = settings.get(RepositorySettings.LARGEST_CACHED);
        this.policy =
                ReplacementPolicy.named(settings.get(RepositorySettings.REPLACEMENT), LfuAgingSettings.defaults());
    }

    synchronized @Nullable CachedObject ask(ObjectKey key, long nowNanos) {
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

    synchronized void offer(CachedObject copy) {
        String name = copy.key().name();
        remove(name);
        int size = copy.size();
        if (copy.bytes().length > largest || size > quota) {
            return;
        }
        Figures figures = figures(name, copy);
        if (policy.offer(name, figures, quota - bytes) instanceof Decision.Keep keep) {
            keep.victims().forEach(this::remove);
            copies.put(name, copy);
            bytes += size;
            policy.kept(name, figures);
        }
    }

    synchronized void confirm(CachedObject copy, long since, long askedNanos) {
        String name = copy.key().name();
        CachedObject old = copies.get(name);
        if (old != null && old.version() == copy.version() && old.since() <= since) {
            copies.put(name, old.confirmed(since, askedNanos));
        }
    }

    synchronized void drop(ObjectKey key, long version) {
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

    synchronized long bytes() {
        return bytes;
    }

    synchronized int size() {
        return copies.size();
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
