package io.gosling.node.admin;

import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.settings.HostPort;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The caller of an admin request, as the port knows it that it connected to. Immutable.
 *
 * @param token the name of its token; null where that port requires none
 * @param from its address, for the log
 */
record AdminCaller(AdminRole role, @Nullable String token, String from) {
    private static final String ROLE = "Gosling-Caller-Role";
    private static final String TOKEN = "Gosling-Caller-Token";
    private static final String FROM = "Gosling-Caller-Address";
    private static final String THROUGH = "Gosling-Through";

    static AdminCaller of(AdminRole role, @Nullable String token, Request request) {
        String from = request.remoteAddress() instanceof InetSocketAddress address
                ? HostPort.of(address).toString()
                : "this machine";
        return new AdminCaller(role, token, from);
    }

    /**
     * The caller that another member names.
     *
     * @throws IllegalArgumentException when it names none, or a role that there is not
     */
    static AdminCaller named(Headers headers) {
        return new AdminCaller(
                AdminRole.of(String.valueOf(headers.first(ROLE))),
                headers.first(TOKEN),
                headers.first(FROM) + " through " + headers.first(THROUGH));
    }

    /** The headers with which a member names it to another one. */
    Headers headers(String through) {
        Headers headers = Headers.of(ROLE, role.label(), FROM, from, THROUGH, through);
        return token == null ? headers : headers.plus(TOKEN, token);
    }

    String who() {
        return token == null ? "loopback" : "token " + token;
    }
}
