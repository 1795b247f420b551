package io.gosling.netty.server;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import org.jspecify.annotations.Nullable;

/**
 * How a connection that was taken over goes on to somebody else, and comes back where nobody takes it. It goes between two
 * requests only, as it came: nothing of it is decoded, and nothing is left to write. Belongs to the connection's loop.
 *
 * <ol>
 *   <li>staying: what the connection came with is read, and answered here
 *   <li>here: a request whose document is not in memory may have it leave
 *   <li>leaving: its loop is to forget it; what is read until then goes along
 *   <li>away: it is registered with no loop; its stages and times stand still
 *   <li>gone, or here again: the request that it was to leave with is answered here
 * </ol>
 */
final class ConnectionMove {
    /** What was read at once; with more than that it stays. */
    static final int MOST_BYTES = 192 << 10;

    private final AdoptedConnections adoption;
    private final Channel channel;
    private final EventLoop loop;
    private final ReturnRoute onward;
    private boolean stays = true;
    private boolean inputEnded;
    private @Nullable Http1Stage stage;

    /** What goes along; null while it is here. */
    private @Nullable ByteBuf begun;

    ConnectionMove(AdoptedConnections adoption, Channel channel, EventLoop loop, ReturnRoute onward) {
        this.adoption = adoption;
        this.channel = channel;
        this.loop = loop;
        this.onward = onward;
    }

    /** What it came with was read. */
    void settled() {
        stays = false;
    }

    /** Whether it is leaving or away. */
    boolean isUnderWay() {
        return begun != null;
    }

    /**
     * Has it leave, if it is to.
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

    /** Takes what was still read while it leaves. */
    void take(ByteBuf in) {
        ByteBuf to = begun;
        if (to != null) {
            to.writeBytes(in);
        }
    }

    /** Its client sends no more, which was seen while it leaves: it stays, since others would not see it. */
    void inputEnded() {
        inputEnded = true;
    }

    private void away() {
        ByteBuf along = begun;
        suspend();
        if (along == null || !channel.isOpen()) {
            drop();
        } else if (inputEnded || along.readableBytes() > MOST_BYTES + (MOST_BYTES >> 2)) {
            comeBack();
        } else {
            onward.leaves(along);
        }
    }

    private void suspend() {
        Http1Stage last = stage;
        if (last != null) {
            last.clock().remove(last);
        }
    }

    /** Is answered here after all. */
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

    /** Is another's, or nobody's. */
    void left() {
        drop();
        channel.close();
        // It is registered no more, so that nobody else ends what its stages hold.
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
