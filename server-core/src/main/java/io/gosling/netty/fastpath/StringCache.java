package io.gosling.netty.fastpath;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The strings of paths that were asked for lately, so that a path that comes again needs no new one. A place for each
 * hash, which the latest path that was worth keeping has. Belongs to one event loop.
 */
final class StringCache {
    private static final int PLACES = 4096;

    private final @Nullable String[] known = new @Nullable String[PLACES];
    private int place;

    /** The string of this text, which is empty for most, and these ASCII bytes. */
    String get(String before, byte[] bytes, int from, int to) {
        int hash = before.hashCode();
        for (int i = from; i < to; i++) {
            hash = 31 * hash + bytes[i];
        }
        place = (hash ^ hash >>> 12) & (PLACES - 1);
        String path = known[place];
        if (path != null && isSame(path, before, bytes, from, to)) {
            return path;
        }
        String made = new String(bytes, from, to - from, StandardCharsets.US_ASCII);
        return before.isEmpty() ? made : before + made;
    }

    /** Keeps what {@link #get} gave last: there is a document by this path. */
    void keep(String path) {
        known[place] = path;
    }

    private static boolean isSame(String path, String before, byte[] bytes, int from, int to) {
        int start = before.length();
        if (path.length() != start + to - from || !path.startsWith(before)) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (path.charAt(start + i - from) != bytes[i]) {
                return false;
            }
        }
        return true;
    }
}
