package io.gosling.dispatcher.downstream;

import io.gosling.dispatcher.relay.ClientConnectionTimer;
import io.gosling.dispatcher.relay.ClientConnectionTimer.Wait;
import io.gosling.netty.transport.SocketShutdown;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import java.time.Duration;

/**
 * The graceful close of a client's connection. Closing with unread bytes would make the system reset the connection and
 * might lose the last response, so only our direction is closed at first (RFC 9112, section 9.6). Belongs to one
 * connection and its event loop.
 */
final class GracefulClose {
    /** Time for a client to read the last answer before its connection closes. */
    private static final Duration LEAVING = Duration.ofSeconds(2);

    private final Channel channel;
    private final ClientConnectionTimer deadline;
    private final ClientInput input;
    private final Runnable sent;
    private boolean begun;

    /** @param sent run when everything has gone */
    GracefulClose(Channel channel, ClientConnectionTimer deadline, ClientInput input, Runnable sent) {
        this.sent = sent;
        this.channel = channel;
        this.deadline = deadline;
        this.input = input;
    }

    boolean begun() {
        return begun;
    }

    /** Writes the end of the last answer and waits for the client to leave. */
    void after(Object end) {
        begun = true;
        input.clear();
        channel.writeAndFlush(end).addListener((ChannelFutureListener) written -> {
            sent.run();
            if (written.isSuccess()) {
                deadline.start(Wait.CLIENT_LEAVING, LEAVING);
                SocketShutdown.endOutput(channel);
                input.more();
            } else {
                channel.close();
            }
        });
    }

    /** Closes at once, with a reset where an end would delimit the body. */
    void atOnce(boolean noticeably) {
        begun = true;
        if (noticeably) {
            SocketShutdown.reset(channel);
        } else {
            channel.close();
        }
    }
}
