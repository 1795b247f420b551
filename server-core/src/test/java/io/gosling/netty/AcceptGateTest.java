package io.gosling.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcceptGateTest {
    private final AcceptGate gate = new AcceptGate(2, new DefaultChannelGroup(GlobalEventExecutor.INSTANCE));
    private final EmbeddedChannel socket = new EmbeddedChannel(gate);

    @Test
    void aFullDescriptorTablePausesAcceptingAndItGoesOnByItself() {
        socket.freezeTime();
        socket.pipeline().fireExceptionCaught(new IOException("Too many open files"));
        assertFalse(accepts());
        socket.checkException();
        socket.advanceTimeBy(AcceptGate.BACK_OFF_MILLIS, TimeUnit.MILLISECONDS);
        socket.runScheduledPendingTasks();
        assertTrue(accepts());
    }

    @Test
    void acceptingPausesAtTheLimitUntilAConnectionCloses() {
        EmbeddedChannel first = new EmbeddedChannel();
        EmbeddedChannel second = new EmbeddedChannel();
        socket.writeInbound(first);
        assertTrue(accepts());
        socket.writeInbound(second);
        assertFalse(accepts());
        assertEquals(2, gate.open());
        first.close();
        socket.runPendingTasks();
        assertTrue(accepts());
        assertEquals(1, gate.open());
        second.close();
    }

    private boolean accepts() {
        return socket.config().isAutoRead();
    }
}
