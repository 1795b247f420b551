package io.gosling.netty;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The strings of paths that were asked for lately, so that a path that comes again needs no new one. A place for each
 * hash, which the latest path that was worth keeping has. Belongs to one event loop.
 */
final class KnownPaths {
    private static final int PLACES = 4096;

    private final @Nullable String[] known = new @Nullable String[PLACES];
    private int place;

    /** The string of these ASCII bytes. */
    String get(byte[] bytes, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        place = (hash ^ hash >>> 12) & (PLACES - 1);
        String path = known[place];
        return path != null && isSame(path, bytes, from, to)
                ? path
                : new String(bytes, from, to - from, StandardCharsets.US_ASCII);
    }

    /** Keeps what {@link #get} gave last: there is a document by this path. */
    void keep(String path) {
        known[place] = path;
    }

    private static boolean isSame(String path, byte[] bytes, int from, int to) {
        if (path.length() != to - from) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (path.charAt(i - from) != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
