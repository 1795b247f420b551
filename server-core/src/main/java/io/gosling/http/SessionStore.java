package io.gosling.http;

import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A store for sessions between requests. Used by many threads; may block. */
public interface SessionStore {
    /**
     * Returns the values under an id, or null when there are none or they have expired. Safe for use by many threads.
     */
    @Nullable
    Map<String, Object> find(String id);

    /** Stores the values of a new session, which expires when it has been idle for as long as the store allows. */
    void begin(String id, Map<String, Object> values);

    /**
     * Extends a session that was found, and stores its present values; called after each of its requests. Does nothing
     * where it has been {@linkplain #forget forgotten} meanwhile: a request that is still under way when its client
     * logs in or out must not bring the former session back.
     */
    void keep(String id, Map<String, Object> values);

    void forget(String id);

    /**
     * Creates a store in this server's memory, which is lost with the process.
     *
     * @param most number of sessions, at least 1; one more replaces the least recently used
     * @param idle lifetime of an unused session
     * @throws IllegalArgumentException when there is no room for one session or no time
     */
    static SessionStore inMemory(int most, Duration idle) {
        return new InMemorySessionStore(most, idle, Ticker.system());
    }
}
