package io.gosling.dispatcher.backend;

import io.gosling.document.Ticker;
import io.gosling.netty.client.ConnectionTls;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.RefusalLog;
import io.gosling.settings.HostPort;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * TLS from a front-end to the nodes of its cluster, by which both prove that they have its secret. A node that does not
 * is logged. Safe for use by many threads.
 *
 * @param cluster asked for with each connection; stays its owner's
 */
public record BackendTls(Supplier<ClusterTls> cluster, RefusalLog log) {
    /** Returns the TLS for this protocol to the back-ends of a source; null where they are sent plain text. */
    public static @Nullable ConnectionTls of(BackendSource source, String protocol, Ticker ticker) {
        Supplier<ClusterTls> cluster = source.encryption();
        return cluster == null ? null : new BackendTls(cluster, new RefusalLog("this front-end", ticker)).to(protocol);
    }

    private ConnectionTls to(String protocol) {
        return new ConnectionTls(() -> cluster.get().client(protocol), "", protocol, this::failed);
    }

    private void failed(InetSocketAddress address, SSLException failure) {
        String reason = ClusterTls.explain(failure);
        HostPort node = HostPort.of(address);
        log.refused(node.host(), reason, "sends no requests to the node at " + node + ": " + reason);
    }
}
