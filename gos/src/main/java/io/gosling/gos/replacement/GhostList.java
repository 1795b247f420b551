package io.gosling.gos.replacement;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Objects that were evicted and would be welcome back, the oldest forgotten first. Bounded twice: by the bytes that
 * the objects had, which are no memory that is used, and by their number, {@link #MOST}, at some 100 bytes each.
 * Objects are known by a hash of 64 bits; two that share one share their luck. Not safe for concurrent use.
 */
final class GhostList {
    static final int MOST = 1 << 18;

    private final Map<Long, Long> bytesByHash = new LinkedHashMap<>();
    private long bytes;

    void add(String key, long bytesOfObject, long mostBytes) {
        forget(key);
        bytesByHash.put(StableKeyHash.of(key), bytesOfObject);
        bytes += bytesOfObject;
        Iterator<Long> oldest = bytesByHash.values().iterator();
        while (bytes > mostBytes || bytesByHash.size() > MOST) {
            bytes -= oldest.next();
            oldest.remove();
        }
    }

    boolean forget(String key) {
        Long known = bytesByHash.remove(StableKeyHash.of(key));
        bytes -= known == null ? 0 : known;
        return known != null;
    }

    long bytes() {
        return bytes;
    }

    int size() {
        return bytesByHash.size();
    }
}
