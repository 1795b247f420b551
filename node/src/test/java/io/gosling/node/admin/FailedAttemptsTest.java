package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.ManualTicker;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.junit.jupiter.api.Test;

class FailedAttemptsTest {
    private final ManualTicker ticker = new ManualTicker();
    private final FailedAttempts failures = new FailedAttempts(ticker);

    private static SocketAddress address(String text) {
        return new InetSocketAddress(InetAddress.ofLiteral(text), 1);
    }

    private void fail(SocketAddress from, int times) {
        for (int i = 0; i < times; i++) {
            failures.add(from);
        }
    }

    @Test
    void anAddressHasABurstAndThenOneTryEachPause() {
        SocketAddress one = address("192.0.2.1");
        fail(one, FailedAttempts.BURST - 1);
        assertFalse(failures.isBlocked(one));
        fail(one, 1);
        assertTrue(failures.isBlocked(one));
        assertFalse(failures.isBlocked(address("192.0.2.2")));
        ticker.advance(FailedAttempts.PAUSE);
        assertFalse(failures.isBlocked(one));
        fail(one, 1);
        assertTrue(failures.isBlocked(one));
    }

    @Test
    void anAddressThatIsQuietIsForgiven() {
        SocketAddress one = address("192.0.2.1");
        fail(one, FailedAttempts.BURST);
        ticker.advance(FailedAttempts.PAUSE.multipliedBy(FailedAttempts.BURST));
        fail(one, FailedAttempts.BURST - 1);
        assertFalse(failures.isBlocked(one));
    }

    @Test
    void aNetworkOfIpv6IsOneAddress() {
        fail(address("2001:db8::1"), FailedAttempts.BURST);
        assertTrue(failures.isBlocked(address("2001:db8::2")));
        assertFalse(failures.isBlocked(address("2001:db8:0:1::1")));
    }

    @Test
    void noMoreAddressesAreRememberedThanTheBound() {
        SocketAddress first = address("192.0.2.1");
        fail(first, FailedAttempts.BURST);
        for (int i = 0; i < FailedAttempts.ADDRESSES - 1; i++) {
            failures.add(address("10.1." + i / 256 + "." + i % 256));
        }
        assertTrue(failures.isBlocked(first));
        for (int i = 0; i < FailedAttempts.ADDRESSES; i++) {
            failures.add(address("10.2." + i / 256 + "." + i % 256));
        }
        assertFalse(failures.isBlocked(first));
    }
}
