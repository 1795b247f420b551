package io.gosling.dispatcher.testing;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.handoff.HandoffSocketDirectory;
import io.gosling.netty.handoff.LocalHandoffListener;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A node as a front-end sees it: a server, and a door to which connections are brought. */
public final class AdoptingNode implements AutoCloseable {
    /** Assumed bytes of an answer that is not in memory. */
    public static final long MEAN_FETCH = 10_000;

    private final String name;
    private final Transport transport;
    public final HttpServer server;
    final LocalHandoffListener door;

    public AdoptingNode(String name, Path directory, Handler handler) throws IOException {
        this(name, directory, HttpLimits.defaults(), handler);
    }

    AdoptingNode(String name, Path directory, HttpLimits limits, Handler handler) throws IOException {
        this.name = name;
        this.transport = Transport.open(TransportKind.AUTO, 2, name);
        this.server = HttpServer.start(
                transport,
                List.of(ListenEndpoint.plain(Stage.anyAddress())),
                limits,
                CachedDocumentLookup.none(),
                handler,
                CompletedResponseListener.none(),
                null,
                Ticker.system());
        this.door = new LocalHandoffListener(
                transport,
                HandoffSocketDirectory.open(directory),
                server.address(),
                server.adoption(),
                () -> MEAN_FETCH);
    }

    public Backend backend() {
        return Backend.ready(name, server.address());
    }

    @Override
    public void close() {
        door.close();
        server.close();
        transport.close();
    }
}
