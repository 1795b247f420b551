package io.gosling.node.process;

import io.gosling.command.CommandFailureException;
import io.gosling.document.Ticker;
import io.gosling.http.CompletedResponseListener;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.node.reload.ConfigurationReloader;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.SettingValues;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;

/** Opens the admin port: the same server as for clients, but on loopback and not counted. */
public final class AdminServerSetup {
    private static final System.Logger LOG = System.getLogger(AdminServerSetup.class.getName());
    private static final int CONNECTIONS = 64;
    private static final int PIPELINED = 4;
    /** The longest form of a purge, in which a character may take three bytes. */
    private static final int FORM = 512 << 10;

    private AdminServerSetup() {}

    public static Response answer(ConfigurationReloader reload) {
        ConfigurationReloader.Outcome outcome = reload.run();
        int status = switch (outcome.result()) {
            case TAKEN -> 200;
            case LATER -> 202;
            case WRONG -> 422;
        };
        return Response.text(String.join("\n", outcome.lines()) + "\n").withStatus(status);
    }

    public static HttpServer listen(SettingValues values, InetSocketAddress address, Transport transport, Handler api) {
        return listen(values, address, transport, api, FORM);
    }

    /**
     * Opens the port; another one if the default is in use and none was given, so that servers of one machine need no
     * more than different ports for clients.
     *
     * @param largestBody at least what a form needs
     */
    public static HttpServer listen(
            SettingValues values, InetSocketAddress address, Transport transport, Handler api, int largestBody) {
        try {
            return open(address, transport, api, largestBody);
        } catch (CommandFailureException e) {
            if (values.isGiven(CommonSettings.ADMIN_PORT)) {
                throw e;
            }
            HttpServer other = open(new InetSocketAddress(address.getAddress(), 0), transport, api, largestBody);
            LOG.log(
                    Level.WARNING,
                    "{0}: the admin port is {1}; give --admin-port to choose one",
                    e.getMessage(),
                    PortBinder.text(other.address()));
            return other;
        }
    }

    private static HttpServer open(InetSocketAddress address, Transport transport, Handler api, int largestBody) {
        HttpLimits limits = HttpLimits.defaults()
                .with(HttpLimits.BODY, (long) Math.max(FORM, largestBody))
                .with(HttpLimits.CONNECTIONS, CONNECTIONS)
                .with(HttpLimits.PIPELINED, PIPELINED);
        Ticker ticker = Ticker.system();
        return PortBinder.bind(
                CommonSettings.ADMIN_PORT,
                () -> HttpServer.start(
                        transport,
                        address,
                        limits,
                        CachedDocumentLookup.none(),
                        api,
                        CompletedResponseListener.none(),
                        ticker));
    }
}
