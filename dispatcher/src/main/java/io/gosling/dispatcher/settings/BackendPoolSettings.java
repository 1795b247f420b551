package io.gosling.dispatcher.settings;

/**
 * Settings of back-end pools.
 *
 * @param rules rules that confine requests to pools
 * @param elsewhere true if any back-end serves requests confined to a pool of which no back-end takes requests; if not,
 *     they wait for a place, or are answered 503 if no back-end belongs to the pool at all
 */
public record BackendPoolSettings(BackendPoolRules rules, boolean elsewhere) {
    /** No pools. */
    public static BackendPoolSettings none() {
        return new BackendPoolSettings(BackendPoolRules.NONE, false);
    }
}
