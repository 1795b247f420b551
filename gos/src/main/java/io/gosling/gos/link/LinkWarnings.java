package io.gosling.gos.link;

import io.gosling.document.Ticker;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Warnings about links, one for each node and minute, and one for all connections that have not shown the cluster's
 * token, so that a flood of bad connections does not fill the log. Used by all loops. Bounded: forgets the node whose
 * warning is the oldest when there are {@value #MOST}.
 */
final class LinkWarnings {
    private static final System.Logger LOG = System.getLogger(LinkWarnings.class.getName());
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MOST = 1024;

    /** No node's name. */
    private static final String STRANGERS = "";

    private final ConcurrentHashMap<String, Long> last = new ConcurrentHashMap<>();
    private final Ticker ticker;

    LinkWarnings(Ticker ticker) {
        this.ticker = ticker;
    }

    void warn(String node, String reason) {
        warn(node, node, reason);
    }

    /** @param address of a connection that has not shown the secret's certificate or token */
    void warnOfStranger(SocketAddress address, String reason) {
        String host = address instanceof InetSocketAddress remote
                ? remote.getAddress().getHostAddress()
                : String.valueOf(address);
        warn(STRANGERS, host, reason);
    }

    private void warn(String key, String node, String reason) {
        long now = ticker.nanos();
        if (last.size() >= MOST) {
            last.entrySet().stream()
                    .min(Map.Entry.comparingByValue())
                    .ifPresent(oldest -> last.remove(oldest.getKey()));
        }
        Long before = last.get(key);
        boolean due = before == null
                ? last.putIfAbsent(key, now) == null
                : now - before >= PAUSE_NANOS && last.replace(key, before, now);
        if (due) {
            LOG.log(System.Logger.Level.WARNING, "link with {0} closed: {1}", node, reason);
        }
    }
}
