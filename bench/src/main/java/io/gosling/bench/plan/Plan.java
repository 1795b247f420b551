package io.gosling.bench.plan;

import io.gosling.bench.simulate.Outcome;
import java.util.List;
import java.util.Map;

/**
 * What a log says of the cluster that it wants: everything that is told, as numbers.
 *
 * @param facts of the trace
 * @param curve misses over memory
 * @param knee the memory behind which a doubling brings less than two points of hits
 * @param memory of one node, in bytes
 * @param wanted how many nodes have the memory of the knee
 * @param outcomes simulated clusters of nodes with that memory
 * @param sampled the share of the objects that were simulated, and of the memory of each node
 * @param replacement hits of replacement policies in one cache at the knee, 0 to 1, best first
 */
record Plan(
        TraceFacts facts,
        MissCurve curve,
        long knee,
        long memory,
        int wanted,
        List<Outcome> outcomes,
        double sampled,
        Map<String, Double> replacement) {
    /** What a doubling must bring to be worth it: a share of the requests. */
    static final double WORTH = 0.02;

    /** Hits that one more node of this size brings, as a share of the requests. */
    double oneMoreNode(int nodes) {
        return curve.hitRatio(memory * (nodes + 1)) - curve.hitRatio(memory * nodes);
    }

    /** Hits that one more gibibyte brings to this memory, as a share of the requests. */
    double oneMoreGibibyte(long there) {
        return curve.hitRatio(there + (1L << 30)) - curve.hitRatio(there);
    }

    /** Of those that were simulated with the most nodes, the policies with the most requests a second, or within a per cent. */
    List<String> bestPolicies() {
        int most = outcomes.stream()
                .mapToInt(outcome -> outcome.setup().nodes())
                .max()
                .orElse(1);
        List<Outcome> largest = outcomes.stream()
                .filter(outcome -> outcome.setup().nodes() == most)
                .toList();
        double best = largest.stream().mapToDouble(Outcome::throughput).max().orElse(0);
        return largest.stream()
                .filter(outcome -> outcome.throughput() >= 0.99 * best)
                .map(outcome -> outcome.setup().strategy().label())
                .toList();
    }
}
