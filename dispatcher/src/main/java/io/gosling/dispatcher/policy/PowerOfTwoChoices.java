package io.gosling.dispatcher.policy;

import org.jspecify.annotations.Nullable;

/**
 * The power of two choices (Mitzenmacher 1996), by latency: of two servers drawn by weight, the one where a request is
 * likely to wait less.
 *
 * <pre>
 * a, b := two draws;  n := whichever has the lesser (active + 1) / weight * latency
 * latency[n]: rises at once with a slower answer, falls by an eighth of the way with a faster one, and, while it is not
 *   heard of, comes half way to the fastest every 5 s, so that one that was slow once is tried again
 * </pre>
 *
 * <p>One that has not answered yet has the latency of the fastest. Draws come from a counter: two runs are alike.
 */
final class PowerOfTwoChoices implements DistributionPolicy {
    private static final double FALL = 1.0 / 8;
    private static final double RISE_OF_FASTEST = 0.001;
    /** ln 2 / 5 s, for each nanosecond. */
    private static final double FORGETTING = Math.log(2) / 5e9;

    private final RendezvousHashing slots;
    private double fastest;
    private long draws;

    PowerOfTwoChoices(LiveBackends cluster) {
        this.slots = new RendezvousHashing(cluster);
    }

    @Override
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        PolicyBackend first = slots.choose(++draws, nanos);
        PolicyBackend second = slots.choose(++draws, nanos);
        return first == null || second == null || wait(first, nanos) <= wait(second, nanos) ? first : second;
    }

    private double wait(PolicyBackend server, long nanos) {
        return (server.active + 1) / server.weight() * latency(server, nanos);
    }

    private double latency(PolicyBackend server, long nanos) {
        if (server.latency == 0 || fastest == 0) {
            return Math.max(1, fastest);
        }
        double more = Math.max(0, server.latency - fastest);
        return fastest + more * Math.exp(-FORGETTING * Math.max(0, nanos - server.heardNanos));
    }

    @Override
    public boolean listens() {
        return true;
    }

    @Override
    public void answered(
            long routingKey, PolicyBackend server, ReportedCacheResult cached, long bytes, long tookNanos, long nanos) {
        double took = Math.max(1, tookNanos);
        double before = server.latency == 0 ? took : latency(server, nanos);
        server.latency = took > before ? took : before + FALL * (took - before);
        server.heardNanos = nanos;
        fastest = fastest == 0 || took < fastest ? took : fastest + RISE_OF_FASTEST * (took - fastest);
    }
}
