package io.gosling.tools.cluster;

import java.io.IOException;
import java.net.Socket;
import java.util.List;

/**
 * A host for processes and clients: this machine, or a network namespace on it.
 *
 * @param address that others find it at
 * @param inside what to put before a command so that it runs there
 * @param sockets of it, for any thread
 */
public record ProcessHost(String address, List<String> inside, Sockets sockets) {
    /** This machine, for itself alone. */
    public static final ProcessHost HERE = new ProcessHost("127.0.0.1", List.of(), ProcessHost::unconnected);

    public ProcessHost {
        inside = List.copyOf(inside);
    }

    /** Makes sockets that are connected to nothing yet. */
    @FunctionalInterface
    public interface Sockets {
        Socket open() throws IOException;
    }

    /** A socket is of the host on whose thread it is made; the first option makes it. */
    public static Socket unconnected() throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
