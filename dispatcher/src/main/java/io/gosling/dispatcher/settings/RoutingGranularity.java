package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.policy.PolicyName;
import java.util.Locale;

/** The part of a client's traffic that a {@link ForwardingMode} has seen when it chooses a back-end. */
public enum RoutingGranularity {
    /** The connection attempt, with its source and destination. */
    CONNECTIONS,
    /** The first request; further requests on its connection go to the same back-end. */
    FIRST_REQUESTS,
    REQUESTS;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Refuses a policy or rules that need more than is seen.
     *
     * @throws IllegalArgumentException naming the conflict and the alternatives
     */
    void require(String forwarding, PolicyName policy, BackendPoolRules rules) {
        if (this == REQUESTS) {
            return;
        }
        String sees = "forwarding " + forwarding + " sees "
                + (this == CONNECTIONS
                        ? "connections and no requests, but "
                        : "the first request of each connection, but ");
        if (this == CONNECTIONS && policy.needsContent()) {
            throw new IllegalArgumentException(sees + "policy " + policy.label()
                    + " goes by what is asked for; expected one of " + String.join(", ", PolicyName.blind())
                    + ", or forwarding proxy");
        }
        if (!rules.labels().isEmpty()) {
            throw new IllegalArgumentException(
                    sees + "rules of " + rules.labels() + " go by every request; expected none, or forwarding proxy");
        }
    }
}
