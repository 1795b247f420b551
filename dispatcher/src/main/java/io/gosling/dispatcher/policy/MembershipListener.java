package io.gosling.dispatcher.policy;

/** Notified when a server has joined or left a {@link Cluster}: for policies that keep tables of servers. */
interface MembershipListener {
    void joined(Server server);

    void left(Server server);

    /** Handles a changed weight. */
    default void reweighed(Server server) {}
}
