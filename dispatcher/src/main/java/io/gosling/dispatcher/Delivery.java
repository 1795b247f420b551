package io.gosling.dispatcher;

import io.gosling.dispatcher.handoff.HandoffCounts;
import io.gosling.netty.Adoption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How requests reach the back-ends that were chosen for them, for a whole front-end. Used by all event loops. */
@FunctionalInterface
interface Delivery extends AutoCloseable {
    /** An admitted request has its back-end: has it relayed or answered, on its loop, before this returns or later. */
    void deliver(Assignment assigned);

    /** All back-ends, as their source sees them now. */
    default void backends(List<Backend> all) {}

    /** Where connections of clients that come back belong. To be said before back-ends are. */
    default void home(Adoption of) {}

    /** Counts of connections that were handed over; null where none are. */
    default @Nullable HandoffCounts handoffs() {
        return null;
    }

    @Override
    default void close() {}
}
