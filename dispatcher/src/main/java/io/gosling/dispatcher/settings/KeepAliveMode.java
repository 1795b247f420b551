package io.gosling.dispatcher.settings;

/**
 * Treatment of a persistent connection after the request with which it was handed off (Aron, Druschel and Zwaenepoel
 * 1999, section 3).
 */
public enum KeepAliveMode {
    /** It stays with its node, which answers everything by its own means. */
    SINGLE,
    /** It comes back with a request for an object that its node would have to fetch, and the policy chooses again. */
    MULTIPLE,
    /** It stays with its node, which fetches objects from other nodes that have them. */
    FORWARD
}
