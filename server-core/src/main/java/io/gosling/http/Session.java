package io.gosling.http;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What a site remembers of one client between its requests, where {@link Sessions} is a filter around the handler. A new
 * one begins with the first value that is put into it; the client is told its id by a cookie with the response, so
 * values are put before the handler returns. Requests of one client at the same time share the values.
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

    /** The session of a cookie, or one that begins when it is used. */
    static Session of(@Nullable String cookie, SessionStore store, SecureRandom random) {
        Map<String, Object> kept = cookie == null ? null : store.find(cookie);
        return kept == null ? new Session(random, null, new ConcurrentHashMap<>()) : new Session(random, cookie, kept);
    }

    /** A value as what it is, or null when there is none of this name. */
    public <T> @Nullable T get(String name, Class<T> type) {
        return type.cast(values.get(name));
    }

    /** Keeps a value. Stores that are not in memory may want it serializable. */
    public void put(String name, Object value) {
        if (id == null) {
            id = freshId();
        }
        values.put(name, value);
    }

    public void remove(String name) {
        values.remove(name);
    }

    /** Whether the client has it already, or will be told. */
    public boolean hasBegun() {
        return id != null;
    }

    /**
     * The same values under another id: to be called when a client logs in, so that an id which somebody else knew before
     * is worth nothing. Before the user is put, not afterwards: until the response is made, other requests with the former
     * id see the former values.
     */
    public void renew() {
        if (id != null) {
            values = new ConcurrentHashMap<>(values);
            id = freshId();
        }
    }

    /** Forgets everything, for requests of this session that are under way too. */
    public void end() {
        values.clear();
        values = new ConcurrentHashMap<>();
        id = null;
    }

    /** Puts into the store what has become of it; true when the client must be told. */
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

    /** 128 random bits. */
    private String freshId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
