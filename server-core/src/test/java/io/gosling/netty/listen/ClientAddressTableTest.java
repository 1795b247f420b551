package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.testing.ManualTicker;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ClientAddressTableTest {
    private final ManualTicker ticker = new ManualTicker();

    private ClientAddressTable clientAddresses(int connections, int rate, int burst) {
        return new ClientAddressTable(
                HttpLimits.defaults()
                        .with(HttpLimits.ADDRESS_CONNECTIONS, connections)
                        .with(HttpLimits.ADDRESS_RATE, rate)
                        .with(HttpLimits.ADDRESS_BURST, burst),
                new LimitCounters(),
                ticker);
    }

    private static InetAddress address(String literal) {
        try {
            return InetAddress.getByName(literal);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static ClientAddressUsage entered(ClientAddressTable clientAddresses, String literal) {
        return Objects.requireNonNull(clientAddresses.enter(address(literal)));
    }

    /** Asks as often as it may at this moment. */
    private int ask(ClientAddressUsage clientUsage) {
        int times = 0;
        while (clientUsage.mayAsk(ticker.nanos())) {
            clientUsage.asked(ticker.nanos());
            times++;
        }
        return times;
    }

    @Test
    void anAddressHasItsConnectionsAndANetworkOfIpv6IsOneAddress() {
        ClientAddressTable clientAddresses = clientAddresses(2, 0, 1);
        ClientAddressUsage one = entered(clientAddresses, "192.0.2.1");
        assertSame(one, entered(clientAddresses, "192.0.2.1"));
        assertNull(clientAddresses.enter(address("192.0.2.1")));
        assertNotNull(clientAddresses.enter(address("192.0.2.2")));
        assertSame(entered(clientAddresses, "2001:db8:0:1::1"), entered(clientAddresses, "2001:db8:0:1:ffff::2"));
        assertNull(clientAddresses.enter(address("2001:db8:0:1::3")));
        assertNotNull(clientAddresses.enter(address("2001:db8:0:2::1")));
        clientAddresses.leave(one);
        assertNotNull(clientAddresses.enter(address("192.0.2.1")));
    }

    @Test
    void aBurstIsTakenAndThenTheRate() {
        ClientAddressUsage clientUsage = entered(clientAddresses(0, 10, 5), "192.0.2.1");
        assertEquals(5, ask(clientUsage));
        assertEquals(1, clientUsage.retryAfter(ticker.nanos()));
        ticker.advance(Duration.ofMillis(99));
        assertEquals(0, ask(clientUsage));
        ticker.advance(Duration.ofMillis(1));
        assertEquals(1, ask(clientUsage));
        ticker.advance(Duration.ofMillis(350));
        assertEquals(3, ask(clientUsage));
        ticker.advance(Duration.ofHours(1));
        assertEquals(5, ask(clientUsage));
    }

    /** Held against a bucket that is counted in the obvious way. */
    @Test
    void itIsATokenBucket() {
        Random random = new Random(5);
        for (int round = 0; round < 50; round++) {
            int rate = 1 + random.nextInt(1000);
            int burst = 1 + random.nextInt(50);
            ClientAddressUsage clientUsage = entered(clientAddresses(0, rate, burst), "192.0.2.1");
            long interval = 1_000_000_000L / rate;
            long tokens = burst * interval;
            for (int i = 0; i < 500; i++) {
                long pause = random.nextLong(3 * interval);
                ticker.advance(Duration.ofNanos(pause));
                tokens = Math.min(burst * interval, tokens + pause);
                boolean may = tokens >= interval;
                assertEquals(may, clientUsage.mayAsk(ticker.nanos()), "request " + i + " of round " + round);
                if (may) {
                    tokens -= interval;
                    clientUsage.asked(ticker.nanos());
                }
            }
        }
    }

    @Test
    void comingBackDoesNotFillTheBucketAndAPauseForgets() {
        ClientAddressTable clientAddresses = clientAddresses(0, 1, 3);
        ClientAddressUsage first = entered(clientAddresses, "192.0.2.1");
        assertEquals(3, ask(first));
        clientAddresses.leave(first);
        assertEquals(1, clientAddresses.size());
        ClientAddressUsage again = entered(clientAddresses, "192.0.2.1");
        assertFalse(again.mayAsk(ticker.nanos()));
        ticker.advance(Duration.ofSeconds(3));
        clientAddresses.leave(again);
        assertEquals(0, clientAddresses.size());
    }

    @Test
    void manyAddressesTakeNoMoreThanTheirPlaces() {
        ClientAddressTable clientAddresses = clientAddresses(0, 1, 1);
        int addresses = ClientAddressTable.REMEMBERED + 1000;
        for (int i = 0; i < addresses; i++) {
            ClientAddressUsage clientUsage = entered(clientAddresses, numbered(i));
            assertTrue(clientUsage.mayAsk(ticker.nanos()));
            clientUsage.asked(ticker.nanos());
            clientAddresses.leave(clientUsage);
            assertTrue(clientAddresses.size() <= ClientAddressTable.REMEMBERED, "size " + clientAddresses.size());
        }
        assertFalse(entered(clientAddresses, numbered(addresses - 1)).mayAsk(ticker.nanos()));
        assertTrue(entered(clientAddresses, numbered(0)).mayAsk(ticker.nanos()));
    }

    private static String numbered(int number) {
        return "10." + (number >> 16) + "." + (number >> 8 & 255) + "." + (number & 255);
    }
}
