package io.gosling.node.admin;

import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.settings.HostPort;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The caller of an admin request, as the port knows it that it connected to. Immutable.
 *
 * @param credential what it has shown, such as {@code token ann}; null where that port requires nothing
 * @param from its address, for the log
 */
record AdminCaller(AdminRole role, @Nullable String credential, String from) {
    private static final String ROLE = "Gosling-Caller-Role";
    private static final String CREDENTIAL = "Gosling-Caller-Credential";
    private static final String FROM = "Gosling-Caller-Address";
    private static final String THROUGH = "Gosling-Through";

    /** The caller of a port that has checked what it shows, or requires nothing. */
    static AdminCaller of(AdminRole role, @Nullable String credential, Request request) {
        String from = request.remoteAddress() instanceof InetSocketAddress address
                ? HostPort.of(address).toString()
                : "this machine";
        return new AdminCaller(role, credential, from);
    }

    /**
     * The caller that another member names.
     *
     * @throws IllegalArgumentException when a header is missing, or it names a role that there is not
     */
    static AdminCaller named(Headers headers) {
        return new AdminCaller(
                AdminRole.of(required(headers, ROLE)),
                headers.first(CREDENTIAL),
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
        return credential == null ? headers : headers.plus(CREDENTIAL, credential);
    }

    String who() {
        return credential == null ? "loopback" : credential;
    }
}
