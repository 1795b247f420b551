package io.gosling.dispatcher.testing;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.handoff.RemoteHandoffListener;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Hosts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A node on a host of its own, as a front-end sees it: a server, and a door to which connections of other hosts are
 * brought.
 */
public final class RestoringNode implements AutoCloseable {
    static final int PORT = 8080;
    public static final int DOOR = 7070;

    private final Transport transport;
    final String name;
    final HttpServer server;
    private final ClusterTls tls;
    private final RemoteHandoffListener door;

    private RestoringNode(String name, String address, HttpLimits limits, String secret, Handler handler)
            throws IOException {
        this.name = name;
        this.transport = Transport.open(TransportKind.AUTO, 2, name);
        InetAddress own = InetAddress.getByName(address);
        this.server = HttpServer.start(
                transport,
                List.of(ListenEndpoint.plain(new InetSocketAddress(own, PORT))),
                limits,
                CachedDocumentLookup.none(),
                handler,
                CompletedResponseListener.none(),
                null,
                Ticker.system());
        this.tls = tls(name, secret);
        this.door = new RemoteHandoffListener(
                transport, new InetSocketAddress(own, DOOR), server.address(), server.adoption(), tls, Ticker.system());
    }

    /** The TLS of a process with this secret; the caller closes it. */
    public static ClusterTls tls(String name, String secret) {
        return ClusterTls.of(
                List.of(secret.getBytes(StandardCharsets.UTF_8)),
                new ClusterPeer("all", name),
                List.of(),
                TlsProvider.JDK);
    }

    public static RestoringNode on(Hosts hosts, String host, String address, String secret, Handler handler)
            throws IOException, InterruptedException {
        return hosts.in(host, () -> new RestoringNode(host, address, HttpLimits.defaults(), secret, handler));
    }

    public Backend backend() {
        return Backend.ready(name, server.address());
    }

    /** As a process that is killed ends: nobody says goodbye. */
    public void closeDoor() {
        door.close();
    }

    @Override
    public void close() {
        door.close();
        server.close();
        transport.close();
        tls.close();
    }
}
