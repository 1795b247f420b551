package io.gosling.gos.link;

import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Warnings about links, one for each node and minute, so that a flood of bad connections does not fill the log. Used by
 * all loops. Bounded: forgets all nodes when there are {@value #MOST}.
 */
final class LinkWarnings {
    private static final System.Logger LOG = System.getLogger(LinkWarnings.class.getName());
    private static final long PAUSE_NANOS = Duration.ofMinutes(1).toNanos();
    private static final int MOST = 1024;

    private final ConcurrentHashMap<String, Long> last = new ConcurrentHashMap<>();
    private final Ticker ticker;

    LinkWarnings(Ticker ticker) {
        this.ticker = ticker;
    }

    /** @param node its name, or its address while the name is not known */
    void warn(String node, String reason) {
        long now = ticker.nanos();
        if (last.size() >= MOST) {
            last.clear();
        }
        long logged = last.compute(
                node, (same, before) -> before == null || now - before >= PAUSE_NANOS ? Long.valueOf(now) : before);
        if (logged == now) {
            LOG.log(System.Logger.Level.WARNING, "link with {0} closed: {1}", node, reason);
        }
    }
}
