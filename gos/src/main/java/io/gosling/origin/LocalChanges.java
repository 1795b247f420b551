package io.gosling.origin;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What requests through this node have changed at the origin, and when: other nodes may hold what was true before. What was
 * taken off the list for room counts as changed for everything.
 *
 * <p>Safe for use by many threads; its monitor is held for a few map accesses.
 */
final class LocalChanges {
    private static final int MOST = 1 << 14;
    private static final int MOST_CHARACTERS = 4 << 20;
    /** Before a tag; no URL begins with it. */
    private static final String TAG = " ";

    private final long slackNanos;

    @GuardedBy("this")
    private final Map<String, Long> changes = new LinkedHashMap<>();

    @GuardedBy("this")
    private long characters;

    @GuardedBy("this")
    private boolean anyForgotten;

    @GuardedBy("this")
    private long forgotten;

    /** @param slackNanos the longest time from sending a request to the origin until its response is there */
    LocalChanges(long slackNanos) {
        this.slackNanos = slackNanos;
    }

    synchronized void changed(String url, long nowNanos) {
        note(url, nowNanos);
    }

    synchronized void changed(Collection<String> tags, long nowNanos) {
        tags.forEach(tag -> note(TAG + tag, nowNanos));
    }

    /** Anything may have. */
    synchronized void changed(long nowNanos) {
        anyForgotten = true;
        forgotten = nowNanos;
    }

    @GuardedBy("this")
    private void note(String what, long nowNanos) {
        characters += changes.remove(what) == null ? what.length() : 0;
        changes.put(what, nowNanos);
        while (changes.size() > MOST || characters > MOST_CHARACTERS) {
            Map.Entry<String, Long> oldest = changes.entrySet().iterator().next();
            anyForgotten = true;
            forgotten = oldest.getValue();
            characters -= oldest.getKey().length();
            changes.remove(oldest.getKey());
        }
    }

    /**
     * Whether a response was asked for after all changes that may concern it.
     *
     * @param receivedNanos when it came from the origin, by this node's ticker
     */
    synchronized boolean precede(String url, Collection<String> tags, long receivedNanos) {
        if (!anyForgotten && changes.isEmpty()) {
            return true;
        }
        long asked = receivedNanos - slackNanos;
        boolean later = !anyForgotten || asked - forgotten > 0;
        later &= isLater(asked, url);
        for (String tag : tags) {
            later &= isLater(asked, TAG + tag);
        }
        return later;
    }

    @GuardedBy("this")
    private boolean isLater(long askedNanos, String what) {
        Long changed = changes.get(what);
        return changed == null || askedNanos - changed > 0;
    }
}
