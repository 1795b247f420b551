package io.gosling.replication.page;

import io.gosling.replication.graph.RequestDestination;
import java.util.List;

/**
 * The content security policies under which a page or style fetches its parts. Immutable.
 *
 * @param written in pages: its own, and those of pages that fetch it
 * @param sent in the header
 * @param extended true if those in the header are sent with the origins of the servers that hold copies
 */
public record PageSecurityPolicies(
        List<ContentSecurityPolicy> written, List<ContentSecurityPolicy> sent, boolean extended) {
    public PageSecurityPolicies {
        written = List.copyOf(written);
        sent = List.copyOf(sent);
    }

    public boolean isEmpty() {
        return written.isEmpty() && sent.isEmpty();
    }

    boolean allow(RequestDestination destination, String origin) {
        // The page's own policies cannot be extended.
        return written.stream().allMatch(policy -> policy.allows(destination, origin))
                && sent.stream()
                        .map(policy -> extended ? policy.extended(destination, origin) : policy)
                        .allMatch(policy -> policy.allows(destination, origin));
    }
}
