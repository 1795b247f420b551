package io.gosling.node.process;

import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.http.ResponseListener;
import io.gosling.http.documents.HotDocuments;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.node.reload.Reload;
import io.gosling.node.settings.CommonSettings;
import java.net.InetSocketAddress;

/** Opens the admin port: the same server as for clients, but on loopback and not counted. */
public final class AdminPort {
    private static final int CONNECTIONS = 64;
    private static final int PIPELINED = 4;
    /** The longest form of a purge, in which a character may take three bytes. */
    private static final int FORM = 512 << 10;

    private AdminPort() {}

    public static Response answer(Reload reload) {
        Reload.Outcome outcome = reload.run();
        int status = switch (outcome.result()) {
            case TAKEN -> 200;
            case LATER -> 202;
            case WRONG -> 422;
        };
        return Response.text(String.join("\n", outcome.lines()) + "\n").withStatus(status);
    }

    public static HttpServer listen(InetSocketAddress address, Transport transport, Handler api) {
        return listen(address, transport, api, FORM);
    }

    /** @param largestBody at least what a form needs */
    public static HttpServer listen(InetSocketAddress address, Transport transport, Handler api, int largestBody) {
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.BODY, (long) Math.max(FORM, largestBody))
                .with(HttpLimits.CONNECTIONS, CONNECTIONS)
                .with(HttpLimits.PIPELINED, PIPELINED);
        Ticker ticker = Ticker.system();
        return Ports.bind(
                CommonSettings.ADMIN_PORT,
                () -> HttpServer.start(
                        transport, address, limits, HotDocuments.none(), api, ResponseListener.none(), ticker));
    }
}
