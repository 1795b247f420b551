package io.gosling.netty.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.DefaultEventExecutor;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExchangeSlotsTest {
    private static final long MIB = 1 << 20;

    private final DefaultEventExecutor loop = new DefaultEventExecutor();
    private final ManualTicker ticker = new ManualTicker();
    private final ExchangeSlots slots = new ExchangeSlots(
            HttpLimits.defaults().with(HttpLimits.EXCHANGES, 1).with(HttpLimits.SLOW_CLIENT_MEMORY, MIB), ticker);

    @AfterEach
    void stop() {
        loop.shutdownGracefully();
    }

    /** A thread that runs an exchange with a place. */
    private static Thread exchange(Runnable work) {
        return Thread.ofVirtual().start(() -> ExchangeSlots.run(work));
    }

    @Test
    void anExchangeThatWaitsForItsClientGivesItsPlaceAndTakesOneAgainBeyondTheLimit() throws Exception {
        DefaultChannelPromise written = new DefaultChannelPromise(new EmbeddedChannel(), loop);
        assertTrue(slots.enter());
        assertFalse(slots.enter(), "there is one place");
        Thread slow = exchange(() -> {
            try {
                slots.await(written, 1000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        Eventually.that("its place is another's", slots::enter);
        assertEquals(2, slots.underWay());
        written.setSuccess();
        slow.join();
        slots.leave();
        assertFalse(slots.enter(), "the one that waited has the place again");
        slots.leave();
        assertTrue(slots.enter());
    }

    @Test
    void beyondTheirMemoryExchangesKeepTheirPlaces() {
        assertTrue(slots.enter());
        ExchangeSlots.run(() -> {
            assertTrue(slots.pause(MIB - 1000));
            assertTrue(slots.enter());
            assertFalse(slots.pause(1001));
            assertFalse(slots.enter(), "its place is still its own");
            assertTrue(slots.pause(1000));
            slots.resume(1000);
            slots.resume(MIB - 1000);
            assertEquals(2, slots.underWay());
            assertTrue(slots.pause(MIB), "all of it is free again");
        });
    }

    /** A WebSocket's reader and writers wait for one client, and have one place between them. */
    @Test
    void aThreadThatRunsNoExchangeHasNoPlaceToGive() {
        assertTrue(slots.enter());
        assertFalse(slots.pause(1));
        assertFalse(slots.enter());
    }

    @Test
    void aReaderThatWaitsForABodyGivesItsPlaceAndWaitsForOneBeforeItGoesOn() throws Exception {
        assertTrue(slots.enter());
        CountDownLatch moves = new CountDownLatch(1);
        AtomicBoolean goesOn = new AtomicBoolean();
        ExchangeSlots.Reading wait = slots.reading();
        Thread upload = exchange(() -> {
            try {
                assertTrue(wait.nanosLeft() < Long.MAX_VALUE, "not at once");
                assertEquals(Long.MAX_VALUE, wait.nanosLeft());
                assertEquals(Long.MAX_VALUE, wait.nanosLeft(), "a wake-up for nothing changes nothing");
                moves.await();
                wait.came(1);
                goesOn.set(true);
            } catch (RequestBody.Failure | InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Eventually.that("its place is another's", slots::enter);
        moves.countDown();
        Eventually.that("it waits for a place", () -> upload.getState() == Thread.State.TIMED_WAITING);
        assertFalse(slots.enter());
        assertFalse(goesOn.get());
        slots.leave();
        upload.join();
        assertTrue(goesOn.get());
        assertFalse(slots.enter(), "it has the only one");
        slots.leave();
        assertEquals(0, slots.underWay());
    }

    @Test
    void aReaderWhoseClientLeavesHasItsPlaceAgainAndHoldsNothing() {
        assertTrue(slots.enter());
        ExchangeSlots.Reading wait = slots.reading();
        ExchangeSlots.run(() -> {
            wait.nanosLeft();
            assertEquals(Long.MAX_VALUE, wait.nanosLeft(), "without its place");
            wait.failed();
            assertFalse(slots.enter(), "it has the only one");
            assertTrue(slots.pause(MIB), "all of the memory is free");
            slots.resume(MIB);
        });
        slots.leave();
        assertEquals(0, slots.underWay());
    }

    @Test
    void aConversationGoesOnBeyondTheLimit() {
        assertTrue(slots.enter());
        ExchangeSlots.Reading wait = slots.talking();
        ExchangeSlots.run(() -> {
            wait.nanosLeft();
            assertEquals(Long.MAX_VALUE, wait.nanosLeft());
            assertTrue(slots.enter());
            try {
                wait.came(5);
            } catch (RequestBody.Failure e) {
                throw new AssertionError(e);
            }
            assertEquals(2, slots.underWay());
        });
    }

    /** Or a byte every few milliseconds would hold a place for ever. */
    @Test
    void aClientHasOneGraceForMuchOfItsBody() throws Exception {
        assertTrue(slots.enter());
        ExchangeSlots.Reading wait = slots.reading();
        for (int bytes = 0; bytes < 4; bytes++) {
            assertTrue(wait.nanosLeft() < Long.MAX_VALUE);
            ticker.advance(Duration.ofMillis(10));
            wait.came(1);
        }
        assertEquals(Duration.ofMillis(10).toNanos(), wait.nanosLeft(), "what is left of it");
        wait.came(ExchangeSlots.GRACE_BYTES);
        assertEquals(Duration.ofMillis(ExchangeSlots.GRACE_MILLIS).toNanos(), wait.nanosLeft(), "another one");
    }
}
