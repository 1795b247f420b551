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

    /** Keeps the values of a new session, from now on for as long as the store keeps what is not used. */
    void begin(String id, Map<String, Object> values);

    /**
     * Keeps a session that was found for longer, with what is in it now; called after each of its requests. Does nothing
     * where it has been {@linkplain #forget forgotten} meanwhile: a request that is still under way when its client logs
     * in or out must not bring the former session back.
     */
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
        return new InMemorySessionStore(most, idle, Ticker.system());
    }
}
