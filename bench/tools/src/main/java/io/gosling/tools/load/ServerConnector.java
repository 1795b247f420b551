package io.gosling.tools.load;

import io.gosling.netty.transport.Transport;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;

/** Opens connections to one server. Used on its event loop. */
final class ServerConnector {
    private final EventLoop loop;
    private final Bootstrap bootstrap;
    private final TargetServer server;
    private final LoadSettings settings;

    /** @param bootstrap with kind of channel and options; no handler */
    ServerConnector(EventLoop loop, Bootstrap bootstrap, TargetServer server, LoadSettings settings) {
        this.loop = loop;
        this.bootstrap = bootstrap.clone().group(loop).remoteAddress(server.address());
        this.server = server;
        this.settings = settings;
    }

    /** The way of connecting to servers under load, without a loop and a handler. */
    static Bootstrap bootstrap(Transport transport, LoadSettings settings) {
        return new Bootstrap()
                .channel(transport.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        settings.timeOut().toMillis());
    }

    TargetServer server() {
        return server;
    }

    LoadSettings settings() {
        return settings;
    }

    /**
     * Begins to connect.
     *
     * @param failed told if nothing comes of it, on the event loop and never before this has returned. Without a
     *     descriptor there is no channel, and nothing that belongs to the loop: another thread would tell of it.
     */
    ChannelFuture connect(ChannelHandler handler, Consumer<ChannelFuture> failed) {
        ChannelFuture trying = bootstrap
                .handler(ClientTls.behind(server, settings.http2(), handler))
                .connect();
        trying.addListener(done -> {
            if (!done.isSuccess()) {
                loop.execute(() -> failed.accept(trying));
            }
        });
        return trying;
    }

    /**
     * TLS towards the servers under load, with one HTTP version to choose from (ALPN). Certificates are not verified:
     * users know which server they put load on, and test servers have certificates of no known authority. For any
     * thread.
     */
    private static final class ClientTls {
        private static final SslContext HTTP_1 = offering(ApplicationProtocolNames.HTTP_1_1);
        private static final SslContext HTTP_2 = offering(ApplicationProtocolNames.HTTP_2);

        private ClientTls() {}

        /** The handler behind TLS where the server wants that, and else itself. */
        static ChannelHandler behind(TargetServer server, boolean http2, ChannelHandler handler) {
            if (!server.secure()) {
                return handler;
            }
            InetSocketAddress address = server.address();
            return new ChannelInitializer<>() {
                @Override
                protected void initChannel(Channel made) {
                    made.pipeline()
                            .addLast((http2 ? HTTP_2 : HTTP_1)
                                    .newHandler(made.alloc(), address.getHostString(), address.getPort()))
                            .addLast(handler);
                }
            };
        }

        private static SslContext offering(String protocol) {
            try {
                return SslContextBuilder.forClient()
                        .trustManager(InsecureTrustManagerFactory.INSTANCE)
                        .endpointIdentificationAlgorithm("")
                        .applicationProtocolConfig(new ApplicationProtocolConfig(
                                ApplicationProtocolConfig.Protocol.ALPN,
                                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                                protocol))
                        .build();
            } catch (SSLException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
