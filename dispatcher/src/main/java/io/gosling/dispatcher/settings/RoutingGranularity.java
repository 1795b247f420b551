package io.gosling.dispatcher.settings;

import io.gosling.dispatcher.policy.Policies;
import java.util.Locale;

/** What a {@link ForwardingMode} has seen of a client when it chooses a back-end for it. */
public enum RoutingGranularity {
    /** That it connects, from where and to where. */
    CONNECTIONS,
    /** What it asks for first; what follows on its connection goes where that went. */
    FIRST_REQUESTS,
    /** What it asks for. */
    REQUESTS;

    /** As tables have it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Refuses what goes by more than is seen.
     *
     * @param mechanism by its name
     * @param rules what confines requests to some back-ends, by what they ask for
     * @throws IllegalArgumentException naming what does not go together, and what would
     */
    void require(String mechanism, Policies policy, BackendPoolRules rules) {
        if (this == REQUESTS) {
            return;
        }
        String sees = "mechanism " + mechanism + " sees "
                + (this == CONNECTIONS
                        ? "connections and no requests, but "
                        : "the first request of each connection, but ");
        if (this == CONNECTIONS && policy.needsContent()) {
            throw new IllegalArgumentException(sees + "policy " + policy.label()
                    + " goes by what is asked for; expected one of " + String.join(", ", Policies.blind())
                    + ", or mechanism proxy");
        }
        if (!rules.labels().isEmpty()) {
            throw new IllegalArgumentException(
                    sees + "rules of " + rules.labels() + " go by every request; expected none, or mechanism proxy");
        }
    }
}
