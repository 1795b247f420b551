package io.gosling.bench.plan;

import io.gosling.bench.policies.OneCache;
import io.gosling.bench.simulate.Costs;
import io.gosling.bench.simulate.Outcome;
import io.gosling.bench.simulate.Setup;
import io.gosling.bench.simulate.Simulator;
import io.gosling.bench.simulate.Strategy;
import io.gosling.bench.trace.Trace;
import io.gosling.dispatcher.policy.LardSettings;
import io.gosling.dispatcher.policy.Policies;
import io.gosling.dispatcher.policy.PolicySettings;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * From a trace to a plan: the curve of misses from all requests in one pass; clusters and replacement policies from a sample of
 * the objects with as much of the memory (Waldspurger et al. 2015), so that it takes a minute and not an hour.
 */
final class Planning {
    /** So many requests are simulated in one run. */
    private static final int ENOUGH = 600_000;

    private static final List<Policies> POLICIES =
            List.of(Policies.named("wrr"), Policies.named("lb"), Policies.named("lard-r"));
    private static final List<String> REPLACEMENTS = List.of("lfu-aging", "w-tinylfu", "s3-fifo", "gdsf", "lru");
    private static final int MOST_NODES = 64;

    private Planning() {}

    /**
     * @param memory of one node, in bytes
     * @param costs of a request and a miss
     */
    static Plan of(Trace trace, long memory, Costs costs) {
        MissCurve curve = StackDistances.of(trace);
        long knee = curve.knee(Plan.WORTH);
        int wanted = (int) Math.clamp((knee + memory - 1) / memory, 1, MOST_NODES);
        double share = Math.min(1, (double) ENOUGH / trace.requests().length);
        Trace sample = trace.sample(share);
        return new Plan(
                TraceFacts.of(trace),
                curve,
                knee,
                memory,
                wanted,
                clusters(sample, wanted, scaled(memory, share), costs),
                share,
                replacements(sample, scaled(knee, share)));
    }

    private static long scaled(long memory, double share) {
        return Math.max(1, (long) (memory * share));
    }

    /** One node, and by doublings up to twice what the knee wants, so that both sides of it are seen. */
    private static List<Outcome> clusters(Trace sample, int wanted, long memory, Costs costs) {
        List<Setup> setups = new ArrayList<>();
        PolicySettings usual = new PolicySettings(LardSettings.DEFAULT);
        PolicySettings tuning = new PolicySettings(usual.lard(), usual.bound(), usual.missCost(), memory);
        for (Policies policy : POLICIES) {
            for (int nodes = 1; nodes <= Math.max(4, 2 * wanted) && nodes <= MOST_NODES; nodes *= 2) {
                setups.add(new Setup(nodes, Strategy.of(policy), tuning, "gdsf", memory, costs));
            }
        }
        return Simulator.run(sample, setups, outcome -> {}, answered -> {});
    }

    private static Map<String, Double> replacements(Trace sample, long budget) {
        Map<String, Double> hits = new LinkedHashMap<>();
        REPLACEMENTS.parallelStream()
                .map(name -> Map.entry(name, OneCache.hitRatio(sample, name, budget)))
                .toList()
                .stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> hits.put(entry.getKey(), entry.getValue()));
        return hits;
    }
}
