package io.gosling.origin.upstream;

import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;

/** Looks the names of an origin's servers up once, so that one without an address is known before a client asks. */
final class OriginNames {
    private static final System.Logger LOG = System.getLogger(OriginClient.class.getName());

    private OriginNames() {}

    /** Warns of names without an address. The resolver takes as long as it likes, on a thread of its own. */
    static Thread check(UpstreamServers servers) {
        return Thread.ofVirtual()
                .name("gosling-origin-names")
                .start(() -> servers.all().forEach(OriginNames::check));
    }

    private static void check(OriginAddress server) {
        try {
            InetAddress.getAllByName(server.host());
        } catch (UnknownHostException e) {
            LOG.log(
                    Level.WARNING,
                    "origin {0}: the name {1} has no address; requests for it fail until this machine can look it up",
                    server,
                    server.host());
        }
    }
}
