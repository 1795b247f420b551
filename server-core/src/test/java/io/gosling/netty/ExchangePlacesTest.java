package io.gosling.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import io.netty.channel.DefaultChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.concurrent.DefaultEventExecutor;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ExchangePlacesTest {
    private static final long MIB = 1 << 20;

    private final DefaultEventExecutor loop = new DefaultEventExecutor();
    private final ExchangePlaces places =
            new ExchangePlaces(() -> HttpLimits.defaults().withExchanges(1).withSlowClientBytes(MIB));

    @AfterEach
    void stop() {
        loop.shutdownGracefully();
    }

    /** A write to a client that takes it when the test says so, and the thread of the exchange that waits for it. */
    private record Write(DefaultChannelPromise promise, Thread waiting) {
        void isTaken() throws InterruptedException {
            promise.setSuccess();
            waiting.join();
        }
    }

    private Write write(long held) {
        DefaultChannelPromise promise = new DefaultChannelPromise(new EmbeddedChannel(), loop);
        Thread waiting = Thread.ofVirtual().start(() -> {
            try {
                places.await(promise, held);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return new Write(promise, waiting);
    }

    @Test
    void anExchangeThatWaitsForItsClientGivesItsPlaceAndTakesOneAgainBeyondTheLimit() throws Exception {
        assertTrue(places.enter());
        assertFalse(places.enter(), "there is one place");
        Write slow = write(1000);
        Eventually.that("its place is another's", places::enter);
        assertEquals(2, places.underWay());
        slow.isTaken();
        places.leave();
        assertFalse(places.enter(), "the one that waited has the place again");
        places.leave();
        assertTrue(places.enter());
    }

    @Test
    void beyondTheirMemoryExchangesKeepTheirPlaces() {
        assertTrue(places.enter());
        assertTrue(places.pause(MIB - 1000));
        assertTrue(places.enter());
        assertFalse(places.pause(1001));
        assertFalse(places.enter(), "its place is still its own");
        assertTrue(places.pause(1000));
        places.resume(1000);
        places.resume(MIB - 1000);
        assertEquals(2, places.underWay());
        assertTrue(places.pause(MIB), "all of it is free again");
    }

    @Test
    void aReaderThatWaitsForABodyGivesItsPlace() {
        assertTrue(places.enter());
        try (ExchangePlaces.Reading wait = places.reading()) {
            assertTrue(wait.nanosLeft() < Long.MAX_VALUE, "not at once");
            assertFalse(places.enter());
            assertEquals(Long.MAX_VALUE, wait.nanosLeft());
            assertEquals(Long.MAX_VALUE, wait.nanosLeft(), "a wake-up for nothing changes nothing");
            assertTrue(places.enter());
            places.leave();
        }
        assertFalse(places.enter());
    }
}
