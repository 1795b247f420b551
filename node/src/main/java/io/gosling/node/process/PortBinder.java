package io.gosling.node.process;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.common.ResourceStack;
import io.gosling.netty.listen.Listener;
import io.gosling.settings.HostPort;
import io.gosling.settings.Setting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds ports, and names the flag to change if one is taken. */
public final class PortBinder {
    private PortBinder() {}

    @FunctionalInterface
    public interface Opening<T> {
        T open() throws IOException;
    }

    /** @throws CommandFailureException when the system refuses; names the flag */
    public static <T> T bind(Setting<?> flag, Opening<T> opening) {
        return bind(flag.flag(), opening);
    }

    /** Opens something with two ports; the message says which of them it was. */
    public static <T> T bind(Setting<?> first, Setting<?> second, Opening<T> opening) {
        return bind(first.flag() + " or " + second.flag(), opening);
    }

    public static <T> T bindClients(HttpsSetup https, Opening<T> opening) {
        return bind(https.flags(), opening);
    }

    private static <T> T bind(String flags, Opening<T> opening) {
        try {
            return opening.open();
        } catch (IOException e) {
            throw new CommandFailureException(ExitCode.REFUSED, flags + ": " + e.getMessage(), e);
        }
    }

    /**
     * Checks early that a port is free.
     *
     * @param port 0 for any, which is always free
     * @throws CommandFailureException when it is taken; names the flag
     */
    public static void requireFree(Setting<Integer> flag, String host, int port) {
        if (port != 0) {
            bind(flag, () -> probe(new InetSocketAddress(host, port)));
        }
    }

    private static InetSocketAddress probe(InetSocketAddress address) throws IOException {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
            return address;
        } catch (IOException e) {
            throw Listener.cannotBind(address, e);
        }
    }

    /** Ports of an address that are free now, picked all at once, so that they differ. */
    public static List<Integer> free(InetAddress address, int count) throws IOException {
        List<Integer> free = new ArrayList<>();
        try (ResourceStack sockets = new ResourceStack()) {
            while (free.size() < count) {
                free.add(sockets.add(new ServerSocket(0, 1, address)).getLocalPort());
            }
        }
        return free;
    }

    public static String text(@Nullable InetSocketAddress address) {
        return address == null ? "-" : HostPort.of(address).toString();
    }
}
