package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.gos.space.OriginFailure;
import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.origin.cache.Failures;
import io.gosling.settings.Values;
import io.gosling.testing.Eventually;
import io.netty.channel.ChannelException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** A node that has nothing to make a connection of says nothing of its origin. */
class OwnShortageTest {
    private static ConnectException because(Throwable cause) {
        ConnectException failure = new ConnectException("cannot connect to /127.0.0.1:1: " + cause.getMessage());
        failure.initCause(cause);
        return failure;
    }

    @Test
    void whatThisNodeLacksIsItsOwnAndAnswered503() {
        assertEquals(
                new OriginFailure(503, false), Failures.of(because(new ChannelException("Failed to open a socket."))));
        assertEquals(
                new OriginFailure(503, false),
                Failures.of(because(new IOException("connect(..) failed with error(-99): no address"))));
        assertEquals(
                new OriginFailure(502, false),
                Failures.of(because(new IOException("connect(..) failed with error(-111): refused"))));
    }

    /**
     * A machine may lack a way to one address of a server; that must neither hide the others nor that the server is
     * down.
     */
    @Test
    void addressesAreTriedAllTheSameAndWhatOneOfThemSaidIsTold() {
        List<InetSocketAddress> two =
                List.of(new InetSocketAddress("127.0.0.1", 1), new InetSocketAddress("127.0.0.2", 2));
        ConnectException refused = new ConnectException("refused");
        ConnectException lacking = because(new BindException("Cannot assign requested address"));
        for (List<ConnectException> said : List.of(List.of(refused, lacking), List.of(lacking, refused))) {
            List<InetSocketAddress> tried = new ArrayList<>();
            ConnectException told = assertThrows(
                    ConnectException.class,
                    () -> OriginClient.first(two, new AtomicReference<>(), address -> {
                        tried.add(address);
                        throw said.get(tried.size() - 1);
                    }));
            assertSame(refused, told);
            assertEquals(two, tried);
        }
    }

    /** Nobody listens at the other address, today as ever: that says nothing of the one where somebody does. */
    @Test
    void whoLacksAWayToTheAddressThatAnsweredBeforeSaysSo() {
        InetSocketAddress usual = new InetSocketAddress("127.0.0.1", 1);
        InetSocketAddress other = new InetSocketAddress("127.0.0.2", 2);
        ConnectException lacking = because(new BindException("Cannot assign requested address"));
        for (List<InetSocketAddress> both : List.of(List.of(usual, other), List.of(other, usual))) {
            ConnectException told = assertThrows(
                    ConnectException.class,
                    () -> OriginClient.first(both, new AtomicReference<>(usual), address -> {
                        throw address.equals(usual) ? lacking : new ConnectException("refused");
                    }));
            assertSame(lacking, told);
        }
    }

    /** A server whose connections are all in use is there, whatever listens at another of its addresses. */
    @Test
    void whatIsLackingForEveryConnectionEndsTheSearch() {
        List<InetSocketAddress> two =
                List.of(new InetSocketAddress("127.0.0.1", 1), new InetSocketAddress("127.0.0.2", 2));
        for (ConnectException lacking : List.of(
                new PoolExhaustedException("no connection is free"), because(new ChannelException("no descriptor")))) {
            List<InetSocketAddress> tried = new ArrayList<>();
            ConnectException told = assertThrows(
                    ConnectException.class,
                    () -> OriginClient.first(two, new AtomicReference<>(), address -> {
                        tried.add(address);
                        throw tried.size() == 1 ? lacking : new ConnectException("refused");
                    }));
            assertSame(lacking, told);
            assertEquals(1, tried.size());
        }
    }

    @Test
    void aCheckThatCouldNotBeMadeHasNotFailed() {
        Failover rules = new Failover(Values.none())
                .with(Failover.FAILURES, 1)
                .with(Failover.PAUSE, Duration.ofSeconds(1))
                .with(Failover.LONGEST_PAUSE, Duration.ofSeconds(1))
                .with(Failover.REPEAT_PERCENT, 20)
                .with(Failover.REPEAT_LEAST, 1)
                .with(Failover.CHECK, "/ok")
                .with(Failover.CHECK_INTERVAL, Duration.ofMillis(10))
                .with(Failover.CHECK_TIME, Duration.ofMillis(10));
        OriginServer server = new OriginServer(OriginAddress.parse("http://origin.example"), false, rules);
        AtomicInteger asked = new AtomicInteger();
        HealthChecks.Finding[] findings = {HealthChecks.Finding.NOT_ASKED, HealthChecks.Finding.NOT_WELL};
        AtomicInteger finding = new AtomicInteger();
        try (HealthChecks checks = new HealthChecks(List.of(server), rules, one -> {
            asked.incrementAndGet();
            return findings[finding.get()];
        })) {
            checks.start();
            // The one before is over when the next is asked.
            Eventually.that("it was asked some times", () -> asked.get() > 3);
            assertEquals(ServerHealth.State.UP, server.health.state());
            finding.set(1);
            Eventually.that("it is down", () -> server.health.state() == ServerHealth.State.DOWN);
        }
    }
}
