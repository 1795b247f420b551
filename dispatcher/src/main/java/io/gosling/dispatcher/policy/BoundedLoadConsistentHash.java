package io.gosling.dispatcher.policy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Consistent hashing with bounded loads (Mirrokni, Thorup and Zadimoghaddam 2018): servers lie on a ring at many
 * points, a routing key goes to the first one behind it that has room.
 *
 * <pre>
 * room(n): active[n] + 1 &lt;= ceil((1 + e) * (requests in the cluster + 1) * weight[n] / all weights)
 * </pre>
 *
 * <p>There is always a server with room. The ring is made anew at the first question after a change. Not thread-safe.
 */
final class BoundedLoadConsistentHash implements DistributionPolicy, MembershipListener {
    /** Points of a server of mean weight; shares before the bound differ by about a tenth. */
    private static final int POINTS = 128;

    private static final int LEAST_POINTS = 8;

    private final LiveBackends cluster;
    private final double timesAverage;
    private long[] points = new long[0];
    private PolicyBackend[] owners = new PolicyBackend[0];
    /** The first point in each of the ring's equal parts. */
    private int[] starts = new int[0];

    private int shift;
    private boolean stale = true;

    BoundedLoadConsistentHash(LiveBackends cluster, double bound) {
        this.cluster = cluster;
        this.timesAverage = 1 + bound;
        cluster.watch(this);
    }

    @Override
    public void changed() {
        stale = true;
    }

    @Override
    public @Nullable PolicyBackend choose(long routingKey, long nanos) {
        if (stale) {
            place();
        }
        if (points.length == 0) {
            return null;
        }
        int at = firstFrom(RoutingKeyHash.mix(routingKey));
        for (int step = 0; step < points.length; step++, at++) {
            PolicyBackend server = owners[at < points.length ? at : at - points.length];
            if (server.active < cluster.bound(server, timesAverage)) {
                return server;
            }
        }
        return cluster.leastLoaded();
    }

    /** The first point at or behind a hash; their number if there is none. */
    private int firstFrom(long hash) {
        int at = starts[part(hash)];
        while (at < points.length && points[at] < hash) {
            at++;
        }
        return at;
    }

    private int part(long hash) {
        return (int) ((hash ^ Long.MIN_VALUE) >>> shift);
    }

    private void place() {
        record Point(long hash, PolicyBackend server) {}
        stale = false;
        double mean = cluster.servers().stream()
                .mapToDouble(PolicyBackend::weight)
                .average()
                .orElse(1);
        Point[] ring = cluster.servers().stream()
                .flatMap(server -> IntStream.range(0, points(server.weight() / mean))
                        .mapToObj(i -> new Point(RoutingKeyHash.mix(server.seed + i), server)))
                .sorted(Comparator.comparingLong(Point::hash))
                .toArray(Point[]::new);
        points = new long[ring.length];
        owners = new PolicyBackend[ring.length];
        for (int i = 0; i < ring.length; i++) {
            points[i] = ring[i].hash();
            owners[i] = ring[i].server();
        }
        divide();
    }

    /** Divides the ring into one to two parts per point. */
    private void divide() {
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(points.length | 1);
        shift = Long.SIZE - bits;
        starts = new int[1 << bits];
        int part = 0;
        for (int at = 0; at < points.length; at++) {
            while (part <= part(points[at])) {
                starts[part++] = at;
            }
        }
        Arrays.fill(starts, part, starts.length, points.length);
    }

    private static int points(double share) {
        return (int) Math.max(LEAST_POINTS, POINTS * share);
    }
}
