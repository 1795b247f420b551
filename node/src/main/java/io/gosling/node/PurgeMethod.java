package io.gosling.node;

import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.site.AddressBlock;
import io.gosling.site.ClientAddress;
import java.net.InetAddress;
import java.util.List;

/**
 * Requests with the method PURGE, from addresses that may: the URL they name is purged on the whole cluster. Others are
 * answered 403. A request that has come through a proxy is its client's: without a word that can be trusted about who that
 * is, it is nobody's.
 */
final class PurgeMethod implements Filter {
    private final List<AddressBlock> allowed;
    private final ClientAddress clients;
    private final PurgeRequests purges;

    PurgeMethod(List<AddressBlock> allowed, List<AddressBlock> proxies, PurgeRequests purges) {
        this.allowed = allowed;
        this.clients = new ClientAddress(proxies);
        this.purges = purges;
    }

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        if (!request.method().equals("PURGE")) {
            return next.handle(request);
        }
        InetAddress client = clients.certain(request);
        boolean may = client != null && allowed.stream().anyMatch(block -> block.contains(client));
        return may
                ? purges.url(request)
                : Response.text("PURGE is for the addresses in the setting purge-from\n")
                        .withStatus(403);
    }
}
