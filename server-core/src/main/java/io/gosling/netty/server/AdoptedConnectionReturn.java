package io.gosling.netty.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import org.jspecify.annotations.Nullable;

/**
 * The way of an adopted connection to another owner, mostly back to the front-end, and back here where no one accepts
 * it. It moves between two requests only, as it came: no request of it is decoded, and nothing is left to write.
 * Belongs to the connection's loop.
 *
 * <ol>
 *   <li>staying: the bytes that the connection came with are read, and answered here
 *   <li>here: a request whose document is not in memory may make it leave
 *   <li>leaving: its loop is to forget it; bytes that are read until then go along
 *   <li>away: it is registered with no loop; its stages and timeouts stand still
 *   <li>gone, or here again: the request that it was to leave with is answered here
 * </ol>
 */
final class AdoptedConnectionReturn {
    /** Most bytes that may be read at once; a connection with more stays. */
    static final int MOST_BYTES = 192 << 10;

    private final AdoptedConnections adoption;
    private final Channel channel;
    private final EventLoop loop;
    private final ConnectionReturnRoute onward;
    private boolean stays = true;
    private boolean inputEnded;
    private @Nullable Leaving leaving;

    /** The last stage of the leaving connection, and the bytes that go along with it. */
    private record Leaving(Http1ConnectionBase stage, ByteBuf begun) {}

    AdoptedConnectionReturn(
            AdoptedConnections adoption, Channel channel, EventLoop loop, ConnectionReturnRoute onward) {
        this.adoption = adoption;
        this.channel = channel;
        this.loop = loop;
        this.onward = onward;
    }

    void settled() {
        stays = false;
    }

    boolean isUnderWay() {
        return leaving != null;
    }

    /**
     * Makes it leave, if it is to.
     *
     * @param in at the beginning of a request; all of it is taken if it leaves
     * @param from its last stage, which has nothing under way
     */
    boolean begin(ByteBuf in, Http1ConnectionBase from) {
        if (stays || in.readableBytes() > MOST_BYTES || !onward.isWanted()) {
            return false;
        }
        leaving = new Leaving(from, channel.alloc().buffer(in.readableBytes()));
        take(in);
        channel.config().setAutoRead(false);
        channel.deregister().addListener(forgotten -> away());
        return true;
    }

    /** Takes bytes along; returns false, with nothing touched, unless it is leaving. */
    boolean take(ByteBuf in) {
        if (leaving != null) {
            leaving.begun.writeBytes(in);
        }
        return leaving != null;
    }

    /** Keeps a leaving connection whose client has closed its side: the next owner would not notice. */
    void inputEnded() {
        inputEnded = true;
    }

    private void away() {
        if (leaving == null) {
            return;
        }
        leaving.stage.clock().remove(leaving.stage);
        if (!channel.isOpen()) {
            drop();
        } else if (inputEnded || leaving.begun.readableBytes() > MOST_BYTES + (MOST_BYTES >> 2)) {
            comeBack();
        } else {
            onward.leaves(leaving.begun);
        }
    }

    void comeBack() {
        Leaving back = leaving;
        if (back == null) {
            return;
        }
        loop.register(channel);
        if (!channel.isRegistered() || !channel.isActive()) {
            left();
            return;
        }
        leaving = null;
        back.stage.clock().add(back.stage);
        channel.config().setAutoRead(true);
        stays = true;
        channel.pipeline().fireChannelRead(back.begun);
        channel.pipeline().fireChannelReadComplete();
        if (inputEnded) {
            channel.pipeline().fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
        }
        stays = false;
        adoption.served(channel);
    }

    void left() {
        drop();
        channel.close();
        // Not registered, so no other event releases what the stages hold.
        channel.pipeline().fireChannelUnregistered();
    }

    private void drop() {
        Leaving dropped = leaving;
        leaving = null;
        if (dropped != null) {
            dropped.begun.release();
        }
    }
}
