package io.gosling.tools.load;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLException;

/**
 * TLS towards the servers under load, with one HTTP version to choose from (ALPN). Certificates are not verified: users
 * know which server they put load on, and test servers have certificates of no known authority. For any thread.
 */
final class ClientTls {
    private static final SslContext HTTP_1 = offering(ApplicationProtocolNames.HTTP_1_1);
    private static final SslContext HTTP_2 = offering(ApplicationProtocolNames.HTTP_2);

    private ClientTls() {}

    /** The handler behind TLS where the server wants that, and else itself. */
    static ChannelHandler behind(Target server, boolean http2, ChannelHandler handler) {
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
