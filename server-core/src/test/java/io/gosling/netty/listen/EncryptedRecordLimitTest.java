package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EncryptedRecordLimitTest {
    private static final int LARGE = 1 << 20;
    private static final int RECORDS_OF_LARGE = 1 + LARGE / (1 << 14);

    private final List<Object> events = new ArrayList<>();
    private final EmbeddedChannel channel =
            new EmbeddedChannel(new EncryptedRecordLimit(), new ChannelInboundHandlerAdapter() {
                @Override
                public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                    events.add(event);
                }
            });

    private void write(int bytes, int times) {
        byte[] body = new byte[bytes];
        for (int i = 0; i < times; i++) {
            assertTrue(channel.writeOutbound(Unpooled.wrappedBuffer(body)));
            channel.releaseOutbound();
        }
    }

    @Test
    void recordsOfRequestsCountToo() {
        for (int i = 0; i < EncryptedRecordLimit.MOST; i++) {
            channel.writeInbound(Unpooled.EMPTY_BUFFER);
            channel.releaseInbound();
        }
        assertEquals(List.of(Listener.Drain.BEGUN), events);
    }

    @Test
    void aConnectionIsDrainedOnceWhenItsKeysHaveEncryptedEnough() {
        write(LARGE, EncryptedRecordLimit.MOST / RECORDS_OF_LARGE);
        assertEquals(List.of(), events);
        write(100, RECORDS_OF_LARGE);
        assertEquals(List.of(Listener.Drain.BEGUN), events);
        write(LARGE, RECORDS_OF_LARGE);
        assertEquals(List.of(Listener.Drain.BEGUN), events);
        assertTrue(channel.isOpen());
    }

    @Test
    void aConnectionThatGoesOnIsClosed() {
        write(LARGE, 2 * EncryptedRecordLimit.MOST / RECORDS_OF_LARGE);
        assertTrue(channel.isOpen());
        channel.writeInbound(Unpooled.wrappedBuffer(new byte[LARGE]));
        channel.releaseInbound();
        assertFalse(channel.isOpen());
        assertEquals(List.of(Listener.Drain.BEGUN), events);
    }
}
