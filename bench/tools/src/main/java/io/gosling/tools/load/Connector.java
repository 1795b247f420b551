package io.gosling.tools.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import java.util.function.Consumer;

/** Opens connections to one server. Used on its event loop. */
final class Connector {
    private final EventLoop loop;
    private final Bootstrap bootstrap;
    private final Target server;
    private final boolean http2;

    /**
     * @param bootstrap with kind of channel and options; no handler
     * @param http2 what is offered where TLS is spoken; otherwise HTTP/1.1
     */
    Connector(EventLoop loop, Bootstrap bootstrap, Target server, boolean http2) {
        this.loop = loop;
        this.bootstrap = bootstrap.clone().group(loop).remoteAddress(server.address());
        this.server = server;
        this.http2 = http2;
    }

    /**
     * Begins to connect.
     *
     * @param failed told if nothing comes of it, on the event loop and never before this has returned. Without a
     *     descriptor there is no channel, and nothing that belongs to the loop: another thread would tell of it.
     */
    ChannelFuture connect(ChannelHandler handler, Consumer<ChannelFuture> failed) {
        ChannelFuture trying =
                bootstrap.handler(ClientTls.behind(server, http2, handler)).connect();
        trying.addListener(done -> {
            if (!done.isSuccess()) {
                loop.execute(() -> failed.accept(trying));
            }
        });
        return trying;
    }
}
