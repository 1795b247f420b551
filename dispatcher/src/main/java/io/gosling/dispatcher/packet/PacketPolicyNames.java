package io.gosling.dispatcher.packet;

import io.gosling.dispatcher.policy.PolicyName;
import java.util.List;

/** The policies that can choose by the session alone: the routing key is the pair of its end points. */
public final class PacketPolicyNames {
    /** The default first, which is the paper's. */
    private static final List<PolicyName> ALL = List.of(PolicyName.RR, PolicyName.WRR, PolicyName.LB, PolicyName.CHBL);

    private PacketPolicyNames() {}

    public static List<String> names() {
        return ALL.stream().map(PolicyName::label).toList();
    }

    /** @throws IllegalArgumentException if there is none that sees no more than packets */
    public static PolicyName named(String name) {
        return ALL.stream()
                .filter(policy -> policy.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("policy " + name
                        + " goes by more than packets show; expected one of "
                        + String.join(", ", names())));
    }

    /** Returns true if the policy maps packets without state, so that sessions outlive a dispatcher. */
    static boolean remembersNothing(PolicyName policy) {
        return policy == PolicyName.LB;
    }
}
