package io.gosling.node.admin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import io.gosling.netty.listen.ClientAddressTable.Key;
import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The wrong tokens of each address (of IPv6, of each /64): {@value #BURST} at once, then one each {@link #PAUSE}.
 * Remembers the {@value #ADDRESSES} addresses that failed last. Safe for use by many threads.
 */
final class FailedAttempts {
    static final int BURST = 10;
    static final int ADDRESSES = 1024;
    static final Duration PAUSE = Duration.ofSeconds(6);

    private final Ticker ticker;

    /** By address, the time in nanoseconds at which all its failures are forgiven. */
    @GuardedBy("this")
    private final Map<Key, Long> forgiven = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Long> eldest) {
            return size() > ADDRESSES;
        }
    };

    FailedAttempts(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Counts a wrong token; returns false if the address has sent too many lately, so that this one is not counted. */
    synchronized boolean add(InetAddress from) {
        long now = ticker.nanos();
        Key key = Key.of(from);
        Long until = forgiven.get(key);
        long owed = until == null ? 0 : Math.max(until - now, 0);
        if (owed > (BURST - 1) * PAUSE.toNanos()) {
            return false;
        }
        forgiven.put(key, now + owed + PAUSE.toNanos());
        return true;
    }
}
