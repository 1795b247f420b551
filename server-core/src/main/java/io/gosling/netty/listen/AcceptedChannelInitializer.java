package io.gosling.netty.listen;

import io.gosling.common.ClusterProcessAddress;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.HandshakeEviction;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.netty.transport.HalfCloseGuard;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The first stages of a client's connection, until its protocol is known, in order: no reading past the end; the header
 * of a trusted proxy; TLS, if the endpoint has it, with ALPN; or the stages that detect another protocol than HTTP, and
 * HTTP/2, by the first bytes, where these are permitted. A stage that has done its work removes itself.
 */
public final class AcceptedChannelInitializer extends ChannelInitializer<Channel> {
    /**
     * Handshakes with members of a cluster at a time. Beyond, {@link HandshakeEviction} selects one to close. A
     * front-end opens many connections at once, which only {@code limits.connections} bounds.
     */
    private static final int CLUSTER_HANDSHAKES = 256;

    private static final long CLUSTER_HANDSHAKE_MILLIS = 5000;

    /** Connections without a certificate of the cluster have this part of the limit: members keep the rest. */
    private static final int STRANGERS_PART = 2;

    private final ListenEndpoint endpoint;
    private final Supplier<HttpLimits> limits;
    private final ClientAddressTable clientAddresses;
    private final Speech speech;
    private final AtomicInteger handshakes = new AtomicInteger();
    private final AtomicInteger waitingConnections = new AtomicInteger();
    private final AtomicInteger strangers = new AtomicInteger();
    private final Queue<ClusterHandshake> clusterHandshakes = new ConcurrentLinkedQueue<>();

    private record ClusterHandshake(Channel channel, Object host) {
        static ClusterHandshake of(Channel channel) {
            SocketAddress remote = channel.remoteAddress();
            return new ClusterHandshake(
                    channel, remote instanceof InetSocketAddress inet ? inet.getAddress() : String.valueOf(remote));
        }
    }

    /** Adds the stages of the selected protocol; they get the event that the channel is active. */
    public interface Speech {
        void http1(Channel channel);

        void http2(Channel channel);
    }

    /**
     * Fired as a user event at the stages of HTTP/1 that are added for an incomplete header when its time is over
     * already.
     */
    public enum HeaderTimeout {
        PASSED
    }

    /**
     * For one endpoint.
     *
     * @param limits read for each connection
     * @param clientAddresses the table in which a proxy's clients are counted, and refusals for the number of
     *     handshakes
     */
    public AcceptedChannelInitializer(
            ListenEndpoint endpoint, Supplier<HttpLimits> limits, ClientAddressTable clientAddresses, Speech speech) {
        this.endpoint = endpoint;
        this.limits = limits;
        this.clientAddresses = clientAddresses;
        this.speech = speech;
    }

    @Override
    protected void initChannel(Channel channel) {
        if (endpoint.address() instanceof UnixDomainSocketAddress) {
            ClientAddressAttribute.name(channel, ClientAddressAttribute.OF_UNIX_SOCKET);
        }
        channel.pipeline().addLast("inputEnd", new HalfCloseGuard());
        if (endpoint.isForFrontEnds()) {
            enter(channel);
        } else {
            afterProxyHeader(channel, this::enter);
        }
    }

    private void afterProxyHeader(Channel channel, Consumer<Channel> next) {
        if (endpoint.proxies().test(ClientAddressAttribute.of(channel))) {
            channel.pipeline().addLast("proxy", new ProxyProtocolStage(channel, limits, clientAddresses, next));
        } else {
            next.accept(channel);
        }
    }

    private void enter(Channel channel) {
        if (endpoint.tls() != null) {
            encrypt(channel, endpoint.tls());
        } else if (endpoint.cluster() != null) {
            encrypt(channel, endpoint.cluster());
        } else if (endpoint.raw() != null) {
            channel.pipeline()
                    .addLast("raw", new SharedPortProtocolDetector(channel, limits, endpoint.raw(), this::speakHttp));
        } else {
            speakHttp(channel);
        }
    }

    private void encrypt(Channel channel, ReloadingTlsContext tls) {
        if (handshakes.get() >= tls.settings().get(TlsSettings.HANDSHAKES)) {
            clientAddresses.counts().hit(LimitKind.HANDSHAKES);
            channel.close();
        } else {
            channel.pipeline()
                    .addLast("tls", tls.newStage())
                    .addLast("secure", new TlsEventHandler(handshakes, this::speak, (address, failure) -> {}));
        }
    }

    private void encrypt(Channel channel, ListenEndpoint.Cluster cluster) {
        int most = cluster.frontEnds() ? limits.get().get(HttpLimits.CONNECTIONS) : CLUSTER_HANDSHAKES;
        if (handshakes.get() >= most) {
            clientAddresses.counts().hit(LimitKind.HANDSHAKES);
            ClusterHandshake oldest = HandshakeEviction.select(clusterHandshakes, ClusterHandshake::host);
            if (oldest != null && clusterHandshakes.remove(oldest)) {
                oldest.channel().close();
            }
        }
        SslHandler stage = context(cluster).newHandler(channel.alloc());
        stage.setHandshakeTimeoutMillis(CLUSTER_HANDSHAKE_MILLIS);
        ClusterHandshake begun = ClusterHandshake.of(channel);
        clusterHandshakes.add(begun);
        stage.handshakeFuture().addListener(over -> clusterHandshakes.remove(begun));
        channel.closeFuture().addListener(over -> clusterHandshakes.remove(begun));
        channel.pipeline()
                .addLast("tls", stage)
                .addLast(
                        "secure",
                        new TlsEventHandler(
                                handshakes,
                                (accepted, protocol) -> speakInCluster(accepted, protocol, cluster),
                                (address, failure) -> cluster.refused().accept(address, ClusterTls.explain(failure))));
    }

    private static SslContext context(ListenEndpoint.Cluster cluster) {
        return cluster.frontEnds() ? cluster.tls().ofFrontEnds() : cluster.tls().ofPeers();
    }

    private void speakWithFrontEnd(Channel channel, @Nullable String protocol, ListenEndpoint.Cluster cluster) {
        String wanted = ClusterTls.FRONT_END_HTTP2.equals(protocol) ? ClusterTls.FRONT_END_HTTP2 : ClusterTls.FRONT_END;
        try {
            ClusterTls.verified(channel.pipeline().get(SslHandler.class), wanted);
        } catch (SSLException e) {
            cluster.refused().accept(channel.remoteAddress(), String.valueOf(e.getMessage()));
            channel.close();
            return;
        }
        channel.pipeline().addAfter("tls", "records", new EncryptedRecordLimit());
        afterProxyHeader(channel, proven -> {
            // A client that the front-end has named is believed, too, about those before it.
            nameProcess(proven);
            speak(proven, wanted);
        });
    }

    private static void nameProcess(Channel channel) {
        if (ClientAddressAttribute.of(channel) instanceof InetSocketAddress address) {
            ClientAddressAttribute.name(channel, new ClusterProcessAddress(address));
        }
    }

    private void speakInCluster(Channel channel, @Nullable String protocol, ListenEndpoint.Cluster cluster) {
        if (cluster.frontEnds()) {
            speakWithFrontEnd(channel, protocol, cluster);
            return;
        }
        boolean http = protocol == null || ClusterTls.HTTP.equals(protocol);
        ClusterPeer peer = ClusterTls.peer(channel.pipeline().get(SslHandler.class));
        String obstacle = peer != null ? null : http ? admitStranger(channel) : ClusterTls.NO_CERTIFICATE;
        if (obstacle != null) {
            cluster.refused().accept(channel.remoteAddress(), obstacle);
            channel.close();
            return;
        }
        if (peer != null) {
            nameProcess(channel);
        }
        if (http) {
            channel.pipeline().addAfter("tls", "records", new EncryptedRecordLimit());
            speak(channel, ClusterTls.HTTP);
        } else if (endpoint.raw() != null) {
            endpoint.raw().speech().accept(channel);
        } else {
            channel.close();
        }
    }

    /** Returns the reason to refuse a connection of a program, which has no certificate; null admits it. */
    private @Nullable String admitStranger(Channel channel) {
        int most = limits.get().get(HttpLimits.CONNECTIONS) / STRANGERS_PART;
        if (strangers.incrementAndGet() > most) {
            strangers.decrementAndGet();
            clientAddresses.counts().hit(LimitKind.CONNECTIONS);
            return most + " connections without a certificate of the cluster are open";
        }
        channel.closeFuture().addListener(closed -> strangers.decrementAndGet());
        return null;
    }

    private void speakHttp(Channel channel) {
        if (endpoint.priorKnowledge()) {
            channel.pipeline()
                    .addLast("preface", new Http2PrefaceDetector(channel, limits, clientAddresses.counts(), speech));
        } else {
            speech.http1(channel);
        }
    }

    private void speak(Channel channel, @Nullable String protocol) {
        if ("h2".equals(protocol) || ClusterTls.FRONT_END_HTTP2.equals(protocol)) {
            speech.http2(channel);
        } else {
            ChannelHandlerContext tls = channel.pipeline().context(TlsEventHandler.class);
            channel.pipeline().addLast("pacing", new EncryptionPacingHandler(tls, waitingConnections));
            speech.http1(channel);
        }
    }
}
