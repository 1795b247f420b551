package io.gosling.dispatcher.policy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The live back-ends and their loads. Not thread-safe.
 *
 * <p>A server that left keeps counting down the requests it still has, unless they are counted on its successor,
 * without new ones.
 */
public final class LiveBackends {
    private static final double MOST_WEIGHT = 1000;

    private final List<PolicyBackend> servers = new ArrayList<>();
    private final List<MembershipListener> watchers = new ArrayList<>();
    private final MinimumTree loads = new MinimumTree();
    private int active;
    private double weight;
    private double heaviest;
    private int next;
    int frontEnds = 1;

    /** Reports present servers to a policy, and later changes. */
    void watch(MembershipListener watcher) {
        watchers.add(watcher);
        servers.forEach(watcher::joined);
    }

    /** Adds a back-end with no load; {@code weight} is in units of a standard machine, above 0 and at most 1000. */
    public PolicyBackend join(String name, double weight) {
        requireWeight(name, weight);
        PolicyBackend server = new PolicyBackend(name, weight);
        server.part = 1.0 / frontEnds;
        server.index = servers.size();
        servers.add(server);
        resize(server);
        weigh();
        watchers.forEach(watcher -> watcher.joined(server));
        return server;
    }

    private static void requireWeight(String name, double weight) {
        if (!(weight > 0 && weight <= MOST_WEIGHT)) {
            throw new IllegalArgumentException("the weight of " + name + " is " + weight
                    + "; it must be above 0 and at most " + MOST_WEIGHT + ", where 1 is a standard machine");
        }
    }

    /**
     * Changes the weight of a back-end; the state of policies about it stays. For hashing policies it costs as much as
     * a join.
     *
     * @param other above 0 and at most 1000
     */
    public void reweigh(PolicyBackend server, double other) {
        requireWeight(server.name(), other);
        server.weight = other;
        resize(server);
        if (server.live) {
            weigh();
            watchers.forEach(watcher -> watcher.reweighed(server));
        }
    }

    private void weigh() {
        weight = servers.stream().mapToDouble(PolicyBackend::weight).sum();
        heaviest = servers.stream().mapToDouble(PolicyBackend::weight).max().orElse(0);
    }

    /**
     * Sets the number of front-ends that send requests to these back-ends. This one has an equal part of the
     * load and of the admission limit.
     *
     * @param number this one included, at least 1
     */
    public void setFrontEnds(int number) {
        if (number < 1) {
            throw new IllegalArgumentException("there are " + number + " front-ends; expected at least 1");
        }
        frontEnds = number;
        for (PolicyBackend server : servers) {
            server.part = 1.0 / number;
            resize(server);
        }
    }

    /**
     * Takes a back-end out: its routing keys are assigned anew at their next request. Does nothing when it is out
     * already.
     */
    public void leave(PolicyBackend server) {
        if (!server.live) {
            return;
        }
        server.live = false;
        servers.remove(server.index);
        active -= server.active;
        weigh();
        next = server.index < next ? next - 1 : next;
        for (int at = server.index; at < servers.size(); at++) {
            PolicyBackend moved = servers.get(at);
            moved.index = at;
            loads.set(at, moved.load);
        }
        loads.clear(servers.size());
        watchers.forEach(watcher -> watcher.left(server));
    }

    public void begin(PolicyBackend server) {
        count(server, 1);
    }

    /** Counts the end of a request, whether it was answered or not; once for each {@link #begin}. */
    public void end(PolicyBackend server) {
        if (server.active == 0) {
            throw new IllegalStateException("a request of " + server.name() + " ended twice");
        }
        count(server, -1);
    }

    private void count(PolicyBackend server, int more) {
        server.active(server.active + more);
        if (server.live) {
            active += more;
            update(server);
        }
    }

    private void resize(PolicyBackend server) {
        server.resize();
        update(server);
    }

    private void update(PolicyBackend server) {
        if (server.live) {
            loads.set(server.index, server.load);
        }
    }

    /** Scales the capacity of a server in slow start by a factor above 0 and at most 1. */
    public void share(PolicyBackend server, double share) {
        if (server.share != share) {
            server.share = share;
            resize(server);
        }
    }

    /**
     * The most requests that this server may have so that none exceeds the average load, by weight and including one
     * more request, by more than this factor; at least 1.
     */
    public int bound(PolicyBackend server, double timesAverage) {
        return (int) Math.ceil(timesAverage * (active + 1) * server.weight() / weight);
    }

    /** The sum of the weights of all live servers. */
    public double weight() {
        return weight;
    }

    public int size() {
        return servers.size();
    }

    /** The live servers in the order of their joining; the list is a copy. */
    public List<PolicyBackend> servers() {
        return List.copyOf(servers);
    }

    /**
     * The admission limit S = (n - 1) T_high + T_low - 1: enough that every server can be at T_low, too little for all
     * of them to be at T_high. Weighted: S = T_high (sum w - max w) + T_low max w - 1. Of several front-ends
     * each has an equal part. At least 1 with any server, 0 without.
     */
    public int admissionLimit(PolicySettings settings) {
        if (servers.isEmpty()) {
            return 0;
        }
        double all = settings.get(PolicySettings.HIGH) * (weight - heaviest)
                + settings.get(PolicySettings.LOW) * heaviest
                - 1;
        return Math.max(1, (int) (all / frontEnds));
    }

    /** The server with the least load; ties go round robin from the last one chosen here. */
    @Nullable
    PolicyBackend leastLoaded() {
        int least = loads.indexOfLeast(next < servers.size() ? next : 0);
        if (least < 0) {
            return null;
        }
        next = least + 1;
        return servers.get(least);
    }

    boolean anyBelow(double load) {
        return loads.least() < load;
    }

    /** The live server at this place in the order of their joining, from 0. */
    public PolicyBackend at(int index) {
        return servers.get(index);
    }
}
