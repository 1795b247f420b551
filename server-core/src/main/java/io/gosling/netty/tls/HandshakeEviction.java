package io.gosling.netty.tls;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Selects the connection to close when too many are within their handshake: the oldest one of the host that has most of
 * them, so that a host displaces no other that has fewer. Pure.
 */
public final class HandshakeEviction {
    private HandshakeEviction() {}

    /**
     * Returns the connection to close; null if there is none.
     *
     * @param waiting the oldest first; may change meanwhile if its iterators permit that
     * @param host of a connection
     */
    public static <C> @Nullable C select(Iterable<C> waiting, Function<C, Object> host) {
        Map<Object, Integer> counts = new HashMap<>();
        int most = 0;
        for (C one : waiting) {
            int count = counts.getOrDefault(host.apply(one), 0) + 1;
            counts.put(host.apply(one), count);
            most = Math.max(most, count);
        }
        for (C one : waiting) {
            if (counts.getOrDefault(host.apply(one), 0) == most) {
                return one;
            }
        }
        return null;
    }
}
