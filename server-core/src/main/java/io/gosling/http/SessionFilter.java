package io.gosling.http;

import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * A filter that gives every request inside it its {@link Request#session() session}, by a cookie that holds 128 random
 * bits and nothing else. Safe for use by many threads.
 */
public final class SessionFilter implements Filter {
    static final String ATTRIBUTE = Session.class.getName();

    private final SessionStore store;
    private final Cookie cookie;
    private final SecureRandom random;

    private SessionFilter(SessionStore store, Cookie cookie, SecureRandom random) {
        this.store = store;
        this.cookie = cookie;
        this.random = random;
    }

    /**
     * Creates a filter with a cookie named {@code session} for the whole site, which is sent over TLS alone where it
     * was set over TLS. Behind a proxy that terminates TLS the request does not show it:
     * {@code by(Cookie.of("session", "").overTls())}.
     */
    public static SessionFilter in(SessionStore store) {
        return new SessionFilter(store, Cookie.of("session", ""), new SecureRandom());
    }

    /** Returns this filter with a cookie of this name, path, domain and so on; its value does not matter. */
    public SessionFilter by(Cookie other) {
        return new SessionFilter(store, other, random);
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        Session session = Session.of(request.cookie(cookie.name()), store, random);
        request.attributes().put(ATTRIBUTE, session);
        Response response = next.handle(request);
        return session.keepIn(store) ? response.with(told(session.id(), request.isSecure())) : response;
    }

    private Cookie told(@Nullable String id, boolean secure) {
        Cookie own = secure ? cookie.overTls() : cookie;
        return id == null ? own.forgotten() : own.withValue(id);
    }
}
