package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.handoff.HandoffLink;
import io.gosling.dispatcher.handoff.HandoffLinks;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import java.util.List;

/**
 * Hands off clients' connections to the processes of the chosen back-ends (Aron et al. 1999, section 3; LARD's TCP
 * handoff on one host): the front-end sees neither the response, nor later requests on the same connection. All others
 * are relayed: connections with TLS or HTTP/2, protocol upgrades, back-ends on other hosts or without a link, and the
 * trial request of a half-open back-end.
 *
 * @param routes closed by this delivery
 * @param encrypted true if requests are relayed encrypted: then a node with the address for these alone, because its
 *     plain HTTP only redirects, gets no plain connections
 */
record HandoffDelivery(HandoffLinks routes, boolean encrypted) implements DeliveryStrategy {
    @Override
    public void backends(List<Backend> all) {
        routes.nodes(all.stream()
                .filter(node -> !encrypted || !node.address().equals(node.serving()))
                .map(Backend::address)
                .toList());
    }

    @Override
    public void deliver(RequestRelay assigned) {
        if (!assigned.mayHandOff()) {
            routes.counts().count(HandoffOutcome.BOUND);
            assigned.relay();
            return;
        }
        HandoffLink link = routes.to(assigned.loop(), assigned.chosen().address());
        if (link == null) {
            assigned.relay();
        } else {
            assigned.handOff(link);
        }
    }

    @Override
    public void close() {
        routes.close();
    }
}
