package io.gosling.gos.space;

import io.gosling.http.Headers;

/**
 * What a node asks another one for instead of the origin.
 *
 * @param url the response's, without what tells its variants apart
 * @param fields of the request as the origin would get it: they select the variant
 * @param tag the strong ETag of what the asker has, though it is stale: the same bytes need not be sent; empty for none
 * @param number of the fill that is to be joined, which the other node leads; {@link #FROM_MEMORY} for what it holds and
 *     may use unasked, {@link #AS_HELD} for what it holds under a key
 */
public record JoinAsk(String url, Headers fields, String tag, long number) {
    /** No fill has this number. */
    public static final long FROM_MEMORY = 0;

    /** Nor this one. */
    public static final long AS_HELD = Long.MAX_VALUE;

    /** A response under its very key, variant included, fresh or not: a node's memory moves as it is. */
    public static JoinAsk asHeld(String key) {
        return new JoinAsk(key, Headers.empty(), "", AS_HELD);
    }

    /** Whether it is about what is in memory, which comes at once or not at all. */
    public boolean isFromMemory() {
        return number == FROM_MEMORY || number == AS_HELD;
    }
}
