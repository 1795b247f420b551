package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.policy.Policies;
import java.util.List;
import java.util.stream.Collectors;

/** The policies that can choose by the session alone: the routing key is the pair of its end points. */
public final class PacketPolicies {
    /** The default first, which is the paper's. */
    private static final List<Policies> ALL =
            List.of(Policies.RR, Policies.WRR, Policies.LB, Policies.MAGLEV, Policies.CHBL);

    private PacketPolicies() {}

    public static List<String> names() {
        return ALL.stream().map(Policies::label).toList();
    }

    /** @throws IllegalArgumentException if there is none that sees no more than packets */
    public static Policies named(String name) {
        return ALL.stream()
                .filter(policy -> policy.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("policy " + name
                        + " goes by more than packets show; expected one of "
                        + names().stream().collect(Collectors.joining(", "))));
    }

    /** Returns true if the policy maps packets without state, so that sessions outlive a dispatcher. */
    static boolean remembersNothing(Policies policy) {
        return policy == Policies.LB || policy == Policies.MAGLEV;
    }
}
