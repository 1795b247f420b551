package io.gosling.dispatcher.policy;

/** Notified when a server has joined or left a {@link LiveBackends}: for policies that keep tables of servers. */
interface MembershipListener {
    default void joined(PolicyBackend server) {
        changed();
    }

    default void left(PolicyBackend server) {
        changed();
    }

    default void reweighed(PolicyBackend server) {
        changed();
    }

    /** Called for every change that has no method of its own. */
    default void changed() {}
}
