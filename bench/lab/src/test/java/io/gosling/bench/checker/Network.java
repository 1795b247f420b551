package io.gosling.bench.checker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;

/** The places of the nodes and their origin, and the network between them. Nodes have the numbers 1 to n. */
interface Network extends AutoCloseable {
    /** True to use namespaces if they can be made. */
    boolean NAMESPACES = !System.getProperty("purges.network", "namespaces").equals("loopback");

    /** Namespaces where this process may make them; otherwise the loopback address, which nobody can cut. */
    static Network open(int nodes) throws IOException {
        return NAMESPACES && Namespaces.areAllowed() ? new Namespaces(nodes) : new Loopback();
    }

    /** The beginning of a node's command. */
    List<String> inside(int node);

    /** The address of a node, where all its ports are but the admin port. */
    String address(int node);

    /** The address at which nodes find the origin. */
    String originAddress();

    /** A port on {@link #originAddress}. */
    ServerSocket listen() throws IOException;

    /** A connection to a node as from its own machine, whatever is cut. */
    Socket connect(int node, String host, int port) throws IOException;

    /** Returns whether ports of different nodes may be the same. */
    boolean isOwnMachine();

    /** Returns whether {@link #cut} does anything. */
    boolean canCut();

    /** Nothing that a node sends arrives at the other one; neither is told. */
    void cut(int from, int to) throws IOException;

    /** It arrives again. */
    void heal(int from, int to) throws IOException;

    @Override
    void close() throws IOException;

    /** All on one address. */
    final class Loopback implements Network {
        private static final String HOST = "127.0.0.1";

        @Override
        public List<String> inside(int node) {
            return List.of();
        }

        @Override
        public String address(int node) {
            return HOST;
        }

        @Override
        public String originAddress() {
            return HOST;
        }

        @Override
        public ServerSocket listen() throws IOException {
            return new ServerSocket(0, 256, InetAddress.getLoopbackAddress());
        }

        @Override
        public Socket connect(int node, String host, int port) throws IOException {
            return new Socket(host, port);
        }

        @Override
        public boolean isOwnMachine() {
            return false;
        }

        @Override
        public boolean canCut() {
            return false;
        }

        @Override
        public void cut(int from, int to) {}

        @Override
        public void heal(int from, int to) {}

        @Override
        public void close() {}

        @Override
        public String toString() {
            return "processes on the loopback address, whose connections nobody can cut: that needs Linux, root and"
                    + " ip netns";
        }
    }
}
