package io.gosling.gos.disk;

/**
 * Keys as 64-bit numbers. Two keys with one number displace each other, and neither is ever taken for the other. Pure.
 */
final class KeyHash {
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private KeyHash() {}

    static long of(String key) {
        long hash = key.length();
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * FACTOR;
            hash ^= hash >>> 29;
        }
        return hash ^ (hash >>> 32);
    }
}
