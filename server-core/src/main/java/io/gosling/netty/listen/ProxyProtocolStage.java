package io.gosling.netty.listen;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The first stage of a connection of a trusted proxy: removes the {@link ProxyProtocolHeader}, without which nothing is
 * answered, and counts the connection as its client's. Belongs to one connection and its loop.
 */
final class ProxyProtocolStage extends FirstBytesDetector {
    private static final System.Logger LOG = System.getLogger(Listener.class.getName());

    private final ClientAddressTable clientAddresses;
    private final Consumer<Channel> next;

    ProxyProtocolStage(
            Channel channel, Supplier<HttpLimits> limits, ClientAddressTable clientAddresses, Consumer<Channel> next) {
        super(channel, limits);
        this.clientAddresses = clientAddresses;
        this.next = next;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        try {
            ProxyProtocolHeader header = ProxyProtocolHeader.read(in);
            if (header != null) {
                in.skipBytes(header.bytes());
                enter(ctx, in, header);
            }
        } catch (ProxyProtocolHeader.Malformed e) {
            refuse(in, LimitKind.PROXY_HEADER, String.valueOf(e.getMessage()));
        }
    }

    private void enter(ChannelHandlerContext ctx, ByteBuf in, ProxyProtocolHeader header) {
        if (header.client() != null) {
            ClientAddressAttribute.name(channel, header.client());
        }
        if (clientAddresses.admit(channel, ClientAddressAttribute.of(channel))) {
            become(ctx, next);
        } else {
            refuse(
                    in,
                    LimitKind.ADDRESS_CONNECTIONS,
                    "too many connections of " + ClientAddressAttribute.text(ClientAddressAttribute.of(channel)));
        }
    }

    private void refuse(ByteBuf in, LimitKind limit, String reason) {
        in.skipBytes(in.readableBytes());
        clientAddresses.counts().hit(limit);
        LOG.log(System.Logger.Level.DEBUG, "proxy {0} refused: {1}", channel.remoteAddress(), reason);
        channel.close();
    }

    @Override
    Duration timeout(boolean begun) {
        return limits().get(HttpLimits.HEADER_TIME);
    }

    @Override
    void late(ChannelHandlerContext ctx) {
        clientAddresses.counts().hit(LimitKind.PROXY_HEADER);
    }
}
