package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.handoff.HandoffLinks;
import io.gosling.dispatcher.handoff.LocalHandoffLinks;
import io.gosling.dispatcher.handoff.RemoteHandoffLinks;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HandoffSettings;
import io.gosling.document.Ticker;
import io.gosling.netty.transport.Transport;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Brings the requests of a front-end to the back-ends that were chosen for them. Used by all event loops. */
public sealed interface DeliveryStrategy extends AutoCloseable
        permits DeliveryStrategy.ByRelay, RedirectDelivery, HandoffDelivery {
    /**
     * @param encrypted true if requests are relayed encrypted
     * @throws IOException when a requirement is missing; names it and the remedy
     */
    static DeliveryStrategy open(FrontEndSettings settings, boolean encrypted, Transport transport, Ticker ticker)
            throws IOException {
        HandoffSettings handoff = new HandoffSettings(settings.values());
        return switch (settings.get(ForwardingSettings.FORWARDING)) {
            case HANDOFF_LOCAL -> new HandoffDelivery(LocalHandoffLinks.open(transport, handoff, ticker), encrypted);
            case HANDOFF ->
                new HandoffDelivery(
                        new RemoteHandoffLinks(transport, handoff, Objects.requireNonNull(settings.tls()), ticker),
                        encrypted);
            case REDIRECT -> new RedirectDelivery(settings.get(ForwardingSettings.REDIRECT_LOAD));
            default -> new ByRelay();
        };
    }

    /** Relays or answers an admitted request that has its back-end, on its loop, before this returns or later. */
    void deliver(RequestRelay assigned);

    /** Sets the back-ends, as their source reports them now. */
    default void backends(List<Backend> all) {}

    /** The routes of clients' connections to nodes; null if connections are not handed off. */
    default @Nullable HandoffLinks routes() {
        return null;
    }

    @Override
    default void close() {}

    /** The delivery that relays each request and its response. */
    record ByRelay() implements DeliveryStrategy {
        @Override
        public void deliver(RequestRelay assigned) {
            assigned.relay();
        }
    }
}
