package io.gosling.gos.replacement;

/** A hash of 64 bits for a key, the same in every process. */
public final class StableKeyHash {
    private StableKeyHash() {}

    /** FNV-1a over the key's characters (Fowler, Noll, Vo), stirred so that every bit depends on all of them. */
    public static long of(String key) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
        }
        hash ^= hash >>> 32;
        hash *= 0x9E3779B97F4A7C15L;
        return hash ^ hash >>> 29;
    }
}
