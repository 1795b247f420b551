package io.gosling.replication.plan;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the server that a link leads to, for each response and by load (DC-Apache, section 3.1.2.2, server-select).
 *
 * <p>If only the least loaded server was chosen, it would get everything until its next report; so each gets a share
 * that falls with its load. An instance serves one response: documents with the same holders have the same shares,
 * computed once. Used by one thread.
 */
public final class LinkServerSelector {
    /** Part of the mean that is added to every load, so that an idle server does not get everything either. */
    private static final double FLOOR = 0.25;

    /** Least addition: among servers without load all shares are equal, and finite. */
    private static final double LEAST = 1e-6;

    private final ServerLoad home;
    private final Map<String, ServerLoad> loads;
    private final Map<List<String>, Shares> known = new HashMap<>();

    /**
     * @param home load of the documents' home
     * @param loads of all others; one that is not known is not chosen
     */
    public LinkServerSelector(ServerLoad home, Map<String, ServerLoad> loads) {
        this.home = home;
        this.loads = loads;
    }

    /**
     * Chooses the server of a document with this placement.
     *
     * @param placed null if there is none
     * @return empty where the link is to lead home
     */
    public Optional<String> choose(ReplicationPlan.@Nullable Placed placed, RandomGenerator random) {
        if (placed == null) {
            return Optional.empty();
        }
        Shares shares = known.computeIfAbsent(placed.servers(), this::shares);
        if (shares.servers.isEmpty()) {
            return Optional.empty();
        }
        return placed.migrated() ? Optional.of(shares.servers.getFirst()) : shares.draw(random);
    }

    private Shares shares(List<String> holders) {
        List<String> servers = new ArrayList<>(holders.size());
        for (String holder : holders) {
            if (loads.containsKey(holder)) {
                servers.add(holder);
            }
        }
        double own = home.value();
        double all = own;
        for (String server : servers) {
            all += figure(server);
        }
        double floor = Math.max(FLOOR * all / (servers.size() + 1), LEAST);
        double[] parts = new double[servers.size()];
        double sum = 1 / (own + floor);
        for (int i = 0; i < parts.length; i++) {
            parts[i] = 1 / (figure(servers.get(i)) + floor);
            sum += parts[i];
        }
        return new Shares(servers, 1 / (own + floor), parts, sum);
    }

    private double figure(String server) {
        return loads.getOrDefault(server, ServerLoad.NONE).value();
    }

    private record Shares(List<String> servers, double home, double[] parts, double sum) {
        Optional<String> draw(RandomGenerator random) {
            double drawn = random.nextDouble() * sum - home;
            if (drawn < 0) {
                return Optional.empty();
            }
            for (int i = 0; i < parts.length; i++) {
                drawn -= parts[i];
                if (drawn < 0) {
                    return Optional.of(servers.get(i));
                }
            }
            return Optional.of(servers.getLast());
        }
    }
}
