package io.gosling.netty.server;

import io.gosling.netty.http1.RequestDecoder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

/**
 * The back-pressure valve on a connection's input. Closed, the socket is not read and the decoder gives out at most one
 * more message; opened again, the bytes that it still holds are decoded first. Belongs to one connection and its loop.
 */
final class AutoReadControl {
    private final Channel channel;
    private final RequestDecoder decoder;
    private boolean open;
    private boolean opening;
    private long openedAt;

    AutoReadControl(Channel channel, RequestDecoder decoder) {
        this.channel = channel;
        this.decoder = decoder;
        this.open = channel.config().isAutoRead();
        decoder.setSingleDecode(!open);
    }

    boolean isOpen() {
        return open;
    }

    boolean isDecoded() {
        return open && !opening;
    }

    long openedAt() {
        return openedAt;
    }

    void set(boolean wanted, long now) {
        open = wanted;
        decoder.setSingleDecode(!wanted);
        channel.config().setAutoRead(wanted);
        if (wanted) {
            openedAt = now;
            decodeHeldBytes();
        }
    }

    private void decodeHeldBytes() {
        ChannelHandlerContext stage = channel.pipeline().context(decoder);
        if (stage == null || opening) {
            return;
        }
        // Decoded messages may close and open the valve again: a loop here, not a recursion.
        opening = true;
        channel.eventLoop().execute(() -> {
            opening = false;
            decoder.decodeHeld(stage);
        });
    }
}
