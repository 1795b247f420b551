package io.gosling.netty;

import io.gosling.netty.tls.Tls;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The stages of a connection that begins with TLS: socket, TLS, and, when the handshake is over, whoever speaks then. */
public final class SecurePipeline extends ChannelInitializer<Channel> {
    private final Tls tls;
    private final Speech next;
    private final AtomicInteger handshakes = new AtomicInteger();

    /** What is spoken on a connection that is secure. */
    @FunctionalInterface
    public interface Speech {
        /**
         * Adds the stages; they are told that the channel is active.
         *
         * @param protocol what was agreed on by ALPN, or null
         */
        void begin(Channel channel, @Nullable String protocol);
    }

    public SecurePipeline(Tls tls, Speech next) {
        this.tls = tls;
        this.next = next;
    }

    @Override
    protected void initChannel(Channel channel) {
        if (handshakes.get() >= tls.settings().handshake().atATime()) {
            channel.close();
            return;
        }
        channel.pipeline()
                .addLast("inputEnd", new InputEnd())
                .addLast("tls", tls.newStage())
                .addLast("secure", new SecureStage(handshakes, next));
    }
}
