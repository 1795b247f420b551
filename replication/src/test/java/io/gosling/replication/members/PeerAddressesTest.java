package io.gosling.replication.members;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Names of servers, with a resolver that may take its time. */
class PeerAddressesTest {
    private static final ReplicaPeer PEER = new ReplicaPeer("a.example", 80);
    private static final Duration SHORT = Duration.ofMillis(50);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final InetSocketAddress FIRST = address(1);
    private static final InetSocketAddress SECOND = address(2);
    private static final InetSocketAddress NONE = InetSocketAddress.createUnresolved("a.example", 80);

    private final ManualTicker ticker = new ManualTicker();
    private final AtomicInteger lookups = new AtomicInteger();
    private final CountDownLatch hang = new CountDownLatch(1);

    @AfterEach
    void letGo() {
        hang.countDown();
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    private PeerAddresses addresses(Duration timeout, Function<Integer, InetSocketAddress> byLookup) {
        return new PeerAddresses(timeout, ticker, peer -> byLookup.apply(lookups.incrementAndGet()));
    }

    private InetSocketAddress hanging() {
        try {
            hang.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return SECOND;
    }

    @Test
    void nobodyWaitsForAResolverThatHangs() {
        PeerAddresses addresses = addresses(SHORT, lookup -> hanging());
        for (int i = 0; i < 3; i++) {
            assertThrows(ConnectException.class, () -> addresses.of(PEER));
        }
        Eventually.that("one thread hangs", () -> lookups.get() == 1);
    }

    @Test
    void whatIsKnownIsGoodWhileItIsLookedUpAgain() throws IOException {
        PeerAddresses addresses = addresses(LONG, lookup -> lookup == 1 ? FIRST : hanging());
        assertEquals(FIRST, addresses.of(PEER));
        ticker.advance(Duration.ofSeconds(9));
        assertEquals(FIRST, addresses.of(PEER));
        assertEquals(1, lookups.get());
        ticker.advance(Duration.ofSeconds(1));
        assertEquals(FIRST, addresses.of(PEER));
        Eventually.that("it is looked up again", () -> lookups.get() == 2);
        assertEquals(FIRST, addresses.of(PEER));
        assertEquals(2, lookups.get(), "once at a time");
        hang.countDown();
        Eventually.that("the new one is known", () -> SECOND.equals(known(addresses)));
    }

    @Test
    void whereALookupFailsTheLastOneStays() throws IOException {
        PeerAddresses addresses = addresses(LONG, lookup -> lookup == 1 ? FIRST : NONE);
        assertEquals(FIRST, addresses.of(PEER));
        Eventually.that("it is looked up again and again", () -> {
            ticker.advance(Duration.ofSeconds(10));
            assertEquals(FIRST, known(addresses));
            return lookups.get() > 2;
        });
    }

    /** Nor would anybody gain by asking at once. */
    @Test
    void whatCouldNotBeFoundIsNotLookedUpAgainAtOnce() throws IOException {
        PeerAddresses addresses = addresses(LONG, lookup -> lookup == 1 ? FIRST : NONE);
        assertEquals(FIRST, addresses.of(PEER));
        ticker.advance(Duration.ofSeconds(10));
        Eventually.that("it is looked up again", () -> {
            assertEquals(FIRST, known(addresses));
            return lookups.get() >= 2;
        });
        for (int i = 0; i < 1000; i++) {
            assertEquals(FIRST, addresses.of(PEER));
        }
        // A request in between may have begun one more.
        assertTrue(lookups.get() <= 3, () -> lookups + " times");
    }

    @Test
    void aNameWithoutAnAddressIsNoServer() {
        PeerAddresses addresses = addresses(LONG, lookup -> NONE);
        ConnectException unknown = assertThrows(ConnectException.class, () -> addresses.of(PEER));
        assertTrue(String.valueOf(unknown.getMessage()).contains("replication.backend"), unknown.toString());
    }

    @Test
    void numbersAreNotLookedUp() throws IOException {
        PeerAddresses addresses = addresses(SHORT, lookup -> hanging());
        assertEquals(81, addresses.of(ReplicaPeer.parse("http://127.0.0.1:81")).getPort());
        assertEquals(82, addresses.of(ReplicaPeer.parse("http://[::1]:82")).getPort());
        assertEquals(0, lookups.get());
    }

    private static InetSocketAddress known(PeerAddresses addresses) {
        try {
            return addresses.of(PEER);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
