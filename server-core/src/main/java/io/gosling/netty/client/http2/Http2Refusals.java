package io.gosling.netty.client.http2;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Who was found not to speak HTTP/2, and until when it is not asked again. Safe for use by many threads. Forgets those whose time
 * has long been over, so that it stays as small as there are back-ends.
 */
final class Http2Refusals {
    private static final System.Logger LOG = System.getLogger(Http2ConnectionPool.class.getName());

    /** For which who did not speak it is not asked: long enough to cost nothing, and short for who was restarted with it. */
    static final Duration REST = Duration.ofMinutes(1);

    private final Map<InetSocketAddress, Long> untilNanos = new ConcurrentHashMap<>();

    /** Whether it may be asked to speak HTTP/2 now. */
    boolean mayAsk(InetSocketAddress address, long now) {
        if (untilNanos.isEmpty()) {
            return true;
        }
        Long until = untilNanos.get(address);
        return until == null || now - until >= 0;
    }

    /** It does not; said once, and again when it had learnt it in between. */
    void refused(InetSocketAddress address, Throwable why, long now) {
        untilNanos.values().removeIf(until -> now - until > REST.toNanos() * 10);
        if (untilNanos.put(address, now + REST.toNanos()) == null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    address
                            + " does not speak HTTP/2 without having been asked (of a node, http2.prior-knowledge: on): "
                            + why.getMessage()
                            + "; it is spoken to by HTTP/1.1, and asked again every " + REST.toSeconds() + " s");
        }
    }

    /** It does. */
    void spoken(InetSocketAddress address) {
        if (!untilNanos.isEmpty() && untilNanos.remove(address) != null) {
            LOG.log(System.Logger.Level.INFO, address + " speaks HTTP/2 now");
        }
    }
}
