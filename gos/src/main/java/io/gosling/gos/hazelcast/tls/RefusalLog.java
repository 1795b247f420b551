package io.gosling.gos.hazelcast.tls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Logs why connections were refused: each host with the same reason once a minute, and no more than {@value #MOST}
 * lines a minute, whoever connects. Safe for use by many threads.
 */
final class RefusalLog {
    private static final Logger LOG = System.getLogger(RefusalLog.class.getName());
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST = 32;

    private final String node;
    private final Ticker ticker;

    /** When each was logged, the oldest first. */
    @GuardedBy("this")
    private final Map<String, Long> logged = new LinkedHashMap<>();

    RefusalLog(String node, Ticker ticker) {
        this.node = node;
        this.ticker = ticker;
    }

    /**
     * @param host the other side, without its port, which is a new one with each attempt
     * @param message the sentence without its subject, which is this node
     */
    void refused(String host, String reason, String message) {
        if (isNews(host + ' ' + reason)) {
            LOG.log(Level.WARNING, () -> node + ' ' + message);
        }
    }

    private synchronized boolean isNews(String what) {
        long now = ticker.nanos();
        logged.values().removeIf(then -> now - then >= MINUTE);
        return logged.size() < MOST && logged.putIfAbsent(what, now) == null;
    }
}
