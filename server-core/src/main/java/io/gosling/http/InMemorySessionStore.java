package io.gosling.http;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A session store in memory, bounded in number and idle time, in the order of last use: expired sessions are at the
 * beginning, and are removed whenever one begins. Safe for use by many threads; one lock, held for a few map accesses.
 */
final class InMemorySessionStore implements SessionStore {
    private final int most;
    private final long idleNanos;
    private final Ticker ticker;

    @GuardedBy("this")
    private final LinkedHashMap<String, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    private record Kept(Map<String, Object> values, long usedAt) {}

    InMemorySessionStore(int most, Duration idle, Ticker ticker) {
        if (most < 1 || idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException(
                    "sessions in memory: " + most + " for " + idle + "; expected at least one, for some time");
        }
        this.most = most;
        this.idleNanos = idle.toNanos();
        this.ticker = ticker;
    }

    @Override
    public synchronized @Nullable Map<String, Object> find(String id) {
        Kept found = kept.get(id);
        return found == null || isOver(found) ? null : found.values();
    }

    @Override
    public synchronized void begin(String id, Map<String, Object> values) {
        kept.put(id, new Kept(values, ticker.nanos()));
        Iterator<Kept> byLastUse = kept.values().iterator();
        while (byLastUse.hasNext()) {
            Kept longestUnused = byLastUse.next();
            if (kept.size() <= most && !isOver(longestUnused)) {
                return;
            }
            byLastUse.remove();
        }
    }

    @Override
    public synchronized void keep(String id, Map<String, Object> values) {
        kept.replace(id, new Kept(values, ticker.nanos()));
    }

    @Override
    public synchronized void forget(String id) {
        kept.remove(id);
    }

    synchronized int size() {
        return kept.size();
    }

    private boolean isOver(Kept one) {
        return ticker.nanos() - one.usedAt() > idleNanos;
    }
}
