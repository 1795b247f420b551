package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicyName;
import java.util.List;
import java.util.stream.Stream;

/**
 * A strategy of request distribution: which component chooses the node, and where nodes look for what they do not have.
 *
 * @param cooperates nodes ask the Global Object Table and each other before they read
 */
public record DistributionStrategy(String label, PolicyName policy, Choice choice, boolean cooperates) {
    /** The component that chooses the node for a request. */
    public enum Choice {
        POLICY,
        /** A front-end that knows what each node holds: the ideal that Pai et al. 1998 simulate as LB/GC. */
        MEMORIES,
        /** Links, as in a replica set; there is no front-end. */
        LINKS
    }

    private static final List<DistributionStrategy> MORE = List.of(
            new DistributionStrategy("lb-gc-ideal", PolicyName.LB_GC, Choice.MEMORIES, false),
            new DistributionStrategy("dc-apache", PolicyName.WRR, Choice.LINKS, false));

    /** A policy of the dispatcher; nodes cooperate with {@code wrr-gms} alone. */
    public static DistributionStrategy of(PolicyName policy) {
        return new DistributionStrategy(policy.label(), policy, Choice.POLICY, policy == PolicyName.WRR_GMS);
    }

    public static DistributionStrategy named(String name) {
        return MORE.stream()
                .filter(strategy -> strategy.label.equals(name))
                .findFirst()
                .orElseGet(() -> of(PolicyName.named(name)));
    }

    public static List<String> names() {
        return Stream.concat(PolicyName.names().stream(), MORE.stream().map(DistributionStrategy::label))
                .toList();
    }

    /** The same with nodes that cooperate; unchanged where no policy chooses. */
    public DistributionStrategy cooperating() {
        return cooperates || choice != Choice.POLICY
                ? this
                : new DistributionStrategy(label + "+gms", policy, choice, true);
    }
}
