package io.gosling.dispatcher.policy;

import org.jspecify.annotations.Nullable;

/**
 * The power of two choices (Mitzenmacher 1996), by latency: of two servers drawn by weight, the one where a request is
 * likely to wait less.
 *
 * <pre>
 * a, b := two draws;  n := whichever has the lesser (active + 1) / weight * latency
 * latency[n]: a mean that rises at once with a slower answer and falls by an eighth of the way with a faster one
 * </pre>
 *
 * <p>One that has not answered yet has the latency of the fastest, so that it is tried. Draws come from a counter: two runs
 * are alike.
 */
final class TwoChoices implements DistributionPolicy {
    private static final double FALL = 1.0 / 8;

    private final Slots slots;
    private double fastest = 1;
    private long draws;

    TwoChoices(Cluster cluster) {
        this.slots = new Slots(cluster);
    }

    @Override
    public @Nullable Server choose(long target, long nanos) {
        Server first = slots.of(++draws);
        Server second = slots.of(++draws);
        return first == null || second == null || wait(first) <= wait(second) ? first : second;
    }

    private double wait(Server server) {
        return (server.active + 1) / server.weight() * (server.latency > 0 ? server.latency : fastest);
    }

    @Override
    public boolean listens() {
        return true;
    }

    @Override
    public void answered(long target, Server server, Cached cached, long bytes, long tookNanos) {
        double took = Math.max(1, tookNanos);
        server.latency = took > server.latency ? took : server.latency + FALL * (took - server.latency);
        fastest = fastest == 1 ? took : Math.min(fastest, took);
    }
}
