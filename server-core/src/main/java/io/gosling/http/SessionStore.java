package io.gosling.http;

import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Where sessions are between requests. Used by many threads; may block. */
public interface SessionStore {
    /** The values under an id, or null when there are none or their time is over. Safe for use by many threads. */
    @Nullable
    Map<String, Object> find(String id);

    /** Keeps values under an id, from now on for as long as the store keeps what is not used. Called for each request. */
    void keep(String id, Map<String, Object> values);

    void forget(String id);

    /**
     * In this server's memory, gone with it.
     *
     * @param most sessions, at least 1; one more takes the place of the one that was not used for longest
     * @param idle how long one is kept that is not used
     * @throws IllegalArgumentException when there is no room for one session or no time
     */
    static SessionStore inMemory(int most, Duration idle) {
        return new SessionMemory(most, idle, Ticker.system());
    }
}
