package io.gosling.node.run;

import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.settings.NodeSitesSettings;
import io.gosling.settings.SettingValues;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.access.ForwardedClientResolver;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Handles requests with the method PURGE from permitted addresses: the URL that they name is purged on the whole
 * cluster. Others are answered 403. A request that came through a proxy counts as its client's; if no trusted proxy
 * names the client, it is refused. Safe for use by many threads; the permitted addresses change with a reload.
 */
final class PurgeMethodFilter implements Filter {
    private final PurgeHandler purges;
    private volatile Callers callers;

    /** The addresses that may purge, and the proxies that are trusted to name the client's address. */
    private record Callers(List<AddressBlock> allowed, ForwardedClientResolver clients) {
        static Callers of(SettingValues allowing, SettingValues trusting) {
            return new Callers(
                    allowing.find(NodeSettings.PURGE_FROM).orElse(List.of()),
                    new ForwardedClientResolver(NodeSitesSettings.believed(trusting)));
        }
    }

    PurgeMethodFilter(SettingValues values, PurgeHandler purges) {
        this.purges = purges;
        this.callers = Callers.of(values, values);
    }

    /** The part of a reload: the permitted addresses, and the trusted proxies, from {@code atStart} if fixed. */
    ReloadablePart part(SettingValues atStart, ReloadablePart served) {
        boolean live = served.settings().contains(NodeSitesSettings.TRUSTED_PROXIES);
        return new ReloadablePart(List.of(NodeSettings.PURGE_FROM), read -> {
            Callers others = Callers.of(read, live ? read : atStart);
            return () -> callers = others;
        });
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        if (!request.method().equals("PURGE")) {
            return next.handle(request);
        }
        Callers now = callers;
        InetAddress client = now.clients().certain(request);
        boolean may = client != null && now.allowed().stream().anyMatch(block -> block.contains(client));
        return may ? purges.url(request) : Response.text(refusal(client)).withStatus(403);
    }

    private static String refusal(@Nullable InetAddress client) {
        return client == null
                ? "PURGE is for the addresses in the setting purge-from, and who asks is not certain: the request came"
                        + " through a proxy (X-Forwarded-For, Forwarded or Via) that the setting trusted-proxies"
                        + " does not name; ask the node itself, or its admin port\n"
                : "PURGE is for the addresses in the setting purge-from; this request is from "
                        + client.getHostAddress() + "\n";
    }
}
