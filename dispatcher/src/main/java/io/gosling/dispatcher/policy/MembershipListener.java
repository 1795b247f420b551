package io.gosling.dispatcher.policy;

/** Notified when a server has joined or left a {@link LiveServers}: for policies that keep tables of servers. */
interface MembershipListener {
    void joined(Server server);

    void left(Server server);

    default void reweighed(Server server) {}

    static MembershipListener ofAnyChange(Runnable step) {
        return new MembershipListener() {
            @Override
            public void joined(Server server) {
                step.run();
            }

            @Override
            public void left(Server server) {
                step.run();
            }

            @Override
            public void reweighed(Server server) {
                step.run();
            }
        };
    }
}
