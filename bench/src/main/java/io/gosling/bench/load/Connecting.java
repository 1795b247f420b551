package io.gosling.bench.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import java.util.function.Consumer;

/** How connections to one server are made. Used on its event loop. */
final class Connecting {
    private final EventLoop loop;
    private final Bootstrap bootstrap;

    /** @param bootstrap with kind of channel, options and the server's address; no handler */
    Connecting(EventLoop loop, Bootstrap bootstrap) {
        this.loop = loop;
        this.bootstrap = bootstrap.clone().group(loop);
    }

    /**
     * Begins to connect.
     *
     * @param failed told if nothing comes of it, on the event loop and never before this has returned. Without a descriptor
     *     there is no channel, and nothing that belongs to the loop: another thread would tell of it.
     */
    ChannelFuture connect(ChannelHandler handler, Consumer<ChannelFuture> failed) {
        ChannelFuture trying = bootstrap.handler(handler).connect();
        trying.addListener(done -> {
            if (!done.isSuccess()) {
                loop.execute(() -> failed.accept(trying));
            }
        });
        return trying;
    }
}
