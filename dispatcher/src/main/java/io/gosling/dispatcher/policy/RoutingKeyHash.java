package io.gosling.dispatcher.policy;

/**
 * Routing keys as 64-bit hashes, so that a table of a million of them holds no strings. Two keys with the same hash
 * share an assignment, which costs locality and nothing else.
 */
public final class RoutingKeyHash {
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private RoutingKeyHash() {}

    /** The hash of a target such as {@code /page.html?lang=en}; the same in every process. */
    public static long hash(CharSequence target) {
        long hash = target.length() * MULTIPLIER;
        for (int at = 0; at < target.length(); at++) {
            hash = (hash ^ target.charAt(at)) * MULTIPLIER;
            hash ^= hash >>> 32;
        }
        return mix(hash);
    }

    /** A bijection in which every input bit reaches every output bit (the finaliser of MurmurHash3, A. Appleby). */
    static long mix(long hash) {
        long mixed = (hash ^ (hash >>> 33)) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ (mixed >>> 33);
    }
}
