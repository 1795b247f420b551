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
        List<String> servers = holders.stream().filter(loads::containsKey).toList();
        if (servers.isEmpty()) {
            return Optional.empty();
        }
        if (migrated) {
            return Optional.of(servers.getFirst());
        }
        return home == null
                ? Optional.of(servers.get(random.nextInt(servers.size())))
                : among(servers, home, loads, random);
    }

    private static Optional<String> among(
            List<String> servers, LoadFigure own, Map<String, LoadFigure> loads, RandomGenerator random) {
        List<Double> figures = new ArrayList<>();
        figures.add(own.value());
        servers.forEach(server ->
                figures.add(loads.getOrDefault(server, LoadFigure.NONE).value()));
        double mean = figures.stream().mapToDouble(figure -> figure).average().orElse(0);
        double floor = Math.max(FLOOR * mean, LEAST);
        double sum =
                figures.stream().mapToDouble(figure -> 1 / (figure + floor)).sum();
        double drawn = random.nextDouble() * sum;
        for (int i = 0; i < figures.size(); i++) {
            drawn -= 1 / (figures.get(i) + floor);
            if (drawn < 0) {
                return i == 0 ? Optional.empty() : Optional.of(servers.get(i - 1));
            }
        }
        return Optional.of(servers.getLast());
    }
}
