package io.gosling.bench.simulate;

import io.gosling.dispatcher.policy.Policies;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who serves a request, and where nodes look for what they have not.
 *
 * @param label its name in options and tables
 * @param policy of the front-end: the dispatcher's own
 * @param seesMemories the front-end knows what each node holds, whatever the policy: the ideal that the paper simulates as
 *     LB/GC
 * @param cooperates nodes ask the Global Object Table and each other before they read
 */
public record Strategy(String label, Policies policy, boolean seesMemories, boolean cooperates) {
    private static final List<Strategy> MORE = List.of(new Strategy("lb-gc-ideal", Policies.LB_GC, true, false));

    /** A policy of the dispatcher; nodes cooperate with {@code wrr-gms} alone. */
    public static Strategy of(Policies policy) {
        return new Strategy(policy.label(), policy, false, policy == Policies.WRR_GMS);
    }

    /** @throws IllegalArgumentException with the names there are */
    public static Strategy named(String name) {
        return MORE.stream()
                .filter(strategy -> strategy.label.equals(name))
                .findFirst()
                .orElseGet(() -> of(Policies.named(name)));
    }

    /** All names: the dispatcher's, and what exists in the simulator alone. */
    public static List<String> names() {
        return Stream.concat(Policies.names().stream(), MORE.stream().map(Strategy::label))
                .toList();
    }

    /** The same with nodes that cooperate. */
    public Strategy cooperating() {
        return cooperates ? this : new Strategy(label + "+gms", policy, seesMemories, true);
    }
}
