package io.gosling.dispatcher.header;

import io.netty.handler.codec.http.HttpMethod;
import java.util.Set;

/** What comes of doing a request twice (RFC 9110, section 9.2). */
public enum Idempotence {
    /** Nothing: it asks and changes nothing. */
    SAFE,
    /** No more than of doing it once, unless another change comes between. */
    IDEMPOTENT,
    /** Perhaps harm. */
    HARMFUL;

    private static final Set<HttpMethod> ASKING =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.TRACE);
    private static final Set<HttpMethod> SETTING = Set.of(HttpMethod.PUT, HttpMethod.DELETE);

    public static Idempotence of(HttpMethod method) {
        return ASKING.contains(method) ? SAFE : SETTING.contains(method) ? IDEMPOTENT : HARMFUL;
    }
}
