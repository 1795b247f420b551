package io.gosling.bench.checker;

import io.gosling.testing.NamespaceThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A network namespace for each node, and one in the middle that has the origin and passes packets on: a cut is a rule
 * there which drops them. The namespace of the machine is not touched. This process is in all of them: a thread that
 * has entered one opens the sockets there.
 */
final class Namespaces implements Network {
    private static final int CONNECT_MILLIS = 2000;

    private final String name = "gosling-check-" + ProcessHandle.current().pid() + "-";
    private final int nodes;
    private final List<NamespaceThread> threads = new ArrayList<>();
    private final Set<String> cuts = new HashSet<>();

    Namespaces(int nodes) throws IOException {
        this.nodes = nodes;
        try {
            for (int i = 0; i <= nodes; i++) {
                ip("netns", "add", name + i);
                ip("-n", name + i, "link", "set", "lo", "up");
            }
            ip("-n", name + 0, "addr", "add", originAddress() + "/32", "dev", "lo");
            ip("netns", "exec", name + 0, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward");
            for (int i = 1; i <= nodes; i++) {
                ip("-n", name + 0, "link", "add", "n" + i, "type", "veth", "peer", "name", "eth0", "netns", name + i);
                ip("-n", name + 0, "addr", "add", "10.99." + i + ".1/30", "dev", "n" + i);
                ip("-n", name + 0, "link", "set", "n" + i, "up");
                ip("-n", name + i, "addr", "add", address(i) + "/30", "dev", "eth0");
                ip("-n", name + i, "link", "set", "eth0", "up");
                ip("-n", name + i, "route", "add", "default", "via", "10.99." + i + ".1");
            }
            for (int i = 0; i <= nodes; i++) {
                threads.add(new NamespaceThread(name + i));
            }
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Returns whether this process may make them. */
    static boolean areAllowed() {
        String name = "gosling-check-" + ProcessHandle.current().pid();
        try {
            ip("netns", "add", name);
            try {
                ip("-n", name, "rule", "add", "from", "10.99.1.2", "to", "10.99.2.2", "blackhole");
                new NamespaceThread(name).close();
                return true;
            } finally {
                ip("netns", "del", name);
            }
        } catch (IOException | UncheckedIOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static void ip(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException(String.join(" ", command) + ": " + said.strip());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    @Override
    public List<String> inside(int node) {
        return List.of("ip", "netns", "exec", name + node);
    }

    @Override
    public String address(int node) {
        return "10.99." + node + ".2";
    }

    @Override
    public String originAddress() {
        return "10.99.0.1";
    }

    @Override
    public ServerSocket listen() throws IOException {
        return threads.get(0).in(() -> new ServerSocket(0, 256, InetAddress.ofLiteral(originAddress())));
    }

    @Override
    public Socket connect(int node, String host, int port) throws IOException {
        return threads.get(node).in(() -> {
            Socket socket = new Socket();
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral(host), port), CONNECT_MILLIS);
            return socket;
        });
    }

    @Override
    public boolean isOwnMachine() {
        return true;
    }

    @Override
    public boolean canCut() {
        return true;
    }

    @Override
    public synchronized void cut(int from, int to) throws IOException {
        if (cuts.add(from + ">" + to)) {
            ip("-n", name + 0, "rule", "add", "from", address(from), "to", address(to), "blackhole");
        }
    }

    @Override
    public synchronized void heal(int from, int to) throws IOException {
        if (cuts.remove(from + ">" + to)) {
            ip("-n", name + 0, "rule", "del", "from", address(from), "to", address(to), "blackhole");
        }
    }

    @Override
    public void close() throws IOException {
        threads.forEach(NamespaceThread::close);
        for (int i = 0; i <= nodes; i++) {
            if (Files.exists(NamespaceThread.FOLDER.resolve(name + i))) {
                ip("netns", "del", name + i);
            }
        }
    }

    @Override
    public String toString() {
        return "processes in network namespaces, with a router between them that can cut";
    }
}
