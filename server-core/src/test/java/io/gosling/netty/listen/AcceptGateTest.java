package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.DefaultChannelId;
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
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class AcceptGateTest {
    private final AcceptGate gate = new AcceptGate(
            2, ClientAddressTable.unlimited(), address -> false, new DefaultChannelGroup(GlobalEventExecutor.INSTANCE));
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

    @Test
    void aSearchClosesAnEighthOfTheLimitThatHasBeenIdleLongest() {
        Crowd crowd = new Crowd(16);
        assertEquals(14, crowd.open());
        assertFalse(crowd.at(15).isOpen());
        assertFalse(crowd.at(14).isOpen());
    }

    @Test
    void aSearchClosesNoMoreThanThirtyTwo() {
        assertEquals(400 - 32, new Crowd(400).open());
    }

    @Test
    void aConnectionThatIsUsedAfterItWasFoundStays() {
        Crowd crowd = new Crowd(8, found -> found.nanos = 0);
        assertEquals(8, crowd.open());
    }

    @Test
    void whereNothingIsIdleAGateLooksAgainLater() {
        Crowd crowd = new Crowd(8, found -> found.nanos = 0);
        crowd.used = found -> {};
        crowd.idle.forEach(idle -> idle.nanos = TimeUnit.SECONDS.toNanos(3));
        crowd.run();
        assertEquals(8, crowd.open());
        crowd.socket.advanceTimeBy(AcceptGate.BACK_OFF_MILLIS, TimeUnit.MILLISECONDS);
        crowd.run();
        assertEquals(7, crowd.open());
    }

    /** A gate with as many connections as it lets in, each of which has been idle for longer than those before. */
    private static final class Crowd {
        private final AcceptGate gate;
        private final EmbeddedChannel socket;
        private final List<EmbeddedChannel> connections = new ArrayList<>();
        private final List<Idle> idle = new ArrayList<>();
        private Consumer<Idle> used;

        Crowd(int limit) {
            this(limit, found -> {});
        }

        /** @param used called when a connection has been found, and before it would leave */
        Crowd(int limit, Consumer<Idle> used) {
            this.used = used;
            this.gate = new AcceptGate(
                    limit,
                    ClientAddressTable.unlimited(),
                    address -> false,
                    new DefaultChannelGroup(GlobalEventExecutor.INSTANCE));
            this.socket = new EmbeddedChannel(gate);
            socket.freezeTime();
            for (int i = 0; i < limit; i++) {
                Idle next = new Idle(TimeUnit.SECONDS.toNanos(3 + i));
                idle.add(next);
                connections.add(new EmbeddedChannel(DefaultChannelId.newInstance(), next));
                socket.writeInbound(connections.getLast());
            }
            run();
        }

        EmbeddedChannel at(int index) {
            return connections.get(index);
        }

        int open() {
            return gate.open();
        }

        private void run() {
            socket.runScheduledPendingTasks();
            connections.forEach(EmbeddedChannel::runPendingTasks);
            connections.forEach(EmbeddedChannel::runPendingTasks);
            socket.runPendingTasks();
        }

        private final class Idle extends ChannelInboundHandlerAdapter {
            private long nanos;

            Idle(long nanos) {
                this.nanos = nanos;
            }

            @Override
            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                if (event instanceof IdleConnectionSearch search) {
                    search.offer(ctx.channel(), () -> nanos, ctx::close);
                    ctx.channel().eventLoop().execute(() -> used.accept(this));
                }
            }
        }
    }

    private boolean accepts() {
        return socket.config().isAutoRead();
    }
}
