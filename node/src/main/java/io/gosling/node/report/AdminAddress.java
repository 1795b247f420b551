package io.gosling.node.report;

import io.gosling.settings.HostPort;
import java.nio.file.Path;

/** The address of an admin port, or of its Unix socket. */
public sealed interface AdminAddress {
    record Port(HostPort address) implements AdminAddress {
        @Override
        public String toString() {
            return address.toString();
        }
    }

    record Socket(Path file) implements AdminAddress {
        /** Before the path of a socket. */
        public static final String SCHEME = "unix:";

        @Override
        public String toString() {
            return SCHEME + file;
        }
    }
}
