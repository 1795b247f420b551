package io.gosling.netty.listen;

import io.gosling.http.Headers;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
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
 *     that of a Unix socket being {@link ClientAddressAttribute#OF_UNIX_SOCKET}. From those it is required, and from
 *     all others it is a bad request
 * @param shared true if other processes of the same user may listen at the same address at the same time, where the
 *     system supports it; each accepts some of the connections
 * @param raw another protocol than HTTP that is spoken here, too; null for none
 * @param cluster TLS between the processes of a cluster; null for none. Then nothing is spoken here without it, the
 *     other protocol only with processes of the cluster, and HTTP with others as well
 */
public record ListenEndpoint(
        SocketAddress address,
        Set<PosixFilePermission> mode,
        @Nullable ReloadingTlsContext tls,
        Headers fields,
        Http2Limits http2,
        boolean priorKnowledge,
        Predicate<SocketAddress> proxies,
        boolean shared,
        @Nullable Raw raw,
        @Nullable Cluster cluster) {
    private static final Predicate<SocketAddress> NOBODY = address -> false;

    /**
     * A protocol that shares an endpoint with HTTP.
     *
     * @param first the first byte of each of its connections; must begin no HTTP request
     * @param speech adds the protocol's stages to a connection, on its loop; the first byte goes to them
     */
    public record Raw(byte first, Consumer<Channel> speech) {}

    /**
     * TLS between the processes of a cluster.
     *
     * @param tls stays its owner's
     * @param frontEnds true if requests of front-ends are served here, and nothing else; a certificate is required then
     * @param refused gets the address of a connection that was refused, and the reason
     */
    public record Cluster(ClusterTls tls, boolean frontEnds, BiConsumer<SocketAddress, String> refused) {
        /** TLS between nodes. */
        public Cluster(ClusterTls tls, BiConsumer<SocketAddress, String> refused) {
            this(tls, false, refused);
        }
    }

    /** Returns true if this serves requests of front-ends that prove to be some of this cluster, and nothing else. */
    public boolean isForFrontEnds() {
        return cluster != null && cluster.frontEnds();
    }

    /** Plain HTTP/1. */
    public static ListenEndpoint plain(InetSocketAddress address) {
        return plain(address, Set.of());
    }

    private static ListenEndpoint plain(SocketAddress address, Set<PosixFilePermission> mode) {
        return new ListenEndpoint(
                address, mode, null, Headers.empty(), Http2Limits.defaults(), false, NOBODY, false, null, null);
    }

    public static ListenEndpoint secure(InetSocketAddress address, ReloadingTlsContext tls) {
        return new ListenEndpoint(
                address, Set.of(), tls, Headers.empty(), Http2Limits.defaults(), false, NOBODY, false, null, null);
    }

    /** Plain HTTP/1 at the file of a Unix socket. */
    public static ListenEndpoint unix(Path file, Set<PosixFilePermission> mode) {
        return plain(UnixDomainSocketAddress.of(file), Set.copyOf(mode));
    }

    public ListenEndpoint withFields(Headers more) {
        return new ListenEndpoint(address, mode, tls, more, http2, priorKnowledge, proxies, shared, raw, cluster);
    }

    /**
     * Returns this endpoint with other limits for HTTP/2, and with or without prior knowledge where there is no TLS.
     */
    public ListenEndpoint withHttp2(Http2Limits limits, boolean withoutAsking) {
        return new ListenEndpoint(
                address, mode, tls, fields, limits, withoutAsking && tls == null, proxies, shared, raw, cluster);
    }

    public ListenEndpoint withProxies(Predicate<SocketAddress> trusted) {
        return new ListenEndpoint(address, mode, tls, fields, http2, priorKnowledge, trusted, shared, raw, cluster);
    }

    public ListenEndpoint withShared(boolean sharing) {
        return new ListenEndpoint(address, mode, tls, fields, http2, priorKnowledge, proxies, sharing, raw, cluster);
    }

    /**
     * Returns this endpoint with another protocol besides HTTP.
     *
     * @throws IllegalStateException when it has TLS
     */
    public ListenEndpoint withRaw(byte first, Consumer<Channel> speech) {
        if (tls != null) {
            throw new IllegalStateException("an endpoint with TLS speaks HTTP only");
        }
        return new ListenEndpoint(
                address, mode, null, fields, http2, priorKnowledge, proxies, shared, new Raw(first, speech), cluster);
    }

    /** Returns this endpoint with TLS between the processes of a cluster, or as it is if that is null. */
    public ListenEndpoint withCluster(@Nullable Cluster other) {
        return new ListenEndpoint(address, mode, tls, fields, http2, priorKnowledge, proxies, shared, raw, other);
    }
}
