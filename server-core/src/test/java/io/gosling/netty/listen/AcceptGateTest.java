package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AcceptGateTest {
    private final AcceptGate gate = new AcceptGate(
            2, AddressTable.unlimited(), address -> false, new DefaultChannelGroup(GlobalEventExecutor.INSTANCE));
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

    @Test
    void connectionsThatCloseAtTheSameMomentMakeRoomEveryTime() throws Exception {
        try (ExecutorService closers = Executors.newFixedThreadPool(2)) {
            for (int round = 0; round < 2_000; round++) {
                CyclicBarrier start = new CyclicBarrier(2);
                List<Future<?>> closing = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    EmbeddedChannel connection = new EmbeddedChannel();
                    socket.writeInbound(connection);
                    closing.add(closers.submit(() -> {
                        start.await();
                        return connection.close();
                    }));
                }
                for (Future<?> closed : closing) {
                    closed.get();
                }
                socket.runPendingTasks();
                assertEquals(0, gate.open());
                assertTrue(accepts(), "nothing is open in round " + round + " and nothing is accepted");
                socket.inboundMessages().clear();
            }
        }
    }

    private boolean accepts() {
        return socket.config().isAutoRead();
    }
}
