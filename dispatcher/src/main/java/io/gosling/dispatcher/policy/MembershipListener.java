package io.gosling.dispatcher.policy;

/** Told who joins and leaves a {@link Cluster}, after the fact: for policies that keep tables of servers. */
interface MembershipListener {
    void joined(Server server);

    void left(Server server);

    /** Its weight is another one. */
    default void reweighed(Server server) {}
}
