package io.gosling.dispatcher.policy;

/**
 * One back-end as a policy sees it, from join to leave. A back-end that failed and came back is a new server, so the
 * state of the old one does not apply to it.
 *
 * <p>Not thread-safe: guarded with its {@link LiveServers}, which alone changes it. The name may be read anywhere.
 */
public final class Server {
    private final String name;
    private double weight;
    final Server[] alone = {this};
    final long seed;

    int active;
    double load;
    boolean live = true;
    int index;

    /** Measurements of policies: latency and its time, hit ratio, estimated bytes held. */
    double latency;

    long heardNanos;
    double hits;
    double unheard;
    long held;

    private double ramp = 1;
    private double share = 1;
    private double part = 1;
    private double capacity;

    Server(String name, double weight) {
        this.name = name;
        this.weight = weight;
        this.capacity = weight;
        this.seed = RoutingKeys.hash(name);
    }

    public String name() {
        return name;
    }

    /** The machine's capacity in units of a standard machine. */
    public double weight() {
        return weight;
    }

    /** Requests assigned and not yet completed. */
    public int active() {
        return active;
    }

    /**
     * Active requests for each unit of weight, more while it is cold, and as many times as there are front-ends: what
     * the thresholds are compared with.
     */
    public double load() {
        return load;
    }

    /** False once it has left the cluster: it takes no further requests, and those it has run out. */
    public boolean live() {
        return live;
    }

    void active(int requests) {
        active = requests;
        load = requests / capacity;
    }

    void weight(double other) {
        weight = other;
        resize();
    }

    void ramp(double other) {
        ramp = other;
        resize();
    }

    void part(double other) {
        part = other;
        resize();
    }

    /** Sets the share; returns true if changed. */
    boolean share(double other) {
        boolean changed = other != share;
        if (changed) {
            share = other;
            resize();
        }
        return changed;
    }

    private void resize() {
        capacity = part * weight * Math.min(ramp, share);
        active(active);
    }

    @Override
    public String toString() {
        return name + "(" + active + ")";
    }
}
