package io.gosling.node.admin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
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
    private static final int NETWORK_BYTES = 8;

    private final Ticker ticker;

    /** By address, the time in nanoseconds at which all its failures are forgiven. */
    @GuardedBy("this")
    private final Map<String, Long> forgiven = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Long> eldest) {
            return size() > ADDRESSES;
        }
    };

    FailedAttempts(Ticker ticker) {
        this.ticker = ticker;
    }

    /** True if an address has failed so often that its next token is not looked at yet. */
    synchronized boolean isBlocked(SocketAddress from) {
        Long until = forgiven.get(key(from));
        return until != null && until - ticker.nanos() > (BURST - 1) * PAUSE.toNanos();
    }

    synchronized void add(SocketAddress from) {
        long now = ticker.nanos();
        forgiven.merge(
                key(from), now + PAUSE.toNanos(), (known, fresh) -> Math.max(known - now, 0) + now + PAUSE.toNanos());
    }

    private static String key(SocketAddress from) {
        if (!(from instanceof InetSocketAddress socket)) {
            return "";
        }
        InetAddress address = socket.getAddress();
        return HexFormat.of().formatHex(Arrays.copyOf(address.getAddress(), NETWORK_BYTES));
    }
}
