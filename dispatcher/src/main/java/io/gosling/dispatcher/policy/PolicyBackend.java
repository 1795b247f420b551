package io.gosling.dispatcher.policy;

/**
 * One back-end as a policy sees it, from join to leave. A back-end that failed and came back is a new server, so the
 * state of the old one does not apply to it.
 *
 * <p>Not thread-safe: guarded with its {@link LiveBackends}, which alone changes it. The name may be read anywhere.
 */
public final class PolicyBackend {
    private final String name;
    double weight;
    final PolicyBackend[] alone = {this};
    final long seed;

    int active;
    double load;
    boolean live = true;
    int index;

    /** Measurements of policies: estimated bytes held, place in turn. */
    long held;

    double pass;

    /** Factors of its capacity: in slow start, and of this front-end. */
    double share = 1;

    double part = 1;
    private double capacity;

    PolicyBackend(String name, double weight) {
        this.name = name;
        this.weight = weight;
        this.capacity = weight;
        this.seed = RoutingKeyHash.hash(name);
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
     * Active requests for each unit of weight, more in slow start, and as many times as there are front-ends: what
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

    /** Applies changes of its weight and of its factors. */
    void resize() {
        capacity = part * weight * share;
        active(active);
    }

    @Override
    public String toString() {
        return name + "(" + active + ")";
    }
}
