package io.gosling.dispatcher.header;

import io.netty.handler.codec.http.HttpMethod;
import java.util.Set;

/** Effect of sending a request twice (RFC 9110, section 9.2). */
public enum Idempotence {
    /** None: the method reads and changes nothing. */
    SAFE,
    /** The same as of sending it once, unless another change comes between. */
    IDEMPOTENT,
    /** Possible harm. */
    HARMFUL;

    private static final Set<HttpMethod> ASKING =
            Set.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS, HttpMethod.TRACE);
    private static final Set<HttpMethod> SETTING = Set.of(HttpMethod.PUT, HttpMethod.DELETE);

    public static Idempotence of(HttpMethod method) {
        return ASKING.contains(method) ? SAFE : SETTING.contains(method) ? IDEMPOTENT : HARMFUL;
    }
}
