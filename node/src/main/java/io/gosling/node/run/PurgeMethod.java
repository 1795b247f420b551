package io.gosling.node.run;

import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.node.reload.Part;
import io.gosling.node.settings.PurgeQuorumSettings;
import io.gosling.node.settings.ServedSettings;
import io.gosling.node.settings.Values;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.access.TrustedProxies;
import java.net.InetAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests with the method PURGE, from addresses that may: the URL they name is purged on the whole cluster. Others are
 * answered 403. A request that has come through a proxy is its client's: without a word that can be trusted about who that
 * is, it is nobody's. Safe for use by many threads; who may changes with a reload.
 */
final class PurgeMethod implements Filter {
    private final PurgeRequests purges;
    private volatile Callers callers;

    /** Who may, and whose word is taken on who somebody is. */
    private record Callers(List<AddressBlock> allowed, TrustedProxies clients) {
        static Callers of(Values allowing, Values trusting) {
            return new Callers(
                    allowing.find(PurgeQuorumSettings.PURGE_FROM).orElse(List.of()),
                    new TrustedProxies(ServedSettings.believed(trusting)));
        }
    }

    PurgeMethod(Values values, PurgeRequests purges) {
        this.purges = purges;
        this.callers = Callers.of(values, values);
    }

    /**
     * The addresses, and the proxies where what is served follows those too.
     *
     * @param atStart says which proxies are trusted where they stay as they are
     * @param served what else changes
     */
    Part part(Values atStart, Part served) {
        boolean live = served.settings().contains(ServedSettings.TRUSTED_PROXIES);
        return new Part(List.of(PurgeQuorumSettings.PURGE_FROM), read -> {
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
                        + " through a proxy (X-Forwarded-For, Forwarded or Via) that the setting trusted-proxies does not"
                        + " name; ask the node itself, or its admin port\n"
                : "PURGE is for the addresses in the setting purge-from; this request is from "
                        + client.getHostAddress() + "\n";
    }
}
