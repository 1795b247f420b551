package io.gosling.gos.membership;

import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The nodes that did not answer in time and are not asked for a while so that a frozen one delays few requests: {@link
 * Suspicion}.
 *
 * <p>Used by all worker paths, event loops and the reporter, without a lock. Bounded: entries that are long over
 * are removed when one is added.
 */
public final class SuspectNodes {
    private final ConcurrentHashMap<Object, SuspicionBackoff> suspicions = new ConcurrentHashMap<>();
    private final int tolerated;
    private final long longestNanos;
    private final long timeoutNanos;
    private final Ticker ticker;

    /**
     * @param tolerated failures in a row that cause no back-off, 0 or more
     * @param longest the longest back-off; zero for none
     * @param timeout the timeout within which a request is answered or has failed
     */
    public SuspectNodes(int tolerated, Duration longest, Duration timeout, Ticker ticker) {
        this.tolerated = tolerated;
        this.longestNanos = longest.toNanos();
        this.timeoutNanos = timeout.toNanos();
        this.ticker = ticker;
    }

    public void failed(Object node) {
        note(node, tolerated);
    }

    /** It cannot be reached, or has stopped in the middle of an answer, which is never tolerated. */
    public void stopped(Object node) {
        note(node, 0);
    }

    private void note(Object node, int tolerating) {
        if (longestNanos == 0) {
            return;
        }
        long now = ticker.nanos();
        suspicions.values().removeIf(suspicion -> suspicion.untilNanos() + longestNanos - now < 0);
        suspicions.compute(node, (same, known) -> {
            if (known == null || (tolerating == 0 && !known.isReason())) {
                return tolerating > 0
                        ? SuspicionBackoff.tolerated(tolerating, now, longestNanos)
                        : SuspicionBackoff.begin(now, longestNanos);
            }
            return known.again(now, longestNanos);
        });
    }

    public void answered(Object node) {
        suspicions.remove(node);
    }

    /** Returns whether to ask this node. After a back-off one caller gets true, and has to report the result. */
    public boolean mayAsk(Object node) {
        SuspicionBackoff suspicion = suspicions.get(node);
        if (suspicion == null || !suspicion.isReason()) {
            return true;
        }
        long now = ticker.nanos();
        return suspicion.mayBeAsked(now) && suspicions.replace(node, suspicion, suspicion.asked(now, timeoutNanos));
    }

    /** Gives back the test that {@link #mayAsk} allowed: it was not sent, for a reason of this node's own. */
    public void untested(Object node) {
        suspicions.computeIfPresent(node, (same, known) -> known.asked() ? known.notAsked(ticker.nanos()) : known);
    }

    /** Returns true if it was in back-off without an answer since; for notifications, which are no test. */
    public boolean isSuspect(Object node) {
        SuspicionBackoff suspicion = suspicions.get(node);
        return suspicion != null && suspicion.isReason();
    }

    /** Returns true if it is in back-off; this call does not claim the test. */
    public boolean isBackedOff(Object node) {
        SuspicionBackoff suspicion = suspicions.get(node);
        return suspicion != null && suspicion.isReason() && !suspicion.mayBeAsked(ticker.nanos());
    }
}
