package io.gosling.dispatcher.downstream;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;

/** A connection without a socket, each direction of which ends by itself. */
final class HalfClosingChannel extends EmbeddedChannel implements DuplexChannel {
    int outputEnds;
    private boolean inputEnded;

    void endInput() {
        inputEnded = true;
        pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
    }

    /** As when the other side reads nothing. */
    void takeNothing() {
        unsafe().outboundBuffer().setUserDefinedWritability(1, false);
    }

    @Override
    public boolean isInputShutdown() {
        return inputEnded;
    }

    @Override
    public ChannelFuture shutdownInput() {
        return shutdownInput(newPromise());
    }

    @Override
    public ChannelFuture shutdownInput(ChannelPromise promise) {
        inputEnded = true;
        return promise.setSuccess();
    }

    @Override
    public boolean isOutputShutdown() {
        return outputEnds > 0;
    }

    @Override
    public ChannelFuture shutdownOutput() {
        return shutdownOutput(newPromise());
    }

    @Override
    public ChannelFuture shutdownOutput(ChannelPromise promise) {
        outputEnds++;
        return promise.setSuccess();
    }

    @Override
    public boolean isShutdown() {
        return isInputShutdown() && isOutputShutdown();
    }

    @Override
    public ChannelFuture shutdown() {
        return shutdown(newPromise());
    }

    @Override
    public ChannelFuture shutdown(ChannelPromise promise) {
        shutdownInput();
        return shutdownOutput(promise);
    }
}
