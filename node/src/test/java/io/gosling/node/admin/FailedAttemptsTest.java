package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.ManualTicker;
import java.net.InetAddress;
import org.junit.jupiter.api.Test;

class FailedAttemptsTest {
    private final ManualTicker ticker = new ManualTicker();
    private final FailedAttempts failures = new FailedAttempts(ticker);

    /** Returns true if the last one was counted. */
    private boolean fail(String from, int times) {
        boolean counted = false;
        for (int i = 0; i < times; i++) {
            counted = failures.add(InetAddress.ofLiteral(from));
        }
        return counted;
    }

    @Test
    void anAddressHasABurstAndThenOneTryEachPause() {
        assertTrue(fail("192.0.2.1", FailedAttempts.BURST));
        assertFalse(fail("192.0.2.1", 1));
        assertTrue(fail("192.0.2.2", 1));
        ticker.advance(FailedAttempts.PAUSE);
        assertTrue(fail("192.0.2.1", 1));
        assertFalse(fail("192.0.2.1", 1));
    }

    @Test
    void anAddressThatIsQuietIsForgiven() {
        fail("192.0.2.1", FailedAttempts.BURST);
        ticker.advance(FailedAttempts.PAUSE.multipliedBy(FailedAttempts.BURST));
        assertTrue(fail("192.0.2.1", FailedAttempts.BURST));
    }

    @Test
    void aNetworkOfIpv6IsOneAddress() {
        fail("2001:db8::1", FailedAttempts.BURST);
        assertFalse(fail("2001:db8::2", 1));
        assertTrue(fail("2001:db8:0:1::1", 1));
    }

    @Test
    void noMoreAddressesAreRememberedThanTheBound() {
        fail("192.0.2.1", FailedAttempts.BURST);
        for (int i = 0; i < FailedAttempts.ADDRESSES - 1; i++) {
            fail("10.1." + i / 256 + "." + i % 256, 1);
        }
        assertFalse(fail("192.0.2.1", 1));
        for (int i = 0; i < FailedAttempts.ADDRESSES; i++) {
            fail("10.2." + i / 256 + "." + i % 256, 1);
        }
        assertTrue(fail("192.0.2.1", 1));
    }
}
