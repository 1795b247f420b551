package io.gosling.netty.transport;

import io.gosling.document.Ticker;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection after its last response. Closing a socket that has unread input resets it, and the reset may
 * overtake the response; so where input may follow, only the output is closed and the input is discarded until the
 * client closes or {@value #LINGER_SECONDS} s have passed (RFC 9112, section 9.6). Belongs to one connection and its
 * loop.
 */
public final class LingeringClose {
    private static final int LINGER_SECONDS = 2;

    private final Channel channel;
    private final Ticker ticker;
    private boolean begun;
    private boolean lingering;
    private long lingeringSince;

    public LingeringClose(Channel channel, Ticker ticker) {
        this.channel = channel;
        this.ticker = ticker;
    }

    public boolean begun() {
        return begun;
    }

    public boolean isOver(long now) {
        return lingering && now - lingeringSince > TimeUnit.SECONDS.toNanos(LINGER_SECONDS);
    }

    /**
     * Begins the close: nothing more is written, and further input is to be read and discarded.
     *
     * @param inputFollows true if the client may still be sending
     */
    public void begin(ChannelFuture last, boolean inputFollows) {
        if (begun) {
            return;
        }
        begun = true;
        last.addListener(written -> {
            if (inputFollows && written.isSuccess()) {
                lingering = true;
                // From now on and not from the beginning: a slow reader has the whole time after the answer's end.
                lingeringSince = ticker.nanos();
                SocketShutdown.endOutput(channel);
            } else {
                channel.close();
            }
        });
    }

    public void inputEnded() {
        if (lingering) {
            channel.close();
        }
    }
}
