package io.gosling.netty.client.http2;

import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The back-ends that were found not to speak HTTP/2, each with the time until which HTTP/2 is not tried again. Safe for
 * use by many threads. Entries that have long expired are removed, so that the table has at most as many entries as
 * there are back-ends.
 */
final class Http1OnlyBackends {
    private static final System.Logger LOG = System.getLogger(Http2ConnectionPool.class.getName());

    /** Time for which HTTP/2 is not tried again: cheap, and short for a back-end that was restarted with it. */
    static final Duration REST = Duration.ofMinutes(1);

    private final Map<InetSocketAddress, Long> untilNanos = new ConcurrentHashMap<>();

    boolean mayAsk(InetSocketAddress address, long now) {
        if (untilNanos.isEmpty()) {
            return true;
        }
        Long until = untilNanos.get(address);
        return until == null || now - until >= 0;
    }

    /** Records that the back-end does not speak HTTP/2; logged once per change. */
    void refused(InetSocketAddress address, Throwable why, long now) {
        untilNanos.values().removeIf(until -> now - until > REST.toNanos() * 10);
        if (untilNanos.put(address, now + REST.toNanos()) == null) {
            LOG.log(
                    Level.WARNING,
                    address
                            + " does not speak HTTP/2 without having been asked (of a node, http2.prior-knowledge:"
                            + " on): "
                            + why.getMessage()
                            + "; it is spoken to by HTTP/1.1, and asked again every " + REST.toSeconds() + " s");
        }
    }

    void spoken(InetSocketAddress address) {
        if (!untilNanos.isEmpty() && untilNanos.remove(address) != null) {
            LOG.log(Level.INFO, address + " speaks HTTP/2 now");
        }
    }
}
