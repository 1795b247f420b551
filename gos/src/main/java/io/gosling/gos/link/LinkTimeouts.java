package io.gosling.gos.link;

import java.time.Duration;

/**
 * The times of a link. Immutable.
 *
 * @param handshake from the connection's first byte until both sides are accepted
 * @param progress longest pause within a body that the other node may send
 * @param idle time without a question after which the opener closes the link; the other side waits three times as
 *     long, and half as long for a node that takes nothing of its answers
 */
record LinkTimeouts(Duration handshake, Duration progress, Duration idle) {
    static final Duration HANDSHAKE = Duration.ofSeconds(2);
    static final Duration IDLE = Duration.ofSeconds(60);

    /** The longest time for which the other node may take nothing of its answers. */
    Duration unread() {
        return idle.dividedBy(2);
    }

    Duration unasked() {
        return idle.multipliedBy(3);
    }
}
