package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.Policies;
import java.util.List;
import java.util.stream.Stream;

/**
 * A strategy of request distribution: which component chooses the node, and where nodes look for what they do not have.
 *
 * @param cooperates nodes ask the Global Object Table and each other before they read
 */
public record Strategy(String label, Policies policy, Choice choice, boolean cooperates) {
    /** The component that chooses the node for a request. */
    public enum Choice {
        POLICY,
        /** A front-end that knows what each node holds: the ideal that Pai et al. 1998 simulate as LB/GC. */
        MEMORIES,
        /** Links, as in a replica set; there is no front-end. */
        LINKS
    }

    private static final List<Strategy> MORE = List.of(
            new Strategy("lb-gc-ideal", Policies.LB_GC, Choice.MEMORIES, false),
            new Strategy("dc-apache", Policies.WRR, Choice.LINKS, false));

    /** A policy of the dispatcher; nodes cooperate with {@code wrr-gms} alone. */
    public static Strategy of(Policies policy) {
        return new Strategy(policy.label(), policy, Choice.POLICY, policy == Policies.WRR_GMS);
    }

    public static Strategy named(String name) {
        return MORE.stream()
                .filter(strategy -> strategy.label.equals(name))
                .findFirst()
                .orElseGet(() -> of(Policies.named(name)));
    }

    public static List<String> names() {
        return Stream.concat(Policies.names().stream(), MORE.stream().map(Strategy::label))
                .toList();
    }

    /** The same with nodes that cooperate; unchanged where no policy chooses. */
    public Strategy cooperating() {
        return cooperates || choice != Choice.POLICY ? this : new Strategy(label + "+gms", policy, choice, true);
    }
}
