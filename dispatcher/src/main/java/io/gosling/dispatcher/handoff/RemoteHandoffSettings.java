package io.gosling.dispatcher.handoff;

import java.time.Duration;

/**
 * Settings of connection handoff to nodes on other hosts.
 *
 * @param port the port at which each node takes connections
 * @param secret shared by the nodes only, 16 bytes or more
 * @param patience timeout for a node to take a connection
 */
public record RemoteHandoffSettings(int port, String secret, Duration patience) {
    /** Without the secret. */
    @Override
    public String toString() {
        return "port " + port + ", patience " + patience;
    }
}
