package io.gosling.bench.peers;

import io.gosling.tools.process.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A server that takes part in the comparison: how to find it, and how to configure it for the lowest cost. */
interface WebServer {
    String label();

    Optional<String> version() throws IOException, InterruptedException;

    /** Returns whether it supports what a row requires. */
    default boolean takesPart(PeerRow row) {
        return true;
    }

    /** Returns whether a row is useless without it. */
    default boolean needed() {
        return false;
    }

    /** Returns whether it answers from a cache of what another server has, or by it. */
    default boolean wantsOrigin() {
        return false;
    }

    /** The origin of caches; the same for all in a row, on the load's CPUs, and not measured. */
    default WebServer origin() {
        return new Nginx(false);
    }

    /** The server behind it that is measured with it; it is started first, and then is the origin. */
    default Optional<WebServer> behind() {
        return Optional.empty();
    }

    /** Writes its configuration, and returns the command that starts it in the foreground. */
    Launch prepare(Site site) throws IOException;

    /** The ports of a server on 127.0.0.1. */
    record Address(int plain, int secure) {}

    /**
     * The site that a server is to serve, with its address, directories and certificate.
     *
     * @param own a directory of its own for configuration and logs
     * @param certificate for HTTPS; TLS 1.3 only
     * @param origin the port of a server that has the files, for those that want one; 0 for others
     */
    record Site(Path root, Path own, Address address, Certificate certificate, Dress dress, int origin) {
        /** The values of the names in configuration files, and some more. */
        Map<String, String> values(String... more) {
            Map<String, String> values = new HashMap<>(Map.of(
                    "root", root.toString(),
                    "own", own.toString(),
                    "port", "" + address.plain(),
                    "secure", "" + address.secure(),
                    "chain", certificate.chain().toString(),
                    "key", certificate.key().toString(),
                    "both", certificate.both().toString(),
                    "origin", "" + origin));
            for (int i = 0; i < more.length; i += 2) {
                values.put(more[i], more[i + 1]);
            }
            return values;
        }
    }
}
