package io.gosling.netty.tls;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * TLS between the processes of a cluster: version 1.3 only, with certificates of both sides that come from the
 * cluster's secret ({@link ClusterAuthority}), a protocol by ALPN for each kind of connection, and no resumption, so
 * that no session outlives a secret. Safe for use by many threads. Close it after the connections' listeners and pools.
 *
 * <p>After a handshake {@link #verified} has to be called: not all providers refuse a connection without ALPN.
 */
public final class ClusterTls implements AutoCloseable {
    /** The protocol of links between nodes. */
    public static final String LINK = "gosling-link/1";

    /** The protocol of the members of the cluster. */
    public static final String MEMBER = "gosling-member/1";

    /** The protocol of control connections between front-ends and nodes that hand off connections. */
    public static final String HANDOFF = "gosling-handoff/1";

    public static final String HTTP = "http/1.1";

    /** The protocols of requests that a front-end sends on to a node, HTTP/1.1 and HTTP/2. */
    public static final String FRONT_END = "gosling-front-end/1";

    public static final String FRONT_END_HTTP2 = "gosling-front-end/2";

    /** The reason to refuse a connection whose other side has presented no certificate. */
    public static final String NO_CERTIFICATE = "the other side has presented no certificate of a process; expected one"
            + " that comes from this cluster's secret";

    private static final String VERSION = "TLSv1.3";
    private static final List<String> CIPHERS =
            List.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

    /** Seconds above the longest life of a ticket (RFC 8446, section 4.6.1), so that the JDK's servers send none. */
    private static final int NO_TICKETS = 8 * 24 * 60 * 60;

    /** Characters of a reason; the other side may have written a part of it. */
    private static final int MOST_REASON = 300;

    private final ClusterPeer self;

    private static final String ENDED = "TLS between the nodes has ended with this node";

    /** Chosen late: loading the native library takes time, and the members' engines do not need it. */
    private final TlsProvider provider;

    private final CompletableFuture<Parts> parts = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> prepared = new CompletableFuture<>();
    private final Map<Kind, SslContext> contexts = new ConcurrentHashMap<>();
    private volatile boolean closed;

    private record Kind(boolean client, ClientAuth need, List<String> protocols) {}

    /** The parts whose making takes some 100 ms in a process that has just begun. */
    private record Parts(ClusterIdentity identity, ClusterCertificateCheck check, SSLContext java) {}

    private ClusterTls(ClusterPeer self, TlsProvider provider) {
        this.self = self;
        this.provider = provider;
    }

    /** TLS of a process for engines of the JDK alone, or for tests: contexts are made at their first use. */
    public static ClusterTls of(
            List<byte[]> secrets, ClusterPeer self, List<InetAddress> addresses, TlsProvider provider) {
        return of(secrets, self, addresses, provider, false);
    }

    /**
     * TLS of a process. Keys, certificates and contexts are made by another thread meanwhile; a caller that needs them
     * before waits for it.
     *
     * @param secrets the cluster's secret, for the certificate of this process, and further ones that are accepted from
     *     others while the secret is being changed
     * @param addresses at which programs that are no processes of the cluster may find this one
     * @param ahead true if all contexts are made now, on no event loop, and not at their first use
     */
    public static ClusterTls of(
            List<byte[]> secrets, ClusterPeer self, List<InetAddress> addresses, TlsProvider provider, boolean ahead) {
        ClusterTls tls = new ClusterTls(self, provider);
        Thread.ofPlatform().daemon().name("gosling-cluster-tls").start(() -> {
            try {
                tls.parts.complete(make(secrets, self, addresses));
                if (ahead) {
                    tls.prepare();
                }
            } catch (RuntimeException | Error e) {
                tls.parts.completeExceptionally(e);
            } finally {
                tls.prepared.complete(null);
            }
        });
        return tls;
    }

    private void prepare() {
        List.of(LINK, HTTP, FRONT_END, FRONT_END_HTTP2).forEach(this::client);
        ofPeers();
        ofFrontEnds();
    }

    /** Returns the number of contexts that have been made, after those that are made ahead. */
    int contexts() {
        prepared.join();
        return contexts.size();
    }

    private static Parts make(List<byte[]> secrets, ClusterPeer self, List<InetAddress> addresses) {
        List<ClusterAuthority> authorities =
                secrets.stream().map(ClusterAuthority::of).toList();
        ClusterIdentity identity = ClusterIdentity.make(authorities.getFirst(), self, addresses);
        ClusterCertificateCheck check = new ClusterCertificateCheck(
                authorities.stream().map(ClusterAuthority::publicKey).toList());
        try {
            SSLContext java = SSLContext.getInstance(VERSION);
            java.init(new KeyManager[] {identity}, new TrustManager[] {check}, null);
            java.getServerSessionContext().setSessionTimeout(NO_TICKETS);
            return new Parts(identity, check, java);
        } catch (GeneralSecurityException e) {
            throw ClusterAuthority.missing(e);
        }
    }

    /** @throws IllegalStateException when keys or certificates could not be made on this machine; says why */
    private Parts parts() {
        try {
            return parts.join();
        } catch (CompletionException e) {
            throw new IllegalStateException(
                    String.valueOf(Objects.requireNonNull(e.getCause()).getMessage()), e);
        }
    }

    /** The certificate by which programs verify the processes of a cluster, as PEM. */
    public static String authority(byte[] secret) {
        return ClusterAuthority.of(secret).pem();
    }

    /** Returns provider and version, for the line at start: {@code BoringSSL, TLS 1.3}. */
    public String describe() {
        parts();
        return provider.chosen().label() + ", TLS 1.3";
    }

    /** The process whose certificate this is. */
    public ClusterPeer self() {
        return self;
    }

    /** For connections to other processes; stays this object's. */
    public SslContext client(String protocol) {
        return context(new Kind(true, ClientAuth.NONE, List.of(protocol)));
    }

    /**
     * For connections from other processes; stays this object's.
     *
     * @param need {@link ClientAuth#OPTIONAL} where connections of programs are accepted besides
     * @param protocols that the other side may choose from
     */
    public SslContext server(ClientAuth need, String... protocols) {
        return context(new Kind(false, need, List.of(protocols)));
    }

    /** For connections from nodes and, without a certificate, from programs; stays this object's. */
    public SslContext ofPeers() {
        return server(ClientAuth.OPTIONAL, LINK, HTTP);
    }

    /** For connections from front-ends alone; stays this object's. */
    public SslContext ofFrontEnds() {
        return server(ClientAuth.REQUIRE, FRONT_END_HTTP2, FRONT_END);
    }

    /** A stage with an engine of the JDK, which renews the keys of connections that last for long. */
    public SslHandler lasting(boolean client, String protocol) {
        return new SslHandler(engine(client, protocol));
    }

    /** An engine of the JDK, for connections that are not Netty's. */
    public SSLEngine engine(boolean client, String protocol) {
        SSLEngine engine = parts().java.createSSLEngine();
        engine.setUseClientMode(client);
        SSLParameters parameters = new SSLParameters(CIPHERS.toArray(String[]::new), new String[] {VERSION});
        parameters.setApplicationProtocols(new String[] {protocol});
        parameters.setUseCipherSuitesOrder(true);
        parameters.setNeedClientAuth(!client);
        engine.setSSLParameters(parameters);
        return engine;
    }

    private SslContext context(Kind kind) {
        if (closed) {
            throw new IllegalStateException(ENDED);
        }
        SslContext made = contexts.computeIfAbsent(kind, this::make);
        if (closed && contexts.remove(kind, made)) {
            ReferenceCountUtil.release(made);
            throw new IllegalStateException(ENDED);
        }
        return made;
    }

    private SslContext make(Kind kind) {
        Parts ready = parts();
        try {
            return provider.chosen() == TlsProvider.JDK ? ofJdk(kind, ready) : ofBoringSsl(kind, ready);
        } catch (SSLException e) {
            throw new IllegalStateException(
                    "TLS between the nodes cannot begin: " + e.getMessage() + "; expected " + describe()
                            + " to work on this machine",
                    e);
        }
    }

    private static SslContext ofJdk(Kind kind, Parts ready) {
        return new JdkSslContext(
                ready.java,
                kind.client,
                CIPHERS,
                IdentityCipherSuiteFilter.INSTANCE,
                alpn(kind, SelectorFailureBehavior.FATAL_ALERT, SelectedListenerFailureBehavior.FATAL_ALERT),
                kind.need,
                new String[] {VERSION},
                false);
    }

    private SslContext ofBoringSsl(Kind kind, Parts ready) throws SSLException {
        // Given key and certificate, Netty would derive a key from a password 10 000 times, to store and read them.
        SslContextBuilder builder = kind.client
                ? SslContextBuilder.forClient().keyManager(ready.identity).endpointIdentificationAlgorithm(null)
                : SslContextBuilder.forServer(ready.identity).clientAuth(kind.need);
        return builder.trustManager(ready.check)
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

    /** Returns the process on the other side of a connection whose handshake is over; null if it is none. */
    public static @Nullable ClusterPeer peer(SslHandler stage) {
        return ClusterPeer.of(stage.engine().getSession());
    }

    /**
     * Returns the process on the other side of a connection whose handshake is over.
     *
     * @throws SSLException when the connection speaks another protocol, or the other side has presented no certificate
     */
    public static ClusterPeer verified(SslHandler stage, String protocol) throws SSLException {
        return verified(stage.engine().getSession(), stage.applicationProtocol(), protocol);
    }

    /** The same for an engine of {@link #engine}. */
    public static ClusterPeer verified(SSLEngine engine, String protocol) throws SSLException {
        return verified(engine.getSession(), engine.getApplicationProtocol(), protocol);
    }

    private static ClusterPeer verified(SSLSession session, @Nullable String spoken, String protocol)
            throws SSLException {
        if (!protocol.equals(spoken)) {
            throw new SSLException("the other side speaks \""
                    + (spoken == null ? "" : spoken.replaceAll("[^ -~]", "?")) + "\" by ALPN; expected \"" + protocol
                    + "\"");
        }
        ClusterPeer peer = ClusterPeer.of(session);
        if (peer == null) {
            throw new SSLException(NO_CERTIFICATE);
        }
        return peer;
    }

    /**
     * Says why a handshake or the first read after it failed, for somebody who can mend it. Printable, on one line and
     * of limited length: the JDK repeats what the other side has sent, such as the name of a server.
     */
    public static String explain(Throwable failure) {
        String reason = reason(failure);
        String beginning = reason.length() > MOST_REASON ? reason.substring(0, MOST_REASON) + "..." : reason;
        return beginning.replaceAll("[^ -~]", "?");
    }

    private static String reason(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertificateException) {
                return String.valueOf(cause.getMessage());
            }
            if (cause instanceof NotSslRecordException) {
                return "it does not encrypt; set cluster.encryption and secret-file to the same on every node";
            }
        }
        String said =
                String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT).replace(' ', '_');
        if (said.contains("did_not_return_a_certificate") || said.contains("empty_client_certificate_chain")) {
            return NO_CERTIFICATE;
        }
        if (said.matches(".*(certificate_unknown|certificate_required|bad_certificate|unknown_ca).*")) {
            return "it does not accept this node's certificate, which comes from another secret than its own; give both"
                    + " the same secret-file";
        }
        if (said.contains("protocol_version") || said.contains("unsupported_protocol")) {
            return "it does not speak TLS 1.3; expected another node";
        }
        if (said.contains("no_application_protocol")) {
            return "it does not speak this protocol on that port; are both of the same version?";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }

    @Override
    public void close() {
        prepared.join();
        closed = true;
        contexts.forEach((kind, made) -> {
            if (contexts.remove(kind, made)) {
                ReferenceCountUtil.release(made);
            }
        });
    }
}
