package io.gosling.node;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The cluster ports of the processes on this machine: each keeps its own over restarts, unless somebody else has taken
 * it meanwhile.
 *
 * <p>Asked by the threads of the children; the monitor guards the map.
 */
final class ClusterPorts {
    @GuardedBy("this")
    private final Map<String, Integer> ports = new LinkedHashMap<>();

    /** Picks ports that are free now, all at once, so that they differ. */
    ClusterPorts(List<String> names) throws IOException {
        Map<String, ServerSocket> sockets = new LinkedHashMap<>();
        try {
            for (String name : names) {
                ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                sockets.put(name, socket);
                ports.put(name, socket.getLocalPort());
            }
        } finally {
            for (ServerSocket socket : sockets.values()) {
                socket.close();
            }
        }
    }

    /** The port for the next life of a process. */
    synchronized int forLife(String name) {
        Integer port = ports.get(name);
        if (port == null || !isFree(port)) {
            port = free();
            ports.put(name, port);
        }
        return port;
    }

    /** The ports of all others that were named. */
    synchronized List<Integer> others(String name, List<String> members) {
        return members.stream()
                .filter(member -> !member.equals(name))
                .map(member -> ports.getOrDefault(member, 0))
                .toList();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
