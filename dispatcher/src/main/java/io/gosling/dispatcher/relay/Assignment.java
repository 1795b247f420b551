package io.gosling.dispatcher.relay;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.handoff.HandoffRoute;
import io.gosling.dispatcher.header.ClientRequestHead;
import io.netty.channel.EventLoop;
import java.time.Duration;

/**
 * An admitted request with the back-end that was chosen for it, and the operations of a {@link Delivery} on it. Used on
 * its loop.
 */
interface Assignment {
    ClientRequestHead request();

    Backend chosen();

    void relay();

    /** Redirects the client; {@code load} is the time for which it counts as load. */
    void sendThere(LocalReply answer, Duration load);

    EventLoop loop();

    /** True if the client's connection can go to another process as it is, with this request still unanswered. */
    boolean mayGo();

    /** Hands off the client's connection; if declined, relays or chooses another back-end. */
    void goThere(HandoffRoute link);
}
