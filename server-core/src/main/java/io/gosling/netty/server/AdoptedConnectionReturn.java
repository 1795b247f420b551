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
    private final ReturnRoute onward;
    private boolean stays = true;
    private boolean inputEnded;
    private @Nullable Http1Stage stage;
    private @Nullable ByteBuf begun;

    AdoptedConnectionReturn(AdoptedConnections adoption, Channel channel, EventLoop loop, ReturnRoute onward) {
        this.adoption = adoption;
        this.channel = channel;
        this.loop = loop;
        this.onward = onward;
    }

    void settled() {
        stays = false;
    }

    boolean isUnderWay() {
        return begun != null;
    }

    /**
     * Makes it leave, if it is to.
     *
     * @param in at the beginning of a request; all of it is taken if it leaves
     * @param from its last stage, which has nothing under way
     */
    boolean begin(ByteBuf in, Http1Stage from) {
        if (stays || in.readableBytes() > MOST_BYTES || !onward.isWanted()) {
            return false;
        }
        stage = from;
        begun = channel.alloc().buffer(in.readableBytes());
        take(in);
        channel.config().setAutoRead(false);
        channel.deregister().addListener(forgotten -> away());
        return true;
    }

    /** Takes bytes along; returns false, with nothing touched, unless it is leaving. */
    boolean take(ByteBuf in) {
        ByteBuf to = begun;
        if (to != null) {
            to.writeBytes(in);
        }
        return to != null;
    }

    /** Keeps a leaving connection whose client has closed its side: the next owner would not notice. */
    void inputEnded() {
        inputEnded = true;
    }

    private void away() {
        ByteBuf along = begun;
        Http1Stage last = stage;
        if (last != null) {
            last.clock().remove(last);
        }
        if (along == null || !channel.isOpen()) {
            drop();
        } else if (inputEnded || along.readableBytes() > MOST_BYTES + (MOST_BYTES >> 2)) {
            comeBack();
        } else {
            onward.leaves(along);
        }
    }

    void comeBack() {
        ByteBuf read = begun;
        Http1Stage last = stage;
        begun = null;
        if (read == null || last == null) {
            return;
        }
        loop.register(channel);
        if (!channel.isRegistered() || !channel.isActive()) {
            begun = read;
            left();
            return;
        }
        last.clock().add(last);
        channel.config().setAutoRead(true);
        stays = true;
        channel.pipeline().fireChannelRead(read);
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
        ByteBuf read = begun;
        begun = null;
        if (read != null) {
            read.release();
        }
    }
}
