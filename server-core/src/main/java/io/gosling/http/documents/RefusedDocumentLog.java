package io.gosling.http.documents;

import io.gosling.document.LookupResult;
import io.gosling.document.Ticker;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Logs refused documents. One that this user lacks the right to read is a warning for the operator, the same one at
 * most every ten minutes, since clients may ask for it as often as they like. Safe for use by many threads.
 */
final class RefusedDocumentLog {
    private static final System.Logger LOG = System.getLogger(DocumentHandler.class.getName());
    private static final long AGAIN = Duration.ofMinutes(10).toNanos();

    /** Refusals whose warnings are remembered; the oldest are forgotten first. */
    static final int REMEMBERED = 1000;

    private final Map<String, Long> warned = new LinkedHashMap<>();
    private final Ticker ticker;

    RefusedDocumentLog(Ticker ticker) {
        this.ticker = ticker;
    }

    void log(LookupResult.Refused refused) {
        if (!refused.denied()) {
            LOG.log(Level.DEBUG, "refused {0}", refused.reason());
        } else if (isDue(refused.reason())) {
            LOG.log(
                    Level.WARNING,
                    "{0}, and is answered 403; expected the right to read the file, and to search its directories",
                    refused.reason());
        }
    }

    synchronized boolean isDue(String reason) {
        long now = ticker.nanos();
        Long last = warned.get(reason);
        if (last != null && now - last < AGAIN) {
            return false;
        }
        warned.remove(reason);
        warned.put(reason, now);
        if (warned.size() > REMEMBERED) {
            warned.remove(warned.keySet().iterator().next());
        }
        return true;
    }
}
