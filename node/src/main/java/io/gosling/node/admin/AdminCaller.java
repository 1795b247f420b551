package io.gosling.node.admin;

import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.settings.HostPort;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The caller of an admin request, as the port knows it that it connected to. Immutable.
 *
 * @param token the name of its token, or {@link #SOCKET}; null where that port requires none
 * @param from its address, for the log
 */
record AdminCaller(AdminRole role, @Nullable String token, String from) {
    /** In place of a token: the file of the Unix socket admits the caller. No token has this name. */
    static final String SOCKET = "unix:";

    private static final String ROLE = "Gosling-Caller-Role";
    private static final String TOKEN = "Gosling-Caller-Token";
    private static final String FROM = "Gosling-Caller-Address";
    private static final String THROUGH = "Gosling-Through";

    /** The caller of a port that has checked a token, or requires none. */
    static AdminCaller of(AdminRole role, @Nullable String token, Request request) {
        String from = request.remoteAddress() instanceof InetSocketAddress address
                ? HostPort.of(address).toString()
                : "this machine";
        return new AdminCaller(role, token, from);
    }

    /**
     * The caller that another member names.
     *
     * @throws IllegalArgumentException when a header is missing, or it names a role that there is not
     */
    static AdminCaller named(Headers headers) {
        return new AdminCaller(
                AdminRole.of(required(headers, ROLE)),
                headers.first(TOKEN),
                required(headers, FROM) + " through " + required(headers, THROUGH));
    }

    private static String required(Headers headers, String name) {
        String value = headers.first(name);
        if (value == null) {
            throw new IllegalArgumentException(name + ": missing");
        }
        return value;
    }

    /** The headers with which a member names it to another one. */
    Headers headers(String through) {
        Headers headers = Headers.of(ROLE, role.label(), FROM, from, THROUGH, through);
        return token == null ? headers : headers.plus(TOKEN, token);
    }

    String who() {
        return switch (token) {
            case null -> "loopback";
            case SOCKET -> "the Unix socket";
            default -> "token " + token;
        };
    }
}
