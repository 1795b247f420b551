package io.gosling.bench.peers;

import io.gosling.tools.process.LaunchCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A server that takes part in the comparison, configured for the lowest cost.
 *
 * @param rows that it supports
 * @param needed whether a row is useless without it
 * @param origin of a cache or front-end; the same for all in a row, on the load's CPUs, and not measured
 * @param behind the server behind it that is measured with it; it is started first, and then is the origin
 */
record ComparedServer(
        String label,
        Set<ComparisonRow> rows,
        boolean needed,
        @Nullable ComparedServer origin,
        @Nullable ComparedServer behind,
        Version version,
        Preparation preparation) {
    /** The version that is installed; empty if none is. */
    interface Version {
        Optional<String> find() throws IOException, InterruptedException;
    }

    /** Writes the configuration, and returns the command that starts the server in the foreground. */
    interface Preparation {
        LaunchCommand prepare(Site site) throws IOException;
    }

    /** This server with another behind it, measured as one. */
    ComparedServer before(String together, ComparedServer back) {
        return new ComparedServer(
                together, EnumSet.allOf(ComparisonRow.class), needed, null, back, version, preparation);
    }

    /** The ports of a server on 127.0.0.1. */
    record Address(int plain, int secure) {}

    /**
     * The site that a server is to serve, with its address, directories and certificate.
     *
     * @param own a directory of its own for configuration and logs
     * @param certificate for HTTPS; TLS 1.3 only
     * @param origin the port of a server that has the files, for those that want one; 0 for others
     */
    record Site(
            Path root, Path own, Address address, SelfSignedCertificate certificate, ServerVariant dress, int origin) {
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

        /** A configuration file of this package's resources, filled in. */
        Path write(String resource, String... more) throws IOException {
            return ConfigurationTemplateFiller.write(own, resource, values(more));
        }
    }
}
