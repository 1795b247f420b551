package io.gosling.netty.tls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Logs why connections were refused: each host with the same reason once a minute, no more than {@value #MOST_OF_HOST}
 * lines a minute of one host, which may make up names for its reasons, and {@value #MOST} of all. Safe for use by many
 * threads.
 */
public final class RefusalLog {
    private static final Logger LOG = System.getLogger(RefusalLog.class.getName());
    private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
    private static final int MOST = 32;
    private static final int MOST_OF_HOST = 8;

    private final String node;
    private final Ticker ticker;

    /** The times of the lines logged, the oldest first. */
    @GuardedBy("this")
    private final Map<Refusal, Long> logged = new LinkedHashMap<>();

    private record Refusal(String host, String reason) {}

    /** @param node the subject of each line */
    public RefusalLog(String node, Ticker ticker) {
        this.node = node;
        this.ticker = ticker;
    }

    /**
     * @param host the other side, without its port, which is a new one with each attempt
     * @param reason a further line within a minute is for another host, or for another reason than this
     * @param message the sentence without its subject, which is this node
     */
    public void refused(String host, String reason, String message) {
        if (isNews(new Refusal(host, reason))) {
            LOG.log(Level.WARNING, () -> node + ' ' + message);
        }
    }

    private synchronized boolean isNews(Refusal refusal) {
        long now = ticker.nanos();
        logged.values().removeIf(then -> now - then >= MINUTE);
        long ofHost = logged.keySet().stream()
                .filter(one -> one.host().equals(refusal.host()))
                .count();
        return logged.size() < MOST && ofHost < MOST_OF_HOST && logged.putIfAbsent(refusal, now) == null;
    }
}
