package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicyName;
import java.util.List;
import java.util.stream.Stream;

/**
 * A strategy of request distribution: how the front-end chooses the node, and where nodes look for what they do not
 * have.
 *
 * @param ideal the front-end knows what each node holds, as in the LB/GC that Pai et al. 1998 simulate
 * @param cooperates nodes ask the Global Object Table and each other before they read
 */
public record DistributionStrategy(String label, PolicyName policy, boolean ideal, boolean cooperates) {
    private static final DistributionStrategy IDEAL =
            new DistributionStrategy("lb-gc-ideal", PolicyName.LB_GC, true, false);

    /** A policy of the dispatcher; nodes cooperate with {@code wrr-gms} alone. */
    public static DistributionStrategy of(PolicyName policy) {
        return new DistributionStrategy(policy.label(), policy, false, policy == PolicyName.WRR_GMS);
    }

    public static DistributionStrategy named(String name) {
        return name.equals(IDEAL.label) ? IDEAL : of(PolicyName.named(name));
    }

    public static List<String> names() {
        return Stream.concat(PolicyName.names().stream(), Stream.of(IDEAL.label))
                .toList();
    }

    /** The same with nodes that cooperate; unchanged where no policy chooses. */
    public DistributionStrategy cooperating() {
        return cooperates || ideal ? this : new DistributionStrategy(label + "+gms", policy, false, true);
    }
}
