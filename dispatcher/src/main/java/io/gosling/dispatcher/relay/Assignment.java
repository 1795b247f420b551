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

    /** Passes the request on to the back-end, and its answer to the client. */
    void relay();

    /**
     * Sends the client to the back-end.
     *
     * @param load how long it then counts as load there
     */
    void sendThere(LocalReply answer, Duration load);

    /** The event loop of the client. */
    EventLoop loop();

    /** Whether the client's connection can go to another process as it is, with this request still unanswered. */
    boolean mayGo();

    /**
     * Hands off the client's connection to the back-end's process, which answers; if that does not take it, the request
     * is relayed, or another back-end is chosen.
     */
    void goThere(HandoffRoute link);
}
