package io.gosling.dispatcher.policy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The live back-ends and their loads. Not thread-safe.
 *
 * <p>A server that left keeps counting down the requests it still has; nobody chooses it.
 */
public final class Cluster {
    private static final double MOST_WEIGHT = 1000;

    private final List<Server> servers = new ArrayList<>();
    private int next;

    /**
     * Adds a back-end with no load.
     *
     * @param weight capacity in units of a standard machine, above 0 and at most 1000
     */
    public Server join(String name, double weight) {
        if (!(weight > 0 && weight <= MOST_WEIGHT)) {
            throw new IllegalArgumentException("the weight of " + name + " is " + weight
                    + "; it must be above 0 and at most " + MOST_WEIGHT + ", where 1 is a standard machine");
        }
        Server server = new Server(name, weight);
        servers.add(server);
        return server;
    }

    /** Takes a back-end out: its targets are assigned anew when next asked for. Does nothing when it is out already. */
    public void leave(Server server) {
        int at = indexOf(server);
        if (at >= 0) {
            servers.remove(at);
            server.live = false;
            next = at < next ? next - 1 : next;
        }
    }

    /** Counts a request that was assigned to this server. */
    public void begin(Server server) {
        server.active(server.active + 1);
    }

    /** Counts the end of a request, whether it was answered or not; once for each {@link #begin}. */
    public void end(Server server) {
        if (server.active == 0) {
            throw new IllegalStateException("a request of " + server.name() + " ended twice");
        }
        server.active(server.active - 1);
    }

    /** Number of live servers. */
    public int size() {
        return servers.size();
    }

    /** The live servers in the order of their joining; the list is a copy. */
    public List<Server> servers() {
        return List.copyOf(servers);
    }

    /**
     * The admission limit S = (n - 1) T_high + T_low - 1: enough that every server can be at T_low, too little for all
     * of them to be at T_high. Weighted: S = T_high (sum w - max w) + T_low max w - 1. At least 1 with any server, 0
     * without.
     */
    public int admissionLimit(LardSettings settings) {
        double sum = 0;
        double most = 0;
        for (Server server : servers) {
            sum += server.weight();
            most = Math.max(most, server.weight());
        }
        if (servers.isEmpty()) {
            return 0;
        }
        return Math.max(1, (int) (settings.high() * (sum - most) + settings.low() * most - 1));
    }

    /** The server with the least load; ties go round robin from the last one that was chosen here. */
    @Nullable
    Server leastLoaded() {
        int least = -1;
        double load = Double.POSITIVE_INFINITY;
        int size = servers.size();
        for (int step = 0, at = next < size ? next : 0; step < size; step++, at = at + 1 < size ? at + 1 : 0) {
            double candidate = servers.get(at).load;
            if (candidate < load) {
                load = candidate;
                least = at;
            }
        }
        if (least < 0) {
            return null;
        }
        next = least + 1;
        return servers.get(least);
    }

    /** Whether some server's load is below this. */
    boolean anyBelow(double load) {
        for (int at = 0; at < servers.size(); at++) {
            if (servers.get(at).load < load) {
                return true;
            }
        }
        return false;
    }

    Server at(int index) {
        return servers.get(index);
    }

    @SuppressWarnings("ReferenceEquality") // a server is itself and nothing else
    private int indexOf(Server server) {
        for (int at = 0; at < servers.size(); at++) {
            if (servers.get(at) == server) {
                return at;
            }
        }
        return -1;
    }
}
