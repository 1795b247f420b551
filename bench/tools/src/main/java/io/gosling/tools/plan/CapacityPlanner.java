package io.gosling.tools.plan;

import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.simulate.CooperativeMemoryModel;
import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.simulate.DistributionStrategy;
import io.gosling.tools.simulate.ParallelSimulationRunner;
import io.gosling.tools.simulate.SimulatedCluster;
import io.gosling.tools.simulate.SimulationResult;
import io.gosling.tools.trace.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Computes a plan from a trace: the miss curve from all requests in one pass; clusters and replacement policies from a
 * sample of the objects with as much of the memory (Waldspurger et al. 2015), so that it takes a minute and not an
 * hour.
 */
final class CapacityPlanner {
    /** So many requests are simulated in one run. */
    private static final int ENOUGH = 600_000;

    private static final List<PolicyName> POLICIES =
            List.of(PolicyName.named("wrr"), PolicyName.named("lb"), PolicyName.named("lard-r"));
    private static final List<String> REPLACEMENTS = List.of("lfu-aging", "gdsf", "lru");

    /** More are not simulated. */
    static final int MOST_NODES = 64;

    private CapacityPlanner() {}

    /** @param share of the log's objects that the trace has, above 0 to 1 */
    static CapacityPlan of(Trace trace, double share, long memory, CostModel costs) {
        return of(trace, share, memory, costs, ENOUGH);
    }

    /** The same with another number of requests that one run simulates, about. */
    static CapacityPlan of(Trace trace, double share, long memory, CostModel costs, int enough) {
        MissCurve curve = MissCurveCalculator.of(trace, Trace.BESIDE_BODY, share);
        long knee = curve.knee(CapacityPlan.WORTH);
        long wanted = Math.max(1, Math.ceilDiv(knee, memory));
        double part = Math.min(1, (double) enough / trace.requests().length);
        Trace some = trace.sample(part);
        // Of very few objects the sample may have none.
        boolean none = some.requests().length == 0;
        Trace sample = (none ? trace : some).heavier(Trace.BESIDE_BODY);
        double sampled = none ? share : share * part;
        return new CapacityPlan(
                TraceStatistics.of(trace),
                share,
                curve,
                knee,
                memory,
                wanted,
                clusters(sample, counts(wanted), scaled(memory, sampled), costs),
                carried(trace, costs),
                sampled,
                replacements(sample, scaled(knee, sampled)));
    }

    private static double carried(Trace trace, CostModel costs) {
        double nanos = 0;
        for (int object : trace.requests()) {
            nanos += costs.answering(trace.sizes()[object]);
        }
        return 1e9 * trace.requests().length / nanos;
    }

    /** One node, doublings up to twice what is wanted, and that itself with one more: both sides are seen. */
    static List<Integer> counts(long wanted) {
        TreeSet<Integer> counts = new TreeSet<>();
        for (int nodes = 1; nodes <= Math.max(4, 2 * wanted) && nodes <= MOST_NODES; nodes *= 2) {
            counts.add(nodes);
        }
        for (long nodes = wanted; nodes <= wanted + 1; nodes++) {
            counts.add((int) Math.min(nodes, MOST_NODES));
        }
        return List.copyOf(counts);
    }

    private static long scaled(long memory, double share) {
        return Math.max(1, (long) (memory * share));
    }

    private static List<SimulationResult> clusters(Trace sample, List<Integer> counts, long memory, CostModel costs) {
        List<SimulatedCluster> setups = new ArrayList<>();
        PolicySettings tuning = PolicySettings.defaults().with(PolicySettings.NODE_MEMORY, memory);
        for (PolicyName policy : POLICIES) {
            for (int nodes : counts) {
                setups.add(new SimulatedCluster(nodes, DistributionStrategy.of(policy), tuning, "gdsf", memory, costs));
            }
        }
        return ParallelSimulationRunner.run(sample, setups, outcome -> {}, answered -> {});
    }

    private static Map<String, Double> replacements(Trace sample, long budget) {
        Map<String, Double> hits = new LinkedHashMap<>();
        REPLACEMENTS.parallelStream()
                .map(name -> Map.entry(name, CooperativeMemoryModel.hitRatio(sample, name, budget)))
                .toList()
                .stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
                .forEach(entry -> hits.put(entry.getKey(), entry.getValue()));
        return hits;
    }
}
