package io.gosling.netty.listen;

import io.gosling.http.Headers;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.tls.Tls;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * An address where a server listens, with the protocols that it speaks there.
 *
 * @param address an {@link InetSocketAddress} or a {@link UnixDomainSocketAddress}
 * @param mode permissions of a Unix socket's file: a user who may write to it may connect
 * @param tls certificates and keys, which stay their owner's; null for plain HTTP. Its settings say whether HTTP/2
 *     is offered
 * @param fields headers added to every response given here, such as Strict-Transport-Security
 * @param priorKnowledge true if a client may begin with HTTP/2 without TLS (RFC 9113, section 3.3)
 * @param proxies selects, by their remote address, the connections that begin with a header of the PROXY protocol,
 *     that of a Unix socket being {@link RemoteAddress#OF_UNIX_SOCKET}. From those it is required, and from all others
 *     it is a bad request
 * @param shared true if other processes of the same user may listen at the same address at the same time, where the
 *     system supports it; each accepts some of the connections
 */
public record Endpoint(
        SocketAddress address,
        Set<PosixFilePermission> mode,
        @Nullable Tls tls,
        Headers fields,
        Http2Limits http2,
        boolean priorKnowledge,
        Predicate<SocketAddress> proxies,
        boolean shared) {
    private static final Predicate<SocketAddress> NOBODY = address -> false;

    /** Plain HTTP/1. */
    public static Endpoint plain(InetSocketAddress address) {
        return new Endpoint(address, Set.of(), null, Headers.empty(), Http2Limits.defaults(), false, NOBODY, false);
    }

    public static Endpoint secure(InetSocketAddress address, Tls tls) {
        return new Endpoint(address, Set.of(), tls, Headers.empty(), Http2Limits.defaults(), false, NOBODY, false);
    }

    /** Plain HTTP/1 at the file of a Unix socket. */
    public static Endpoint unix(Path file, Set<PosixFilePermission> mode) {
        SocketAddress address = UnixDomainSocketAddress.of(file);
        return new Endpoint(
                address, Set.copyOf(mode), null, Headers.empty(), Http2Limits.defaults(), false, NOBODY, false);
    }

    public Endpoint withFields(Headers more) {
        return new Endpoint(address, mode, tls, more, http2, priorKnowledge, proxies, shared);
    }

    /**
     * Returns this endpoint with other limits for HTTP/2, and with or without prior knowledge where there is no TLS.
     */
    public Endpoint withHttp2(Http2Limits limits, boolean withoutAsking) {
        return new Endpoint(address, mode, tls, fields, limits, withoutAsking && tls == null, proxies, shared);
    }

    /** Returns this endpoint behind these proxies, which speak the PROXY protocol. */
    public Endpoint withProxies(Predicate<SocketAddress> trusted) {
        return new Endpoint(address, mode, tls, fields, http2, priorKnowledge, trusted, shared);
    }

    public Endpoint withShared(boolean sharing) {
        return new Endpoint(address, mode, tls, fields, http2, priorKnowledge, proxies, sharing);
    }
}
