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

/** How requests reach the back-ends that were chosen for them, for a whole front-end. Used by all event loops. */
@FunctionalInterface
public interface Delivery extends AutoCloseable {
    /**
     * What does it.
     *
     * @throws IOException when something is missing; says what, and what to do
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
                : Assignment::relay;
    }

    /** An admitted request has its back-end: has it relayed or answered, on its loop, before this returns or later. */
    void deliver(Assignment assigned);

    /** All back-ends, as their source sees them now. */
    default void backends(List<Backend> all) {}

    /** Where connections of clients that come back belong. To be said before back-ends are. */
    default void home(AdoptedConnections of) {}

    /** Where clients come, once that is known. */
    default void listening(List<InetSocketAddress> addresses) {}

    /** The front-end is leaving: what would end with this is to end behind what is under way. */
    default void leave() {}

    /** Waits for what would end with this, until it has ended. */
    default void settle(Duration deadline) {}

    /** Counts of connections that were handed over; null where none are. */
    default @Nullable HandoffCounts handoffs() {
        return null;
    }

    @Override
    default void close() {}
}
