package io.gosling.netty.tls;

import io.gosling.netty.tls.ClusterContexts.Kind;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * TLS between the processes of a cluster: version 1.3 only, with certificates of both sides that come from the
 * cluster's secret ({@link ClusterAuthority}), a protocol by ALPN for each kind of connection, and no resumption, so
 * that no session outlives a secret. The secret can be changed while connections are open. Safe for use by many
 * threads. Close it after the connections' listeners and pools.
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

    private static final Kind PEERS = new Kind(false, ClientAuth.OPTIONAL, List.of(LINK, HTTP));
    private static final Kind FRONT_ENDS = new Kind(false, ClientAuth.REQUIRE, List.of(FRONT_END_HTTP2, FRONT_END));

    /** Characters of a reason; the other side may have written a part of it. */
    private static final int MOST_REASON = 300;

    /**
     * Fired as a user event on a connection whose other side is proved by a secret that is no longer accepted: stages
     * end it in good order, and it is closed {@value ProvenConnections#GRACE_SECONDS} s later in any case.
     */
    public enum Retirement {
        SECRET_REMOVED
    }

    private final ClusterPeer self;
    private final List<InetAddress> addresses;

    /** Chosen late: loading the native library takes time, and the members' engines do not need it. */
    private final TlsProvider provider;

    private final ProvenConnections proven = new ProvenConnections();
    private final CompletableFuture<ClusterContexts> first = new CompletableFuture<>();
    private final CompletableFuture<@Nullable Void> prepared = new CompletableFuture<>();

    /** Those of the latest change of the secret; null before the first one. */
    private volatile @Nullable ClusterContexts changed;
    /** Guarded by this. */
    private boolean closed;

    private ClusterTls(ClusterPeer self, List<InetAddress> addresses, TlsProvider provider) {
        this.self = self;
        this.addresses = addresses;
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
        ClusterTls tls = new ClusterTls(self, addresses, provider);
        Thread.ofPlatform().daemon().name("gosling-cluster-tls").start(() -> {
            try {
                tls.first.complete(tls.make(secrets));
                if (ahead) {
                    tls.prepare();
                }
            } catch (RuntimeException | Error e) {
                tls.first.completeExceptionally(e);
            } finally {
                tls.prepared.complete(null);
            }
        });
        return tls;
    }

    private void prepare() {
        ClusterContexts made = current();
        List.of(LINK, HTTP, FRONT_END, FRONT_END_HTTP2).forEach(protocol -> made.prepare(clients(protocol)));
        made.prepare(PEERS);
        made.prepare(FRONT_ENDS);
    }

    /** Returns the number of contexts that have been made, after those that are made ahead. */
    int contexts() {
        prepared.join();
        return current().kinds().size();
    }

    private ClusterContexts make(List<byte[]> secrets) {
        return ClusterContexts.make(secrets, self, addresses, provider, proven);
    }

    /**
     * Makes key and certificates of other secrets; nothing changes before the result is run. From then on connections
     * are made with the first of them, and those whose other side is proved by none of them end. Blocks for some
     * milliseconds; for one thread at a time.
     */
    public Runnable change(List<byte[]> secrets) {
        ClusterContexts next = make(secrets);
        return () -> replaceBy(next);
    }

    private void replaceBy(ClusterContexts next) {
        ClusterContexts before = current();
        // On no event loop, as at the start.
        before.kinds().forEach(next::prepare);
        synchronized (this) {
            if (closed) {
                next.close();
                return;
            }
            changed = next;
        }
        before.close();
        proven.retain(next.check());
    }

    /**
     * Follows a connection that is not Netty's and whose handshake is over.
     *
     * @param connection for {@link #forget}, which has to follow
     * @param end ends the connection when its other side is proved by a secret that is no longer accepted; run by the
     *     caller or by another thread
     */
    public void watch(Object connection, SSLEngine engine, Runnable end) {
        proven.watch(connection, engine.getSession(), null, end);
    }

    public void forget(Object connection) {
        proven.forget(connection);
    }

    /** @throws IllegalStateException when keys or certificates could not be made on this machine; says why */
    private ClusterContexts current() {
        ClusterContexts latest = changed;
        if (latest != null) {
            return latest;
        }
        try {
            return first.join();
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
        current();
        return provider.chosen().label() + ", TLS 1.3";
    }

    /** The process whose certificate this is. */
    public ClusterPeer self() {
        return self;
    }

    /** For connections to other processes; stays this object's. */
    public SslContext client(String protocol) {
        return new ClusterSslContext(this, clients(protocol));
    }

    /**
     * For connections from other processes; stays this object's.
     *
     * @param need {@link ClientAuth#OPTIONAL} where connections of programs are accepted besides
     * @param protocols that the other side may choose from
     */
    public SslContext server(ClientAuth need, String... protocols) {
        return new ClusterSslContext(this, new Kind(false, need, List.of(protocols)));
    }

    /** For connections from nodes and, without a certificate, from programs; stays this object's. */
    public SslContext ofPeers() {
        return new ClusterSslContext(this, PEERS);
    }

    /** For connections from front-ends alone; stays this object's. */
    public SslContext ofFrontEnds() {
        return new ClusterSslContext(this, FRONT_ENDS);
    }

    /** A stage with an engine of the JDK, which renews the keys of connections that last for long. */
    public SslHandler lasting(boolean client, String protocol) {
        ClusterContexts now = current();
        return now.watched(new SslHandler(now.engine(client, protocol)));
    }

    /** An engine of the JDK, for connections that are not Netty's; {@link #watch} follows its handshake. */
    public SSLEngine engine(boolean client, String protocol) {
        return current().engine(client, protocol);
    }

    private static Kind clients(String protocol) {
        return new Kind(true, ClientAuth.NONE, List.of(protocol));
    }

    /**
     * Uses the context of a kind of connections.
     *
     * @throws IllegalStateException when there is none, or this has been closed
     */
    <T> T use(Kind kind, BiFunction<ClusterContexts, SslContext, T> use) {
        while (true) {
            ClusterContexts now = current();
            T result = now.use(kind, use);
            if (result != null) {
                return result;
            }
            if (now == current()) {
                throw new IllegalStateException("TLS between the nodes has ended with this node");
            }
            // Replaced between the two lines.
        }
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
        synchronized (this) {
            closed = true;
        }
        if (!first.isCompletedExceptionally()) {
            current().close();
        }
    }
}
