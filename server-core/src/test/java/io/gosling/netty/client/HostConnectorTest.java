package io.gosling.netty.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.transport.LocalExhaustionCheck;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Names with several addresses, some of which do not answer. */
@Timeout(60)
class HostConnectorTest {
    private static final PoolLimits LIMITS = new PoolLimits(4, 4, Duration.ofSeconds(30), Duration.ofSeconds(20));
    private static final String FIRST = "127.0.0.2";
    private static final String SECOND = "127.0.0.3";

    private final ManualTicker ticker = new ManualTicker();
    private final Transport transport = Transport.open(TransportKind.AUTO, 1, "client");
    private final EventLoop loop = transport.eventLoops().next();
    private volatile List<String> answer = List.of(FIRST, SECOND);

    private final HostResolver hosts =
            new HostResolver(name -> answer.stream().map(InetAddress::ofLiteral).toArray(InetAddress[]::new), ticker);

    private final ConnectionPool pool =
            ConnectionPool.open(transport, LIMITS, hosts, () -> new ClientCodec(ConnectionPool.decoding()), null);
    private ServerSocket second;
    private InetSocketAddress app;

    @BeforeEach
    void listen() throws IOException {
        second = new ServerSocket(0, 64, InetAddress.ofLiteral(SECOND));
        app = InetSocketAddress.createUnresolved("app.test", second.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        pool.close();
        transport.close();
        second.close();
    }

    private ServerSocket first(int backlog) throws IOException {
        return new ServerSocket(app.getPort(), backlog, InetAddress.ofLiteral(FIRST));
    }

    private Channel connect() throws Exception {
        return loop.submit(() -> pool.acquire(loop, app)).get().get();
    }

    private static String place(Channel channel) {
        return ((InetSocketAddress) channel.remoteAddress()).getAddress().getHostAddress();
    }

    @Test
    void theNextAddressIsTakenWhereTheFirstRefuses() throws Exception {
        assertEquals(SECOND, place(connect()));
    }

    @Test
    void theAddressThatWasReachedLastComesFirst() throws Exception {
        assertEquals(SECOND, place(connect()));
        try (ServerSocket there = first(64)) {
            assertEquals(SECOND, place(connect()), there.toString());
            second.close();
            assertEquals(FIRST, place(connect()));
        }
    }

    @Test
    void aMachineThatDoesNotAnswerIsPassedOver() throws Exception {
        List<Socket> fill = new ArrayList<>();
        try (ServerSocket silent = first(1)) {
            while (isTaken(silent, fill)) {
                // until the system answers no more
            }
            assertEquals(SECOND, place(connect()));
        } finally {
            for (Socket socket : fill) {
                socket.close();
            }
        }
    }

    private static boolean isTaken(ServerSocket server, List<Socket> open) throws IOException {
        Socket socket = new Socket();
        open.add(socket);
        try {
            socket.connect(server.getLocalSocketAddress(), 100);
            return true;
        } catch (SocketTimeoutException full) {
            return false;
        }
    }

    @Test
    void whereAllRefuseTheNameIsLookedUpAgain() throws Exception {
        answer = List.of(FIRST);
        assertThrows(ExecutionException.class, this::connect);
        answer = List.of(SECOND);
        ticker.advance(Duration.ofSeconds(1));
        assertEquals(SECOND, place(connect()));
    }

    @Test
    void connectionsToAnAddressThatTheNameNoLongerHasAreNotReused() throws Exception {
        answer = List.of(FIRST);
        try (ServerSocket before = first(64)) {
            Channel idle = connect();
            Channel used = connect();
            assertEquals(FIRST, place(idle), before.toString());
            loop.submit(() -> pool.release(idle)).get();
            answer = List.of(SECOND);
            ticker.advance(Duration.ofSeconds(10));
            Eventually.that("others go to the new address", () -> goesTo(SECOND));
            idle.closeFuture().sync();
            loop.submit(() -> pool.release(used)).get();
            used.closeFuture().sync();
        }
    }

    private boolean goesTo(String address) {
        try {
            Channel channel = connect();
            loop.submit(() -> pool.release(channel)).get();
            return place(channel).equals(address);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aNameWithoutAnAddressIsNamedInTheFailure() {
        answer = List.of();
        ExecutionException failure = assertThrows(ExecutionException.class, this::connect);
        assertEquals(
                "cannot connect to app.test:" + app.getPort() + ": the name app.test has no address",
                Objects.requireNonNull(failure.getCause()).getMessage());
    }

    /** Without a descriptor no address can be reached, which says nothing of any. */
    @Test
    void whatIsLackingForEveryConnectionEndsTheSearch() throws Exception {
        AtomicInteger tried = new AtomicInteger();
        Bootstrap none = new Bootstrap().channelFactory(() -> {
            tried.incrementAndGet();
            throw new ChannelException("Failed to open a socket.");
        });
        HostConnector connector = new HostConnector(loop, app, none, Duration.ofSeconds(20), hosts);
        Future<Channel> connected = loop.submit(connector::connect).get();
        ExecutionException failure = assertThrows(ExecutionException.class, connected::get);
        assertTrue(LocalExhaustionCheck.isCauseOf(failure));
        assertEquals(1, tried.get());
    }

    @Test
    void bothFamiliesTakeTurns() {
        List<InetAddress> all = Stream.of("::1", "::2", "::3", "10.0.0.1", "10.0.0.2")
                .map(InetAddress::ofLiteral)
                .toList();
        assertEquals(
                List.of("10.0.0.2", "0:0:0:0:0:0:0:1", "10.0.0.1", "0:0:0:0:0:0:0:2", "0:0:0:0:0:0:0:3"),
                HostConnector.inOrder(all, all.getLast()).stream()
                        .map(InetAddress::getHostAddress)
                        .toList());
    }
}
