package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounts;
import io.gosling.testing.ManualTicker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AddressTableTest {
    private final ManualTicker ticker = new ManualTicker();

    private AddressTable visitors(int connections, int rate, int burst, int remembered) {
        return new AddressTable(
                HttpLimits.defaults()
                        .with(HttpLimits.ADDRESS_CONNECTIONS, connections)
                        .with(HttpLimits.ADDRESS_RATE, rate)
                        .with(HttpLimits.ADDRESS_BURST, burst)
                        .with(HttpLimits.ADDRESSES, remembered),
                new LimitCounts(),
                ticker);
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static AddressUsage entered(AddressTable visitors, String literal) {
        return Objects.requireNonNull(visitors.enter(address(literal)));
    }

    /** Asks as often as it may at this moment. */
    private int ask(AddressUsage visitor) {
        int times = 0;
        while (visitor.mayAsk(ticker.nanos())) {
            visitor.asked(ticker.nanos());
            times++;
        }
        return times;
    }

    @Test
    void anAddressHasItsConnectionsAndANetworkOfIpv6IsOneAddress() {
        AddressTable visitors = visitors(2, 0, 1, 16);
        AddressUsage one = entered(visitors, "192.0.2.1");
        assertSame(one, entered(visitors, "192.0.2.1"));
        assertNull(visitors.enter(address("192.0.2.1")));
        assertNotNull(visitors.enter(address("192.0.2.2")));
        assertSame(entered(visitors, "2001:db8:0:1::1"), entered(visitors, "2001:db8:0:1:ffff::2"));
        assertNull(visitors.enter(address("2001:db8:0:1::3")));
        assertNotNull(visitors.enter(address("2001:db8:0:2::1")));
        visitors.leave(one);
        assertNotNull(visitors.enter(address("192.0.2.1")));
    }

    @Test
    void aBurstIsTakenAndThenTheRate() {
        AddressUsage visitor = entered(visitors(0, 10, 5, 16), "192.0.2.1");
        assertEquals(5, ask(visitor));
        assertEquals(1, visitor.retryAfter(ticker.nanos()));
        ticker.advance(Duration.ofMillis(99));
        assertEquals(0, ask(visitor));
        ticker.advance(Duration.ofMillis(1));
        assertEquals(1, ask(visitor));
        ticker.advance(Duration.ofMillis(350));
        assertEquals(3, ask(visitor));
        ticker.advance(Duration.ofHours(1));
        assertEquals(5, ask(visitor));
    }

    /** Held against a bucket that is counted in the obvious way. */
    @Test
    void itIsATokenBucket() {
        Random random = new Random(5);
        for (int round = 0; round < 50; round++) {
            int rate = 1 + random.nextInt(1000);
            int burst = 1 + random.nextInt(50);
            AddressUsage visitor = entered(visitors(0, rate, burst, 16), "192.0.2.1");
            long interval = 1_000_000_000L / rate;
            long tokens = burst * interval;
            for (int i = 0; i < 500; i++) {
                long pause = random.nextLong(3 * interval);
                ticker.advance(Duration.ofNanos(pause));
                tokens = Math.min(burst * interval, tokens + pause);
                boolean may = tokens >= interval;
                assertEquals(may, visitor.mayAsk(ticker.nanos()), "request " + i + " of round " + round);
                if (may) {
                    tokens -= interval;
                    visitor.asked(ticker.nanos());
                }
            }
        }
    }

    @Test
    void comingBackDoesNotFillTheBucketAndAPauseForgets() {
        AddressTable visitors = visitors(0, 1, 3, 16);
        AddressUsage first = entered(visitors, "192.0.2.1");
        assertEquals(3, ask(first));
        visitors.leave(first);
        assertEquals(1, visitors.size());
        AddressUsage again = entered(visitors, "192.0.2.1");
        assertFalse(again.mayAsk(ticker.nanos()));
        ticker.advance(Duration.ofSeconds(3));
        visitors.leave(again);
        assertEquals(0, visitors.size());
    }

    @Test
    void manyAddressesTakeNoMoreThanTheirPlaces() {
        AddressTable visitors = visitors(0, 1, 1, 16);
        for (int i = 0; i < 1000; i++) {
            AddressUsage visitor = entered(visitors, "10.0." + i / 250 + "." + i % 250);
            assertTrue(visitor.mayAsk(ticker.nanos()));
            visitor.asked(ticker.nanos());
            visitors.leave(visitor);
            assertTrue(visitors.size() <= 16, "size " + visitors.size());
        }
        assertFalse(entered(visitors, "10.0.3.249").mayAsk(ticker.nanos()));
        assertTrue(entered(visitors, "10.0.0.0").mayAsk(ticker.nanos()));
    }
}
