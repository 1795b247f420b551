package io.gosling.site.access;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.http.ForwardedHeaderParser;
import io.gosling.http.Request;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Determines the client of a request: the connection's remote address or, where that is a trusted proxy, the client
 * that it names ({@link ForwardedHeaderParser}). A front-end of this cluster ({@link ClusterProcessAddress})
 * is one. Safe for use by many threads.
 *
 * @param proxies that are trusted; none unless they are named
 */
public record ForwardedClientResolver(List<AddressBlock> proxies) {
    public ForwardedClientResolver {
        proxies = List.copyOf(proxies);
    }

    /**
     * Returns the client's address; null when a trusted proxy named none that can be read, or there is no connection.
     */
    @Nullable
    public InetAddress of(Request request) {
        if (!(request.remoteAddress() instanceof InetSocketAddress remote) || remote.getAddress() == null) {
            return null;
        }
        return isTrusted(remote)
                ? ForwardedHeaderParser.behind(remote.getAddress(), this::isProxy, request.headers()::joined)
                : remote.getAddress();
    }

    /**
     * Returns the client's address where it cannot be forged: null when the request has passed a proxy that is not
     * trusted.
     */
    public @Nullable InetAddress certain(Request request) {
        boolean named = request.headers().contains("X-Forwarded-For")
                || request.headers().contains("Forwarded");
        boolean passedOn = named || request.headers().contains("Via");
        return passedOn && !(named && isFromProxy(request)) ? null : of(request);
    }

    private boolean isFromProxy(Request request) {
        return request.remoteAddress() instanceof InetSocketAddress remote
                && remote.getAddress() != null
                && isTrusted(remote);
    }

    private boolean isTrusted(InetSocketAddress remote) {
        return remote instanceof ClusterProcessAddress || isProxy(remote.getAddress());
    }

    private boolean isProxy(InetAddress address) {
        return proxies.stream().anyMatch(block -> block.contains(address));
    }
}
