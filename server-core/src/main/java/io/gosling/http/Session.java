package io.gosling.http;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The state that a site keeps for one client between its requests, where {@link SessionFilter} is a filter around the
 * handler. A new session begins with the first value that is put into it. The client receives its id in a cookie with
 * the response, so values must be put before the handler returns. Concurrent requests of one client share the values.
 *
 * <p>Used by the request's thread; the values are safe for use by many.
 */
public final class Session {
    private static final int ID_BYTES = 16;

    private final SecureRandom random;
    private @Nullable String id;
    private Map<String, Object> values;
    private final @Nullable String former;

    private Session(SecureRandom random, @Nullable String id, Map<String, Object> values) {
        this.random = random;
        this.id = id;
        this.former = id;
        this.values = values;
    }

    /** Returns the session of a cookie, or one that begins when it is used. */
    static Session of(@Nullable String cookie, SessionStore store, SecureRandom random) {
        Map<String, Object> kept = cookie == null ? null : store.find(cookie);
        return kept == null ? new Session(random, null, new ConcurrentHashMap<>()) : new Session(random, cookie, kept);
    }

    /** Returns a value as this type, or null when there is none of this name. */
    public <T> @Nullable T get(String name, Class<T> type) {
        return type.cast(values.get(name));
    }

    /** Stores a value. Stores that are not in memory may require it to be serializable. */
    public void put(String name, Object value) {
        if (id == null) {
            id = freshId();
        }
        values.put(name, value);
    }

    public void remove(String name) {
        values.remove(name);
    }

    /** Returns whether the client has the session's id already, or will receive it. */
    public boolean hasBegun() {
        return id != null;
    }

    /**
     * Moves the values to another id. Call it when a client logs in, so that an id which somebody else knew before is
     * worth nothing. Call it before the user is put, not afterwards: until the response is made, other requests with
     * the former id see the former values.
     */
    public void renew() {
        if (id != null) {
            values = new ConcurrentHashMap<>(values);
            id = freshId();
        }
    }

    /** Deletes the session and its values, also for requests of this session that are under way. */
    public void end() {
        values.clear();
        values = new ConcurrentHashMap<>();
        id = null;
    }

    /** Saves the session in the store; returns true when the client must be sent its id. */
    boolean keepIn(SessionStore store) {
        if (former != null && !former.equals(id)) {
            store.forget(former);
        }
        boolean told = !Objects.equals(former, id);
        if (id != null && told) {
            store.begin(id, values);
        } else if (id != null) {
            store.keep(id, values);
        }
        return told;
    }

    @Nullable
    String id() {
        return id;
    }

    private String freshId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
