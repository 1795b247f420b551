package io.gosling.document;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The paths that led to a file below the root, without a link, a moment ago: while a path's file has the same state, it
 * is the same file, and links need not be looked for again. Bounded in number and in time. Safe for use by many
 * threads.
 */
final class ResolvedPathCache {
    private static final int MOST = 8192;

    /** The time for which a directory on the way may have become a link unnoticed, and its files with it. */
    private static final long KNOWN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final ConcurrentHashMap<String, Resolved> files = new ConcurrentHashMap<>();
    private final Ticker ticker;

    private record Resolved(FileState state, long nanos) {}

    ResolvedPathCache(Ticker ticker) {
        this.ticker = ticker;
    }

    /** Returns whether a path whose file has this state now is known to lead to it without a link. */
    boolean knows(DocumentPath path, FileState state) {
        Resolved resolved = files.get(path.key());
        return resolved != null
                && ticker.nanos() - resolved.nanos() < KNOWN_NANOS
                && resolved.state().equals(state);
    }

    /** Records a file; does nothing where another one could have its state. */
    void add(DocumentPath path, FileState state) {
        if (state.stamp().isRecognizable()) {
            if (files.size() >= MOST) {
                files.clear();
            }
            files.put(path.key(), new Resolved(state, ticker.nanos()));
        }
    }
}
