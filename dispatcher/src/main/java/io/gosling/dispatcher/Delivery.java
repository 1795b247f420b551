package io.gosling.dispatcher;

import java.util.List;

/** How requests reach the back-ends that were chosen for them, for a whole front-end. Used by all event loops. */
@FunctionalInterface
interface Delivery {
    /** An admitted request has its back-end: has it relayed or answered, on its loop, before this returns or later. */
    void deliver(Assignment assigned);

    /** All back-ends, as their source sees them now. */
    default void backends(List<Backend> all) {}
}
