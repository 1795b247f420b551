package io.gosling.netty.tls;

import io.netty.channel.Channel;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.IllegalReferenceCountException;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Key, certificate and contexts of a process for one state of the cluster's secret. Its connections enter {@link
 * ProvenConnections} after their handshake. Safe for use by many threads.
 */
final class ClusterContexts implements AutoCloseable {
    private static final String VERSION = "TLSv1.3";
    static final List<String> CIPHERS =
            List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

    /** Seconds above the longest life of a ticket (RFC 8446, section 4.6.1), so that the JDK's servers send none. */
    private static final int NO_TICKETS = 8 * 24 * 60 * 60;

    private final ClusterIdentity identity;
    private final ClusterCertificateCheck check;
    private final SSLContext java;
    private final TlsProvider provider;
    private final ProvenConnections proven;
    private final Map<Kind, SslContext> contexts = new ConcurrentHashMap<>();
    private volatile boolean closed;

    record Kind(boolean client, ClientAuth need, List<String> protocols) {}

    private ClusterContexts(
            ClusterIdentity identity,
            ClusterCertificateCheck check,
            SSLContext java,
            TlsProvider provider,
            ProvenConnections proven) {
        this.identity = identity;
        this.check = check;
        this.java = java;
        this.provider = provider;
        this.proven = proven;
    }

    /** Takes some 100 ms in a process that has just begun. */
    static ClusterContexts make(
            List<byte[]> secrets,
            ClusterPeer self,
            List<InetAddress> addresses,
            TlsProvider provider,
            ProvenConnections proven) {
        List<ClusterAuthority> authorities =
                secrets.stream().map(ClusterAuthority::of).toList();
        ClusterIdentity identity = ClusterIdentity.make(authorities.getFirst(), self, addresses);
        ClusterCertificateCheck check = new ClusterCertificateCheck(
                authorities.stream().map(ClusterAuthority::publicKey).toList());
        try {
            SSLContext java = SSLContext.getInstance(VERSION);
            java.init(new KeyManager[] {identity}, new TrustManager[] {check}, null);
            java.getServerSessionContext().setSessionTimeout(NO_TICKETS);
            return new ClusterContexts(identity, check, java, provider, proven);
        } catch (GeneralSecurityException e) {
            throw ClusterAuthority.missing(e);
        }
    }

    ClusterCertificateCheck check() {
        return check;
    }

    /** The kinds of contexts that have been made. */
    Set<Kind> kinds() {
        return contexts.keySet();
    }

    SSLEngine engine(boolean client, String protocol) {
        SSLEngine engine = java.createSSLEngine();
        engine.setUseClientMode(client);
        SSLParameters parameters = new SSLParameters(CIPHERS.toArray(String[]::new), new String[] {VERSION});
        parameters.setApplicationProtocols(new String[] {protocol});
        parameters.setUseCipherSuitesOrder(true);
        parameters.setNeedClientAuth(!client);
        engine.setSSLParameters(parameters);
        return engine;
    }

    /** The same stage, whose connection is followed from the end of its handshake on. */
    SslHandler watched(SslHandler stage) {
        stage.handshakeFuture().addListener((Future<Channel> shaken) -> {
            if (shaken.isSuccess()) {
                proven.watch(shaken.getNow(), stage.engine().getSession(), check);
            }
        });
        return stage;
    }

    /** Makes the context of a kind ahead of its first connection, unless these contexts have been closed. */
    void prepare(Kind kind) {
        use(kind, (contexts, context) -> context);
    }

    /**
     * Returns the result of a use of the context of a kind, which makes a connection's engine; null if these contexts
     * have been closed. A context of BoringSSL is freed when these are closed and its last engine is released.
     */
    <T> @Nullable T use(Kind kind, BiFunction<ClusterContexts, SslContext, T> use) {
        if (closed) {
            return null;
        }
        SslContext context = contexts.computeIfAbsent(kind, this::make);
        try {
            ReferenceCountUtil.retain(context);
        } catch (IllegalReferenceCountException e) {
            return null;
        }
        try {
            if (closed && contexts.remove(kind, context)) {
                // Made after the others were released.
                ReferenceCountUtil.release(context);
                return null;
            }
            return use.apply(this, context);
        } finally {
            ReferenceCountUtil.release(context);
        }
    }

    private SslContext make(Kind kind) {
        try {
            return provider.chosen() == TlsProvider.JDK ? ofJdk(kind) : ofBoringSsl(kind);
        } catch (SSLException e) {
            throw new IllegalStateException(
                    "TLS between the nodes cannot begin: " + e.getMessage() + "; expected "
                            + provider.chosen().label() + " to work on this machine",
                    e);
        }
    }

    private SslContext ofJdk(Kind kind) {
        return new JdkSslContext(
                java,
                kind.client,
                CIPHERS,
                IdentityCipherSuiteFilter.INSTANCE,
                alpn(kind, SelectorFailureBehavior.FATAL_ALERT, SelectedListenerFailureBehavior.FATAL_ALERT),
                kind.need,
                new String[] {VERSION},
                false);
    }

    private SslContext ofBoringSsl(Kind kind) throws SSLException {
        // Given key and certificate, Netty would derive a key from a password 10 000 times, to store and read them.
        SslContextBuilder builder = kind.client
                ? SslContextBuilder.forClient().keyManager(identity).endpointIdentificationAlgorithm(null)
                : SslContextBuilder.forServer(identity).clientAuth(kind.need);
        return builder.trustManager(check)
                .sslProvider(provider.chosen().netty())
                .protocols(VERSION)
                .ciphers(CIPHERS, SupportedCipherSuiteFilter.INSTANCE)
                .applicationProtocolConfig(
                        alpn(kind, SelectorFailureBehavior.NO_ADVERTISE, SelectedListenerFailureBehavior.ACCEPT))
                .build();
    }

    private static ApplicationProtocolConfig alpn(
            Kind kind, SelectorFailureBehavior none, SelectedListenerFailureBehavior other) {
        return new ApplicationProtocolConfig(ApplicationProtocolConfig.Protocol.ALPN, none, other, kind.protocols);
    }

    @Override
    public void close() {
        closed = true;
        contexts.forEach((kind, context) -> {
            if (contexts.remove(kind, context)) {
                ReferenceCountUtil.release(context);
            }
        });
    }
}
