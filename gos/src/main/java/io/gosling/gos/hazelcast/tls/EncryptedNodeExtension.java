package io.gosling.gos.hazelcast.tls;

import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.DefaultNodeExtension;
import com.hazelcast.instance.impl.Node;
import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.networking.ChannelInitializer;
import com.hazelcast.internal.networking.InboundHandler;
import com.hazelcast.internal.networking.OutboundHandler;
import com.hazelcast.internal.server.ServerConnection;
import com.hazelcast.internal.server.ServerContext;
import io.gosling.document.Ticker;
import io.gosling.netty.tls.RefusalLog;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import javax.net.ssl.SSLException;

/**
 * Puts TLS below Hazelcast's protocol on each connection, and lets no connection without it have packets. Safe for use
 * by many threads.
 */
@SuppressWarnings({"rawtypes", "unchecked"}) // the signatures that Hazelcast has
final class EncryptedNodeExtension extends DefaultNodeExtension {
    private final MemberEncryption encryption;
    private final PendingHandshakes handshakes;
    private final RefusalLog log;
    private final AtomicBoolean installed;

    /** @param installed set when Hazelcast makes its connections by this class */
    EncryptedNodeExtension(Node node, MemberEncryption encryption, AtomicBoolean installed) {
        super(node);
        this.installed = installed;
        this.encryption = encryption;
        this.handshakes = new PendingHandshakes(encryption.handshakes(), encryption.timeout());
        this.log = new RefusalLog(encryption.tls().self().name(), Ticker.system());
    }

    @Override
    public Function<EndpointQualifier, ChannelInitializer> createChannelInitializerFn(ServerContext server) {
        Function<EndpointQualifier, ChannelInitializer> plain = super.createChannelInitializerFn(server);
        installed.set(true);
        return qualifier -> {
            ChannelInitializer protocol = plain.apply(qualifier);
            return channel -> initialize(channel, protocol, server);
        };
    }

    private void initialize(Channel channel, ChannelInitializer protocol, ServerContext server) throws Exception {
        MemberTlsSession session;
        try {
            session = session(channel, server);
        } catch (SSLException | RuntimeException e) {
            // Hazelcast would keep a connection that could not begin.
            Object connection = Objects.requireNonNull(channel.attributeMap().get(ServerConnection.class));
            ((ServerConnection) connection).close(e.getMessage(), e);
            throw e;
        }
        channel.attributeMap().put(MemberTlsSession.class, session);
        channel.inboundPipeline().addLast(new MemberTlsDecoder(session));
        protocol.initChannel(channel);
        channel.outboundPipeline().addLast(new MemberTlsEncoder(session));
        handshakes.begin(session);
    }

    private MemberTlsSession session(Channel channel, ServerContext server) throws SSLException {
        return new MemberTlsSession(encryption.tls(), channel, handshakes, log, server::onFailedConnection);
    }

    @Override
    public InboundHandler[] createInboundHandlers(
            EndpointQualifier qualifier, ServerConnection connection, ServerContext server) {
        requireEncrypted(connection);
        return super.createInboundHandlers(qualifier, connection, server);
    }

    @Override
    public OutboundHandler[] createOutboundHandlers(
            EndpointQualifier qualifier, ServerConnection connection, ServerContext server) {
        requireEncrypted(connection);
        return super.createOutboundHandlers(qualifier, connection, server);
    }

    private static void requireEncrypted(ServerConnection connection) {
        if (!connection.attributeMap().containsKey(MemberTlsSession.class)) {
            throw new IllegalStateException(connection + " has no encryption: this version of Hazelcast makes"
                    + " connections in another way than the one that Gosling was built with");
        }
    }
}
