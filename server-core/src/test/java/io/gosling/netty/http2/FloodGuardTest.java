package io.gosling.netty.http2;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.netty.limits.Http2Limits;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import org.junit.jupiter.api.Test;

class FloodGuardTest {
    private static final Http2Limits LIMITS = Http2Limits.defaults();
    private static final long WINDOW = LIMITS.get(Http2Limits.WINDOW).toNanos();

    private final FloodGuard guard = new FloodGuard(LIMITS, 0);

    @Test
    void framesAreLimitedInEachWindow() throws Http2Exception {
        for (int i = 0; i < LIMITS.get(Http2Limits.CONTROL_FRAMES); i++) {
            guard.count(WINDOW - 1);
        }
        Http2Exception calm = assertThrows(Http2Exception.class, () -> guard.count(WINDOW - 1));
        assertEquals(Http2Error.ENHANCE_YOUR_CALM, calm.error());
        for (int i = 0; i < LIMITS.get(Http2Limits.CONTROL_FRAMES); i++) {
            guard.count(WINDOW);
        }
    }

    @Test
    void aClientThatReadsMayOpenItsWindowsForEveryFewKilobytes() throws Http2Exception {
        for (int piece = 0; piece < 1000; piece++) {
            guard.dataSent(64 << 10, true);
            for (int update = 0; update < 2 * 16; update++) {
                guard.windowUpdate(1);
            }
        }
    }

    @Test
    void pingsAreNotPaidForBySentBytes() throws Http2Exception {
        guard.dataSent(64 << 20, true);
        for (int i = 0; i < LIMITS.get(Http2Limits.CONTROL_FRAMES); i++) {
            guard.count(1);
        }
        assertThrows(Http2Exception.class, () -> guard.count(1));
    }

    @Test
    void creditHasABound() throws Http2Exception {
        for (int i = 0; i < 100; i++) {
            guard.dataSent(Integer.MAX_VALUE, true);
        }
        for (int i = 0; i < 2 * LIMITS.get(Http2Limits.CONTROL_FRAMES); i++) {
            guard.windowUpdate(1);
        }
        assertThrows(Http2Exception.class, () -> guard.windowUpdate(1));
    }
}
