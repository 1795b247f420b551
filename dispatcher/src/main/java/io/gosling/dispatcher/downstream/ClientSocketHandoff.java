package io.gosling.dispatcher.downstream;

import io.gosling.dispatcher.handoff.HandedOffConnectionListener;
import io.gosling.dispatcher.handoff.HandoffLink;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.relay.FrontEndContext;
import io.gosling.http.Headers;
import io.gosling.netty.handoff.HandoffCodec;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.listen.ClientAddressAttribute;
import io.gosling.netty.transport.ConnectionAddresses;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.function.Consumer;

/**
 * Moves one client's connection to another process, and back if that does not take it. The decoder stops behind each
 * header, so that received bytes can go along undecoded; the socket is taken from the event loop, because a registered
 * one would be read while another process answers; the pipeline stays as it is until the outcome is known. Belongs to
 * the connection's event loop.
 */
final class ClientSocketHandoff {
    /** Bytes behind a header that are read while the request waits for its back-end. */
    static final int ENOUGH = 64 << 10;

    private final Channel channel;
    private final ClientInput input;
    /** True if the input behind the current request's header is decoded. */
    private boolean stayed;

    ClientSocketHandoff(Channel channel, ClientInput input) {
        this.channel = channel;
        this.input = input;
    }

    /** True if a connection may be handed off at all. */
    static boolean isThinkable(Channel channel, FrontEndContext context, Headers fields) {
        return context.delivery().routes() != null
                && channel instanceof UnixChannel
                && channel instanceof SocketChannel
                && channel.pipeline().get(SslHandler.class) == null
                && !fields.iterator().hasNext();
    }

    void next() {
        stayed = false;
    }

    boolean isPossible() {
        RequestDecoder decoder = channel.pipeline().get(RequestDecoder.class);
        return !stayed
                && decoder != null
                && decoder.isStopped()
                && decoder.heldBytes() <= HandoffCodec.MOST_BEGUN - ENOUGH;
    }

    /** Keeps the connection for this request: decodes up to behind the next header. */
    void stay() {
        ChannelHandlerContext stage = channel.pipeline().context(RequestDecoder.class);
        if (stage != null && !stayed) {
            stayed = true;
            ((RequestDecoder) stage.handler()).goOn(stage);
        }
    }

    /** Keeps the connection for good: decodes everything. */
    void stayForGood() {
        ChannelHandlerContext stage = channel.pipeline().context(RequestDecoder.class);
        stayed = true;
        if (stage != null) {
            ((RequestDecoder) stage.handler()).stopNoMore(stage);
        }
    }

    /** Offers the connection. It rests until {@code then} gets the outcome. */
    void handOff(HandoffLink link, HandedOffConnectionListener listener, Consumer<HandoffOutcome> then) {
        channel.deregister().addListener(left -> {
            RequestDecoder decoder = channel.pipeline().get(RequestDecoder.class);
            ConnectionAddresses pair = ConnectionAddresses.of(channel);
            if (!channel.isOpen() || decoder == null || pair == null) {
                then.accept(HandoffOutcome.LOST);
                return;
            }
            UnixChannel leaving = (UnixChannel) channel;
            // The decoder has stopped: it keeps what comes.
            int room = HandoffCodec.MOST_BEGUN - decoder.heldBytes();
            if (!link.readies(leaving, room, came -> channel.pipeline().fireChannelRead(came))) {
                then.accept(HandoffOutcome.DECLINED);
                return;
            }
            ByteBuf begun = channel.alloc().buffer(Math.max(1, decoder.heldBytes()));
            decoder.copyHeld(begun);
            link.offer(leaving, pair, ClientAddressAttribute.named(channel), begun, listener, then);
        });
    }

    /** Takes a declined connection back; if that fails, it is closed when {@code then} runs. */
    void comeBack(Runnable then) {
        channel.eventLoop().register(channel).addListener(back -> {
            then.run();
            input.readComplete(); // a read that was under way was forgotten
        });
    }

    void forget() {
        channel.close();
        // The channel is no longer registered, so its handlers must be notified to release their state.
        channel.pipeline().fireChannelUnregistered();
    }

    /** Closes a connection whose owner is unknown. */
    void breakOff() {
        if (channel instanceof SocketChannel socket && channel.isOpen()) {
            socket.shutdown();
        }
        forget();
    }
}
