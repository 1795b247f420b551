package io.gosling.tools.plan;

import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.tools.simulate.DistributionStrategy;
import io.gosling.tools.simulate.SimulatedCluster;
import io.gosling.tools.simulate.SimulationResult;
import io.gosling.tools.trace.Trace;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * A plan of the cluster that a log's load needs: everything that is reported, as numbers.
 *
 * @param share of the log's objects that the trace has; the curve is of all
 * @param curve misses over memory, in which each object takes {@link Trace#BESIDE_BODY} beside its own bytes
 * @param knee the memory behind which a doubling brings less than two points of hits
 * @param wanted how many nodes have the memory of the knee; more than were simulated, if need be
 * @param carried requests a second that the processor of a node answers, if all come from memory
 * @param sampled the share of the log's objects that were simulated, and of the memory of each node
 * @param replacement hits of replacement policies in one cache at the knee, 0 to 1, best first
 */
record CapacityPlan(
        TraceStatistics facts,
        double share,
        MissCurve curve,
        long knee,
        long memory,
        long wanted,
        List<SimulationResult> outcomes,
        double carried,
        double sampled,
        Map<String, Double> replacement) {
    /** The gain that makes a doubling worth it: a share of the requests. */
    static final double WORTH = 0.02;

    /** Hits that one more node of this size brings, as a share of the requests, where each object is on one node. */
    double oneMoreNode(long nodes) {
        return curve.hitRatio(memory * (nodes + 1)) - curve.hitRatio(memory * nodes);
    }

    /** Empty where every node has to hold everything by itself, so that none adds memory. */
    OptionalDouble oneMoreNode(SimulatedCluster cluster) {
        DistributionStrategy strategy = cluster.strategy();
        return strategy.cooperates() || strategy.policy() != PolicyName.WRR
                ? OptionalDouble.of(oneMoreNode(cluster.nodes()))
                : OptionalDouble.empty();
    }

    double oneMoreGibibyte(long there) {
        return curve.hitRatio(there + (1L << 30)) - curve.hitRatio(there);
    }

    /** As many nodes as are wanted, or as were simulated at most. */
    int judged() {
        return (int) Math.min(wanted, CapacityPlanner.MOST_NODES);
    }

    /** With as many nodes, the policies with the most requests a second, or within a per cent. */
    List<String> bestPolicies() {
        List<SimulationResult> here = outcomes.stream()
                .filter(outcome -> outcome.setup().nodes() == judged())
                .toList();
        double best =
                here.stream().mapToDouble(SimulationResult::throughput).max().orElse(0);
        return here.stream()
                .filter(outcome -> outcome.throughput() >= 0.99 * best)
                .map(outcome -> outcome.setup().strategy().label())
                .toList();
    }

    double busiest() {
        return outcomes.stream()
                .mapToDouble(SimulationResult::busyFraction)
                .max()
                .orElse(0);
    }
}
