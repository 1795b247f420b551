package io.gosling.dispatcher.handoff;

import java.time.Duration;

/**
 * How connections go to nodes on other hosts.
 *
 * @param port where each node takes them
 * @param secret that nodes know and nobody else, 16 bytes or more
 * @param patience for a node to take a connection
 */
public record RemoteHandoffSettings(int port, String secret, Duration patience) {
    /** Without the secret. */
    @Override
    public String toString() {
        return "port " + port + ", patience " + patience;
    }
}
