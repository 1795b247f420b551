package io.gosling.netty.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PooledConnectionWatcherTest {
    private final Transport transport = Transport.open(TransportKind.NIO, 1, "test");
    private final EventLoop loop = transport.eventLoops().next();
    private final ServerSocket server;
    private final InetSocketAddress address;

    PooledConnectionWatcherTest() throws IOException {
        server = new ServerSocket(0, 8, InetAddress.getLoopbackAddress());
        address = (InetSocketAddress) server.getLocalSocketAddress();
    }

    @AfterEach
    void close() throws IOException {
        server.close();
        transport.close();
    }

    private Future<Channel> acquire(ConnectionPool pool) throws Exception {
        return loop.submit(() -> pool.acquire(loop, address)).get();
    }

    @Test
    void whoWantsANewConnectionGetsOneAlsoWhenItHadToWait() throws Exception {
        PoolLimits one = new PoolLimits(1, 8, Duration.ofSeconds(30), Duration.ofSeconds(10));
        try (ConnectionPool pool = ConnectionPool.open(transport, one)) {
            Channel first = acquire(pool).get();
            Future<Channel> fresh = loop.submit(() -> pool.acquire(loop, address, Duration.ZERO))
                    .get();
            assertFalse(fresh.isDone());
            loop.execute(() -> pool.release(first));
            assertNotEquals(first, fresh.get());
            Future<Channel> any = acquire(pool);
            loop.execute(() -> pool.release(fresh.getNow()));
            assertEquals(fresh.getNow(), any.get());
        }
    }

    @Test
    void whoWaitsNoMoreLeavesItsTurnToOthers() throws Exception {
        PoolLimits one = new PoolLimits(1, 1, Duration.ofSeconds(30), Duration.ofSeconds(10));
        try (ConnectionPool pool = ConnectionPool.open(transport, one)) {
            Channel only = acquire(pool).get();
            for (int time = 0; time < 3; time++) {
                Future<Channel> waits = acquire(pool);
                assertFalse(waits.isDone(), "there is a turn for it");
                loop.submit(() -> waits.cancel(false)).get();
            }
            Future<Channel> next = acquire(pool);
            loop.execute(() -> pool.release(only));
            assertEquals(only, next.get());
        }
    }

    @Test
    void onlyATurnCanBeGivenUpAndAConnectionThatIsBeingMadeComes() throws Exception {
        PoolLimits one = new PoolLimits(1, 1, Duration.ofSeconds(30), Duration.ofSeconds(10));
        try (ConnectionPool pool = ConnectionPool.open(transport, one)) {
            Future<Channel> made = loop.submit(() -> {
                        Future<Channel> first = pool.acquire(loop, address);
                        Future<Channel> second = pool.acquire(loop, address);
                        assertFalse(first.isCancellable() || first.cancel(false));
                        assertTrue(second.isCancellable() && second.cancel(false));
                        return first;
                    })
                    .get();
            assertTrue(made.get().isActive());
        }
    }

    @Test
    void aConnectionThatIsSetAsideLeavesRoomForAnotherAndCountsAgainLater() throws Exception {
        PoolLimits one = new PoolLimits(1, 8, Duration.ofSeconds(30), Duration.ofSeconds(10)).withAside(1);
        try (ConnectionPool pool = ConnectionPool.open(transport, one)) {
            Channel slow = acquire(pool).get();
            Future<Channel> second = acquire(pool);
            loop.execute(() -> pool.setAside(slow));
            Channel other = second.get();
            assertNotEquals(slow, other);
            Future<Channel> third = acquire(pool);
            loop.submit(() -> pool.setAside(other)).get();
            assertFalse(third.isDone(), "one is aside already");

            loop.submit(() -> pool.takeBack(slow)).get();
            loop.submit(() -> pool.release(slow)).get();
            slow.closeFuture().sync();
            assertFalse(third.isDone(), "there was one too many");
            loop.execute(() -> pool.release(other));
            assertEquals(other, third.get());
        }
    }

    @Test
    void aConnectionThatEndsWhileItIsAsideIsCountedOnce() throws Exception {
        PoolLimits one = new PoolLimits(1, 8, Duration.ofSeconds(30), Duration.ofSeconds(10));
        try (ConnectionPool pool = ConnectionPool.open(transport, one)) {
            Channel slow = acquire(pool).get();
            loop.submit(() -> {
                        pool.setAside(slow);
                        pool.discard(slow);
                        pool.takeBack(slow);
                        return null;
                    })
                    .get();
            slow.closeFuture().sync();
            Channel only = acquire(pool).get();
            Future<Channel> another = acquire(pool);
            assertFalse(another.isDone(), "the bound is still one");
            loop.execute(() -> pool.release(only));
            assertEquals(only, another.get());
        }
    }

    /** As when the other side refuses it: the system reports the socket as readable before it is connected. */
    @Test
    void whatFailsBeforeAnybodyUsesItIsClosedWithoutAWord() {
        LoopConnectionPool lane = new LoopConnectionPool(
                new EmbeddedChannel().eventLoop(),
                InetSocketAddress.createUnresolved("nobody", 1),
                new ConnectionPool.Setup(
                        new PoolLimits(256, 1024, Duration.ofSeconds(30), Duration.ofMillis(250)),
                        null,
                        new Bootstrap(),
                        HostResolver.ofSystem(),
                        ChannelInboundHandlerAdapter::new,
                        new byte[0]),
                () -> {});
        EmbeddedChannel connection = new EmbeddedChannel(new PooledConnectionWatcher(lane));
        connection.pipeline().fireExceptionCaught(new IOException("not connected yet"));
        connection.checkException();
        assertFalse(connection.isOpen());
    }
}
