package io.gosling.node.supervise;

import io.gosling.node.process.PortBinder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The cluster ports of the processes on this machine: each process keeps its own over restarts, unless another program
 * has taken it meanwhile.
 *
 * <p>Called by the threads of the children, each for its own.
 */
final class ClusterPorts {
    private final Map<String, Integer> ports = new ConcurrentHashMap<>();

    ClusterPorts(List<String> names) throws IOException {
        List<Integer> free = PortBinder.free(InetAddress.getLoopbackAddress(), names.size());
        names.forEach(name -> ports.put(name, free.get(ports.size())));
    }

    int forLife(String name) {
        int before = ports.getOrDefault(name, 0);
        int port = before != 0 && isFree(before) ? before : free();
        ports.put(name, port);
        return port;
    }

    List<Integer> others(String name, List<String> members) {
        return members.stream()
                .filter(member -> !member.equals(name))
                .map(member -> ports.getOrDefault(member, 0))
                .toList();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static int free() {
        try {
            return PortBinder.free(InetAddress.getLoopbackAddress(), 1).getFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
