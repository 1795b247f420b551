package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.trace.InjectedHotObjects;
import java.util.List;

/**
 * A cluster to be simulated.
 *
 * @param nodes 1 to 1000
 * @param tuning of the policy; LARD's load thresholds also give the admission limit S of every policy
 * @param replacement what leaves a node's memory: a name of {@link io.gosling.gos.replacement.ReplacementPolicy#names}
 * @param cpu processors are so many times as fast as the costs say
 */
public record SimulatedCluster(
        int nodes,
        DistributionStrategy strategy,
        PolicySettings tuning,
        String replacement,
        long memory,
        CostModel costs,
        double cpu,
        InjectedHotObjects hot,
        Unlike unlike,
        List<NodeMembershipChange> changes) {
    /** The differences between nodes; a list that is too short is repeated. */
    public record Unlike(List<Double> speeds, List<Double> weights) {
        public static final Unlike NONE = new Unlike(List.of(1.0), List.of(1.0));

        double speed(int node) {
            return speeds.get((node - 1) % speeds.size());
        }

        double weight(int node) {
            return weights.get((node - 1) % weights.size());
        }
    }

    /** @throws IllegalArgumentException when the changes are not possible with so many nodes */
    public SimulatedCluster {
        NodeMembershipChange.check(nodes, changes);
    }

    /** The number of concurrent requests if all nodes are present and alike: the admission limit S. */
    public int underWay() {
        return Math.max(1, tuning.get(PolicySettings.HIGH) * (nodes - 1) + tuning.get(PolicySettings.LOW) - 1);
    }

    SimulatedCluster with(InjectedHotObjects other) {
        return new SimulatedCluster(nodes, strategy, tuning, replacement, memory, costs, cpu, other, unlike, changes);
    }

    SimulatedCluster with(PolicySettings thresholds) {
        PolicySettings other = tuning.of(thresholds.values().over(tuning.values()));
        return new SimulatedCluster(nodes, strategy, other, replacement, memory, costs, cpu, hot, unlike, changes);
    }

    SimulatedCluster with(CostModel other) {
        return new SimulatedCluster(nodes, strategy, tuning, replacement, memory, other, cpu, hot, unlike, changes);
    }

    SimulatedCluster withMemory(long bytes) {
        PolicySettings told = tuning.with(PolicySettings.NODE_MEMORY, bytes);
        return new SimulatedCluster(nodes, strategy, told, replacement, bytes, costs, cpu, hot, unlike, changes);
    }

    SimulatedCluster with(SweepParser.Grade grade) {
        SimulatedCluster larger = withMemory((long) (memory * grade.memory()));
        return new SimulatedCluster(
                nodes, strategy, larger.tuning, replacement, larger.memory, costs, grade.cpu(), hot, unlike, changes);
    }

    SimulatedCluster withNodes(int count, Unlike others, List<NodeMembershipChange> when) {
        return new SimulatedCluster(count, strategy, tuning, replacement, memory, costs, cpu, hot, others, when);
    }

    public SimulatedCluster(
            int nodes,
            DistributionStrategy strategy,
            PolicySettings tuning,
            String replacement,
            long memory,
            CostModel costs) {
        this(nodes, strategy, tuning, replacement, memory, costs, 1, InjectedHotObjects.NONE, Unlike.NONE, List.of());
    }
}
