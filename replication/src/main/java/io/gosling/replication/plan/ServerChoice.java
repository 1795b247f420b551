package io.gosling.replication.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Which copy a link leads to, chosen for each response by load (DC-Apache, section 3.1.2.2, server-select).
 *
 * <p>The least loaded alone would get everything until its next word; so each gets a share that falls with its load.
 */
public final class ServerChoice {
    /** Part of the mean that is added to every load, so that an idle server does not get everything either. */
    private static final double FLOOR = 0.25;

    /** What is added at least: among servers without load all shares are equal, and finite. */
    private static final double LEAST = 1e-6;

    private ServerChoice() {}

    /**
     * The server of a document.
     *
     * @param loads of the others; one that is not known is not chosen
     * @return empty where the link is to stay as it is
     */
    public static Optional<String> choose(
            String path, HomePlan plan, LoadFigure own, Map<String, LoadFigure> loads, RandomGenerator random) {
        HomePlan.Placed placed = plan.documents().get(path);
        return placed == null ? Optional.empty() : choose(placed.servers(), placed.migrated(), own, loads, random);
    }

    /**
     * The server of a document with copies at these, wherever the page is whose link leads to it.
     *
     * @param migrated whether the link never leads home
     * @param home load of the document's home; null where that is silent
     * @param loads of all others; one that is not known is not chosen
     * @return empty where the link is to lead home
     */
    public static Optional<String> choose(
            List<String> holders,
            boolean migrated,
            @Nullable LoadFigure home,
            Map<String, LoadFigure> loads,
            RandomGenerator random) {
        List<String> servers = heard(holders, loads);
        if (servers.isEmpty()) {
            return Optional.empty();
        }
        if (migrated) {
            return Optional.of(servers.getFirst());
        }
        return home == null
                ? Optional.of(servers.get(random.nextInt(servers.size())))
                : among(servers, home.value(), loads, random);
    }

    private static List<String> heard(List<String> holders, Map<String, LoadFigure> loads) {
        List<String> servers = new ArrayList<>(holders.size());
        for (String holder : holders) {
            if (loads.containsKey(holder)) {
                servers.add(holder);
            }
        }
        return servers;
    }

    private static Optional<String> among(
            List<String> servers, double own, Map<String, LoadFigure> loads, RandomGenerator random) {
        double all = own;
        for (String server : servers) {
            all += figure(server, loads);
        }
        double floor = Math.max(FLOOR * all / (servers.size() + 1), LEAST);
        double shares = 1 / (own + floor);
        for (String server : servers) {
            shares += 1 / (figure(server, loads) + floor);
        }
        double drawn = random.nextDouble() * shares - 1 / (own + floor);
        if (drawn < 0) {
            return Optional.empty();
        }
        for (String server : servers) {
            drawn -= 1 / (figure(server, loads) + floor);
            if (drawn < 0) {
                return Optional.of(server);
            }
        }
        return Optional.of(servers.getLast());
    }

    private static double figure(String server, Map<String, LoadFigure> loads) {
        return loads.getOrDefault(server, LoadFigure.NONE).value();
    }
}
