package io.gosling.dispatcher.client;

import io.gosling.dispatcher.handoff.HandoffCallback;
import io.gosling.dispatcher.handoff.HandoffRoute;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.http.Headers;
import io.gosling.netty.handoff.HandoffCodec;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.listen.RemoteAddress;
import io.gosling.netty.transport.SocketPair;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.handler.ssl.SslHandler;

/**
 * Moves one client's connection to another process, and back if that does not take it. The decoder stops behind each
 * header, so that received bytes can go along undecoded; the socket is taken from the event loop, because a registered
 * one would be read while another process answers; the pipeline stays as it is until the outcome is known. Belongs to
 * the connection's event loop.
 */
final class ClientHandoff {
    /**
     * Bytes behind a header that are read while the request waits for its back-end; the rest stays in the socket.
     */
    static final int ENOUGH = 64 << 10;

    private final Channel channel;
    private final ClientInput input;
    /**
     * Whether what is behind the header of the request in hand is decoded: the decoder may have stopped behind the
     * next.
     */
    private boolean stayed;

    ClientHandoff(Channel channel, ClientInput input) {
        this.channel = channel;
        this.input = input;
    }

    /** Whether any request of a connection may have it go. */
    static boolean isThinkable(Channel channel, FrontEndContext wiring, Headers fields) {
        return wiring.delivery().handoffs() != null
                && channel instanceof UnixChannel
                && channel instanceof SocketChannel
                && channel.pipeline().get(SslHandler.class) == null
                && !fields.iterator().hasNext()
                && wiring.settings().target().bodyBytes() == 0;
    }

    /** The next request is in hand. */
    void next() {
        stayed = false;
    }

    /** Whether it can go now. */
    boolean isPossible() {
        RequestDecoder decoder = channel.pipeline().get(RequestDecoder.class);
        return !stayed
                && decoder != null
                && decoder.isStopped()
                && decoder.heldBytes() <= HandoffCodec.MOST_BEGUN - ENOUGH;
    }

    /** It stays for this request: what has come behind the header is decoded, as far as behind the next header. */
    void stay() {
        ChannelHandlerContext stage = channel.pipeline().context(RequestDecoder.class);
        if (stage != null && !stayed) {
            stayed = true;
            ((RequestDecoder) stage.handler()).goOn(stage);
        }
    }

    /** It stays for good: all that comes is decoded. */
    void stayForGood() {
        ChannelHandlerContext stage = channel.pipeline().context(RequestDecoder.class);
        stayed = true;
        if (stage != null) {
            ((RequestDecoder) stage.handler()).stopNoMore(stage);
        }
    }

    /** Offers the connection. Nothing else happens on it until the callback is told the outcome. */
    void go(HandoffRoute passage, HandoffCallback takeover) {
        channel.deregister().addListener(left -> {
            RequestDecoder decoder = channel.pipeline().get(RequestDecoder.class);
            SocketPair pair = SocketPair.of(channel);
            if (!channel.isOpen() || decoder == null || pair == null) {
                takeover.lost();
                return;
            }
            UnixChannel leaving = (UnixChannel) channel;
            // The decoder has stopped: it keeps what comes.
            int room = HandoffCodec.MOST_BEGUN - decoder.heldBytes();
            if (!passage.readies(leaving, room, came -> channel.pipeline().fireChannelRead(came))) {
                takeover.declined();
                return;
            }
            ByteBuf begun = channel.alloc().buffer(Math.max(1, decoder.heldBytes()));
            decoder.copyHeld(begun);
            passage.offer(leaving, pair, RemoteAddress.named(channel), begun, takeover);
        });
    }

    /** The other process has not taken it. Where it cannot come back either, it is closed when {@code then} runs. */
    void comeBack(Runnable then) {
        channel.eventLoop().register(channel).addListener(back -> {
            then.run();
            input.readComplete(); // a read that was under way was forgotten
        });
    }

    /** The other process has taken it. */
    void forget() {
        channel.close();
        // The channel is no longer registered, so that its handlers have to be told to release their state.
        channel.pipeline().fireChannelUnregistered();
    }

    /** It is unknown which process has the connection. */
    void breakOff() {
        if (channel instanceof SocketChannel socket && channel.isOpen()) {
            socket.shutdown();
        }
        forget();
    }
}
