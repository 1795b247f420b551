package io.gosling.origin.upstream;

import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The settings of the cache that hold for every kind of upstream: other servers and handlers of this process. Pure. */
public sealed interface UpstreamSettings permits OriginSettings, HandlerCacheSettings {
    OriginPathMapping mount();

    SettingValues values();

    /** Returns true if each host that clients ask for has its own responses. */
    default boolean keepsHost() {
        return values().get(OriginSettings.KEEP_HOST);
    }

    /** Returns true if responses are kept in the repository too, which every node searches. */
    default boolean usesRepository() {
        return values().get(OriginSettings.CACHE) == OriginSettings.CacheStore.REPOSITORY;
    }

    /** Returns the protocols to which connections of clients may change. */
    default Set<String> upgrades() {
        return values().get(OriginSettings.UPGRADES);
    }

    /** Time for which a request waits for another request for the same object; then it fetches for itself. */
    Duration timeout();

    /** The longest time from a request to the header of its response. */
    Duration longestHeader();

    /**
     * The host part of the keys of responses.
     *
     * @param host the client's where it is part of the key; null for any host
     */
    String keyPrefix(@Nullable String host);

    /** Returns true if fresh responses may be served on the event-loop path. */
    boolean mayBeHot();

    /** Returns true if a truncated body of unknown length causes a failure. */
    boolean endsForCertain();

    /**
     * Returns true if the upstream answers within {@link #longestHeader}, or fails, and likewise for the body.
     * Otherwise no request joins an overdue fetch, late responses are not stored, and silent bodies are given up.
     */
    boolean endsInTime();

    /** Returns true if this authority's URLs are answered here. */
    boolean isCalled(String authority);
}
