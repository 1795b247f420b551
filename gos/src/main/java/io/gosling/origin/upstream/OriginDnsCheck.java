package io.gosling.origin.upstream;

import io.gosling.netty.client.HostResolver;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletableFuture;

/** Looks the names of an origin's servers up once, so that one without an address is known before a client asks. */
final class OriginDnsCheck {
    private static final System.Logger LOG = System.getLogger(OriginClient.class.getName());

    private OriginDnsCheck() {}

    /** Warns of names without an address. Does not block; completed when all names have been looked up. */
    static CompletableFuture<?> check(OriginServerAddresses servers) {
        return CompletableFuture.allOf(servers.all().stream()
                .filter(server -> server.socket().isUnresolved())
                .map(OriginDnsCheck::check)
                .toArray(CompletableFuture[]::new));
    }

    private static CompletableFuture<?> check(OriginAddress server) {
        return HostResolver.ofSystem().lookUp(server.host()).handle((found, unknown) -> {
            if (unknown != null) {
                LOG.log(
                        Level.WARNING,
                        "origin {0}: the name {1} has no address;"
                                + " requests for it fail until this machine can look it up",
                        server,
                        server.host());
            }
            return found;
        });
    }
}
