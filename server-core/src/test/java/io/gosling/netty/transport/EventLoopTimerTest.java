package io.gosling.netty.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.http.Headers;
import io.gosling.testing.ManualTicker;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class EventLoopTimerTest {
    private final EmbeddedChannel loop = new EmbeddedChannel();
    private final ManualTicker ticker = new ManualTicker();

    @Test
    void aConnectionWhoseTimeOutFailsIsClosedAndTheOthersKeepTheirs() {
        EventLoopTimer clock = new EventLoopTimer(loop.eventLoop(), ticker, InstantSource.system(), Headers.empty());
        Counting one = new Counting(null);
        Counting bad = new Counting(new IllegalStateException("as the test wants"));
        Counting two = new Counting(null);
        clock.add(one);
        clock.add(bad);
        clock.add(two);
        pass();
        pass();
        assertEquals(2, one.ticks);
        assertEquals(2, two.ticks);
        assertEquals(bad.thrown, bad.failure);
        assertNull(one.failure);
        loop.finish();
    }

    @Test
    void aTickerThatFailsOnceDoesNotStopTheClock() {
        boolean[] fails = {true};
        EventLoopTimer clock = new EventLoopTimer(
                loop.eventLoop(),
                () -> {
                    if (fails[0]) {
                        throw new IllegalStateException("as the test wants");
                    }
                    return 0;
                },
                InstantSource.system(),
                Headers.empty());
        Counting connection = new Counting(null);
        clock.add(connection);
        pass();
        fails[0] = false;
        pass();
        assertEquals(1, connection.ticks);
        loop.finish();
    }

    private void pass() {
        loop.advanceTimeBy(100, TimeUnit.MILLISECONDS);
        loop.runScheduledPendingTasks();
    }

    private static final class Counting implements EventLoopTimer.Timed {
        private final @Nullable RuntimeException thrown;
        private int ticks;
        private int index;
        private @Nullable Throwable failure;

        Counting(@Nullable RuntimeException thrown) {
            this.thrown = thrown;
        }

        @Override
        public void tick(long now) {
            ticks++;
            if (thrown != null) {
                throw thrown;
            }
        }

        @Override
        public void fail(Throwable cause) {
            failure = cause;
        }

        @Override
        public int clockIndex() {
            return index;
        }

        @Override
        public void setClockIndex(int value) {
            index = value;
        }
    }
}
