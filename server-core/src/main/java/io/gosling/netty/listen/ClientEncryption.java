package io.gosling.netty.listen;

import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;

/** Tells if clients' requests came over TLS; the TLS between processes of a cluster says nothing about a client. */
public final class ClientEncryption {
    private ClientEncryption() {}

    /** Once the connection's protocol is known, on its loop. */
    public static boolean isOn(Channel connection) {
        ChannelPipeline stages = connection.pipeline();
        return stages.get(SslHandler.class) != null && stages.get(EncryptedRecordLimit.class) == null;
    }
}
