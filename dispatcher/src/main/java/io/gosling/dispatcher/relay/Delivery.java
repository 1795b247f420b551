package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.handoff.HandoffCounts;
import io.gosling.dispatcher.handoff.Handoffs;
import io.gosling.dispatcher.handoff.RemoteHandoffs;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.document.Ticker;
import io.gosling.netty.server.AdoptedConnections;
import io.gosling.netty.transport.Transport;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Brings the requests of a front-end to the back-ends that were chosen for them. Used by all event loops. */
public sealed interface Delivery extends AutoCloseable permits RelayDelivery, RedirectDelivery, HandoffDelivery {
    /**
     * Opens the delivery for a forwarding mode.
     *
     * @throws IOException when a requirement is missing; names it and the remedy
     */
    static Delivery open(ForwardingSettings settings, Transport transport, Ticker ticker) throws IOException {
        if (settings.mechanism() == ForwardingMode.HANDOFF_LOCAL && settings.handoff() != null) {
            return new HandoffDelivery(Handoffs.open(transport, settings.handoff(), ticker));
        }
        if (settings.mechanism() == ForwardingMode.HANDOFF && settings.remote() != null) {
            return new HandoffDelivery(new RemoteHandoffs(transport, settings.remote(), ticker));
        }
        return settings.mechanism() == ForwardingMode.REDIRECT
                ? new RedirectDelivery(settings.load())
                : new RelayDelivery();
    }

    /** Relays or answers an admitted request that has its back-end, on its loop, before this returns or later. */
    void deliver(Assignment assigned);

    /** Sets the back-ends, as their source reports them now. */
    default void backends(List<Backend> all) {}

    /** Sets the receiver of client connections that come back. To be called before {@link #backends}. */
    default void home(AdoptedConnections of) {}

    /** Sets the addresses at which clients connect, once they are known. */
    default void listening(List<InetSocketAddress> addresses) {}

    /** The front-end is leaving: connections that depend on this are to end after their requests under way. */
    default void leave() {}

    /** Waits until the connections that depend on this have ended. */
    default void settle(Duration deadline) {}

    /** Counters of handed-off connections; null if connections are not handed off. */
    default @Nullable HandoffCounts handoffs() {
        return null;
    }

    @Override
    default void close() {}
}
