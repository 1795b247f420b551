package io.gosling.netty.fastpath;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A cache of recent strings of requests, such as paths or hosts, so that a repeated one needs no new string. One slot
 * for each hash, which holds the latest string that was worth keeping. Belongs to one event loop.
 */
final class StringCache {
    private static final int PLACES = 4096;

    private final @Nullable String[] known = new @Nullable String[PLACES];
    private int place;

    /** Returns the string of this text, which is empty for most, and these ASCII bytes. */
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

    /** Keeps the string that {@link #get} returned last, since it led to a document. */
    void keep(String text) {
        known[place] = text;
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
