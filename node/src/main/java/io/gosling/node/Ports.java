package io.gosling.node;

import io.gosling.node.settings.HostPort;
import io.gosling.node.settings.Setting;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Binds ports, and says which flag to change when one is taken. */
final class Ports {
    private Ports() {}

    /** Something that opens a port. */
    @FunctionalInterface
    interface Opening<T> {
        T open() throws IOException;
    }

    /**
     * Opens it.
     *
     * @throws CommandFailure when the system refuses; names the flag
     */
    static <T> T bind(Setting<?> flag, Opening<T> opening) {
        try {
            return opening.open();
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.REFUSED, flag.flag() + ": " + e.getMessage(), e);
        }
    }

    /** {@code HOST:PORT}, or a dash for none. */
    static String text(@Nullable InetSocketAddress address) {
        return address == null ? "-" : HostPort.of(address).toString();
    }
}
