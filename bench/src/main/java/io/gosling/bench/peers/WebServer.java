package io.gosling.bench.peers;

import io.gosling.bench.process.Launch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A server that takes part in the comparison: how it is found, and how it is set up to cost as little as it can. */
interface WebServer {
    /** What tables and {@code --peers} call it. */
    String label();

    /** Its version, or nothing if it is not installed. */
    Optional<String> version() throws IOException, InterruptedException;

    /** Whether it can do what a row asks for. */
    boolean takesPart(Row row);

    /** Whether a row says nothing without it. */
    default boolean needed() {
        return false;
    }

    /** Whether it answers from a cache of what another server has, or by it. */
    default boolean wantsOrigin() {
        return false;
    }

    /** Who that is; the same for all in a row, on the load's CPUs, and not measured. */
    default WebServer origin() {
        return new Nginx(false);
    }

    /** What answers behind it and is measured with it; it is started first, and then is the origin. */
    default Optional<WebServer> behind() {
        return Optional.empty();
    }

    /** Writes its configuration, and says how it is started so that it stays in the foreground. */
    Launch prepare(Site site) throws IOException;

    /**
     * What a server is to serve, and where.
     *
     * @param root the directory with the files
     * @param own a directory of its own for configuration and logs
     * @param address where to listen
     * @param certificate for HTTPS; TLS 1.3 only
     * @param origin the port of a server that has the files, for those that want one; 0 for others
     */
    record Site(Path root, Path own, Address address, Certificate certificate, Dress dress, int origin) {
        /** What configuration files have names for, and some more. */
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
