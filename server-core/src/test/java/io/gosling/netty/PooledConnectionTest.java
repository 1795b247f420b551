package io.gosling.netty;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class PooledConnectionTest {
    /** As when the other side refuses it: the system reports the socket as readable before it is connected. */
    @Test
    void whatFailsBeforeAnybodyUsesItIsClosedWithoutAWord() {
        PoolLane lane = new PoolLane(
                new EmbeddedChannel().eventLoop(),
                InetSocketAddress.createUnresolved("nobody", 1),
                PoolLimits.defaults(),
                new Bootstrap(),
                null,
                new byte[0],
                () -> {});
        EmbeddedChannel connection = new EmbeddedChannel(new PooledConnection(lane));
        connection.pipeline().fireExceptionCaught(new IOException("not connected yet"));
        connection.checkException();
        assertFalse(connection.isOpen());
    }
}
