package io.gosling.gos.space;

import io.gosling.http.Headers;

/**
 * A request to another node for a response, instead of a request to the origin.
 *
 * @param url the response's, without the variant
 * @param fields headers of the request as the origin would get it: they select the variant
 * @param tag the strong ETag of the requester's stale copy: the same bytes need not be sent; empty for none
 * @param number of the fetch that is to be joined, which the other node leads; {@link #FROM_MEMORY} for what it holds
 *     and may use without asking, {@link #AS_HELD} for what it holds under a key
 */
public record SharedResponseRequest(String url, Headers fields, String tag, long number) {
    /** The number for an object in memory; no fetch has it. */
    public static final long FROM_MEMORY = 0;

    /** Nor this one. */
    public static final long AS_HELD = Long.MAX_VALUE;

    /** The response to a plain request, from memory. */
    public static SharedResponseRequest fromMemory(String url) {
        return new SharedResponseRequest(url, Headers.empty(), "", FROM_MEMORY);
    }

    /** A response under its very key, variant included, fresh or not: a node's memory moves as it is. */
    public static SharedResponseRequest asHeld(String key) {
        return new SharedResponseRequest(key, Headers.empty(), "", AS_HELD);
    }

    /** Returns true for an object in memory, which is sent at once or not at all. */
    public boolean isFromMemory() {
        return number == FROM_MEMORY || number == AS_HELD;
    }
}
