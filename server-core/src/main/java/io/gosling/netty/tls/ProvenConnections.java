package io.gosling.netty.tls;

import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.security.cert.X509Certificate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of a process whose other side has presented a certificate of the cluster. When a secret is
 * removed, those that it has proved end. Bounded by the connections that are open. Safe for use by many threads.
 */
final class ProvenConnections {
    /** Seconds for a connection to end in good order. */
    static final int GRACE_SECONDS = 30;

    private final Map<Object, Proven> open = new ConcurrentHashMap<>();

    /** The check of the secrets that are accepted since the latest change; null before one. */
    private volatile @Nullable ClusterCertificateCheck latest;

    private record Proven(X509Certificate certificate, Runnable end) {}

    /** Follows a connection of Netty until it closes. */
    void watch(Channel channel, SSLSession session, ClusterCertificateCheck by) {
        watch(channel, session, by, () -> retire(channel));
        channel.closeFuture().addListener(closed -> forget(channel));
    }

    /**
     * @param by the check that the handshake has passed; null if it is not known
     * @param end run when the certificate is no longer accepted
     */
    void watch(Object connection, SSLSession session, @Nullable ClusterCertificateCheck by, Runnable end) {
        try {
            if (session.getPeerCertificates()[0] instanceof X509Certificate certificate) {
                open.put(connection, new Proven(certificate, end));
                // The secret may have changed since the handshake began. Visible to this thread or to that of retain().
                ClusterCertificateCheck now = latest;
                if (now != null && now != by && !now.accepts(certificate)) {
                    end.run();
                }
            }
        } catch (SSLPeerUnverifiedException e) {
            // A program without a certificate, whose token is verified with each request.
        }
    }

    void forget(Object connection) {
        open.remove(connection);
    }

    /** Ends the connections that this check does not accept. */
    void retain(ClusterCertificateCheck accepted) {
        latest = accepted;
        open.values().stream().filter(one -> !accepted.accepts(one.certificate)).forEach(one -> one.end.run());
    }

    private static void retire(Channel channel) {
        try {
            channel.eventLoop().execute(() -> {
                channel.pipeline().fireUserEventTriggered(ClusterTls.Retirement.SECRET_REMOVED);
                Future<?> late = channel.eventLoop().schedule(() -> channel.close(), GRACE_SECONDS, TimeUnit.SECONDS);
                channel.closeFuture().addListener(closed -> late.cancel(false));
            });
        } catch (RejectedExecutionException e) {
            // The loop has ended, and its connections with it.
        }
    }
}
