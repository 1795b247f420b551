package io.gosling.dispatcher.backend;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpObject;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** One use of a connection to a back-end, without a network. */
class BackendChannelTest {
    private int closed;

    private final BackendChannel.Listener listener = new BackendChannel.Listener() {
        @Override
        public void received(HttpObject message) {}

        @Override
        public void received(RawResponseHead response) {}

        @Override
        public void received(ByteBuf piece, boolean last) {}

        @Override
        public void readComplete() {}

        @Override
        public void writable() {}

        @Override
        public void closed() {
            closed++;
        }
    };

    @Test
    void aBodyThatIsStillOnItsWayIsNotSent() {
        EmbeddedChannel channel = new EmbeddedChannel();
        BackendChannel stream = BackendChannel.open(channel, false, listener);
        assertTrue(stream.isAllSent());
        stream.write(Unpooled.copyLong(1));
        stream.write(Unpooled.copyLong(2));
        assertFalse(stream.isAllSent(), "an early answer may end while the body waits here");
        stream.flush();
        assertTrue(stream.isAllSent());
        channel.releaseOutbound();
        assertFalse(channel.finish());
    }

    @Test
    void whatCouldNotBeWrittenIsNeverSent() {
        EmbeddedChannel channel = new EmbeddedChannel(new ChannelOutboundHandlerAdapter() {
            @Override
            public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
                ((ByteBuf) message).release();
                promise.setFailure(new IOException("broken pipe"));
            }
        });
        BackendChannel stream = BackendChannel.open(channel, true, listener);
        stream.write(Unpooled.copyLong(1));
        assertFalse(stream.isAllSent());
        assertEquals(1, closed);
        assertFalse(channel.finish());
    }

    @Test
    void whatIsWrittenToAConnectionThatIsGoneFailsAtOnce() {
        EmbeddedChannel channel = new EmbeddedChannel();
        channel.close();
        channel.runPendingTasks();
        BackendChannel stream = BackendChannel.open(channel, true, listener);
        ByteBuf request = Unpooled.copyLong(1);
        stream.write(request);
        assertEquals(1, closed);
        assertEquals(0, request.refCnt());
        assertFalse(stream.isAllSent());
    }
}
