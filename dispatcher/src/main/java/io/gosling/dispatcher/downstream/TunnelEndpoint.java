package io.gosling.dispatcher.downstream;

import io.gosling.netty.transport.SocketShutdown;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The client or the back-end of a {@link Tunnel}. Belongs to one event loop. */
sealed interface TunnelEndpoint {
    /** True if one direction can end without the other. */
    default boolean endsByHalves() {
        return true;
    }

    boolean hasRoom();

    /** Requests more input. */
    void read();

    /** Takes over the reference. */
    void write(ByteBuf piece);

    void flush();

    /** Ends the output after everything pending; the input goes on. */
    void endOutput();

    /**
     * Closes after everything pending.
     *
     * @param sends the other side may still be sending
     * @param broken an end has failed
     */
    void leave(boolean sends, boolean broken);

    /** Closes at once; resets a stream. */
    void close();

    /** The connection to a back-end, or a client's of HTTP/1.1. */
    record Connection(Channel channel) implements TunnelEndpoint {
        /** Time for a side that is still sending to take the last bytes and close, without a reset. */
        private static final Duration LEAVING = Duration.ofSeconds(2);

        @Override
        public boolean endsByHalves() {
            return channel instanceof DuplexChannel && channel.pipeline().get(SslHandler.class) == null;
        }

        @Override
        public boolean hasRoom() {
            return channel.isWritable();
        }

        @Override
        public void read() {
            channel.read();
        }

        @Override
        public void write(ByteBuf piece) {
            if (channel.isActive()) {
                channel.write(piece, channel.voidPromise());
            } else {
                piece.release();
            }
        }

        @Override
        public void flush() {
            channel.flush();
        }

        @Override
        public void endOutput() {
            afterAll(sent -> ((DuplexChannel) sent).shutdownOutput());
        }

        /** Shuts down the output to a side that may still be sending; closing would reset unread data. */
        @Override
        public void leave(boolean sends, boolean broken) {
            if (sends) {
                channel.read(); // and thrown away
            }
            afterAll(sent -> {
                if (!sends || !sent.isActive()) {
                    sent.close();
                    return;
                }
                var timer = sent.eventLoop().schedule(() -> sent.close(), LEAVING.toNanos(), TimeUnit.NANOSECONDS);
                sent.closeFuture().addListener(closed -> timer.cancel(false));
                SocketShutdown.endOutput(sent);
            });
        }

        private void afterAll(Consumer<Channel> then) {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER)
                    .addListener((ChannelFutureListener) sent -> then.accept(sent.channel()));
        }

        @Override
        public void close() {
            channel.close();
        }
    }

    /** A client's stream of HTTP/2 (RFC 8441). */
    final class Stream implements TunnelEndpoint {
        private final Http2RequestInput input;
        private final Http2ResponseOutput output;
        private final Runnable abort;
        /** Completes when the whole output has gone; null until it is to end. */
        private @Nullable ChannelFuture allSent;

        /** @param abort resets the stream, unless it is closed */
        Stream(Http2RequestInput input, Http2ResponseOutput output, Runnable abort) {
            this.input = input;
            this.output = output;
            this.abort = abort;
        }

        @Override
        public boolean hasRoom() {
            return output.hasRoom();
        }

        @Override
        public void read() {
            input.more();
        }

        @Override
        public void write(ByteBuf piece) {
            output.body(piece);
        }

        @Override
        public void flush() {
            output.flush();
        }

        @Override
        public void endOutput() {
            leave(false, false);
        }

        /** Resets the stream if the back-end's connection was reset, even after its FIN (RFC 8441, section 5). */
        @Override
        public void leave(boolean sends, boolean broken) {
            if (sends) {
                input.more(); // and thrown away
            }
            if (allSent == null) {
                allSent = broken ? output.afterAll() : output.end();
            }
            if (broken) {
                allSent.addListener(sent -> abort.run());
            }
        }

        @Override
        public void close() {
            abort.run();
        }
    }
}
