package io.gosling.origin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerHealthTest {
    private static final Failover RULES =
            new Failover(3, Duration.ofSeconds(1), Duration.ofSeconds(3), 20, 1, Failover.Check.NONE);

    private final ServerHealth server = new ServerHealth(RULES);

    private static long at(double seconds) {
        return (long) (seconds * 1e9);
    }

    private void failThrice() {
        for (int i = 0; i < 3; i++) {
            assertTrue(server.admits(0));
            server.failed(0);
        }
    }

    @Test
    void threeFailuresInARowPauseItAndOneRequestFindsOut() {
        failThrice();
        assertEquals(ServerHealth.State.PAUSED, server.state());
        assertFalse(server.admits(at(0.9)));
        assertTrue(server.admits(at(1)));
        assertFalse(server.admits(at(1)), "one is asking");
        server.answered();
        assertEquals(ServerHealth.State.UP, server.state());
        assertTrue(server.admits(at(1)));
        assertTrue(server.admits(at(1)));
    }

    @Test
    void anAnswerBetweenThemForgetsThem() {
        server.failed(0);
        server.failed(0);
        server.answered();
        server.failed(0);
        server.failed(0);
        assertEquals(ServerHealth.State.UP, server.state());
    }

    @Test
    void eachFailureAfterAPauseDoublesItUpToTheLongest() {
        failThrice();
        double now = 0;
        for (double pause : new double[] {1, 2, 3, 3}) {
            assertFalse(server.admits(at(now + pause - 0.1)));
            now += pause;
            assertTrue(server.admits(at(now)));
            server.failed(at(now));
        }
    }

    @Test
    void whatWasSentBeforeThePauseDoesNotProlongIt() {
        assertTrue(server.admits(0));
        failThrice();
        server.failed(at(0.9));
        assertTrue(server.admits(at(1)));
    }

    @Test
    void whoFoundNothingOutLetsTheNextOneTry() {
        failThrice();
        assertTrue(server.admits(at(1)));
        server.abandoned();
        assertTrue(server.admits(at(1)));
    }

    @Test
    void checksTakeItOutAndBringItBackWhateverRequestsSay() {
        for (int i = 0; i < 3; i++) {
            assertEquals(ServerHealth.State.UP, server.state());
            server.checked(false);
        }
        assertEquals(ServerHealth.State.DOWN, server.state());
        server.answered();
        assertFalse(server.admits(at(100)), "only a check brings it back");
        server.checked(true);
        assertTrue(server.admits(at(100)));
        failThrice();
        server.checked(true);
        assertEquals(ServerHealth.State.UP, server.state(), "a check ends a pause");
    }
}
