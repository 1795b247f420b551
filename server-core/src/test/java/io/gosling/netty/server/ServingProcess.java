package io.gosling.netty.server;

import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.Listener;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A server in a process of its own: prints {@code port=N} and serves until its standard input ends. */
final class ServingProcess {
    private ServingProcess() {}

    public static void main(String[] arguments) throws IOException {
        try (Transport transport = Transport.open(TransportKind.NIO, 1, "child");
                HttpServer server = HttpServer.start(
                        transport,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        HttpLimits.defaults(),
                        CachedDocumentLookup.none(),
                        request -> new Response(204, Headers.empty(), null),
                        CompletedResponseListener.none(),
                        Ticker.system())) {
            // Before the table is full: a log that is first used then finds no descriptor for its own settings.
            System.getLogger(Listener.class.getName()).log(System.Logger.Level.INFO, "serving");
            System.out.println("port=" + server.address().getPort());
            while (System.in.read() >= 0) {
                // whatever comes
            }
        }
    }
}
