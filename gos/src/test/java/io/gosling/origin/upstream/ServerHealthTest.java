package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.settings.SettingValues;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ServerHealthTest {
    private static final FailoverSettings RULES = new FailoverSettings(SettingValues.none())
            .with(FailoverSettings.FAILURES, 3)
            .with(FailoverSettings.PAUSE, Duration.ofSeconds(1))
            .with(FailoverSettings.LONGEST_PAUSE, Duration.ofSeconds(3))
            .with(FailoverSettings.REPEAT_PERCENT, 20)
            .with(FailoverSettings.REPEAT_LEAST, 1);

    private final ServerHealth server = new ServerHealth(RULES);

    private static long at(double seconds) {
        return (long) (seconds * 1e9);
    }

    private ServerHealth.Leave leave(double seconds) {
        return Objects.requireNonNull(server.admit(at(seconds)));
    }

    private void failThrice() {
        for (int i = 0; i < 3; i++) {
            server.failed(leave(0), 0);
        }
        assertEquals(ServerHealth.State.PAUSED, server.state());
    }

    @Test
    void threeFailuresInARowPauseItAndOneRequestFindsOut() {
        failThrice();
        assertNull(server.admit(at(0.9)));
        leave(1);
        assertNull(server.admit(at(1.9)), "one is asking, and its answer tells");
        server.answered();
        assertEquals(ServerHealth.State.UP, server.state());
        leave(1);
        leave(1);
    }

    @Test
    void aRequestWithoutAnAnswerHoldsTheNextUpForOnePauseOnly() {
        failThrice();
        ServerHealth.Leave upload = leave(1);
        assertNull(server.admit(at(1.9)));
        ServerHealth.Leave next = leave(2);
        server.failed(next, at(2));
        server.failed(upload, at(2));
        assertNull(server.admit(at(3.9)), "twice as long, and not four times");
        leave(4);
    }

    @Test
    void anAnswerBetweenThemForgetsThem() {
        for (int i = 0; i < 2; i++) {
            server.failed(leave(0), 0);
            server.failed(leave(0), 0);
            server.answered();
        }
        assertEquals(ServerHealth.State.UP, server.state());
    }

    @Test
    void eachFailureAfterAPauseDoublesItUpToTheLongest() {
        failThrice();
        assertPauses(server, 1, 2, 3, 3);
    }

    private static void assertPauses(ServerHealth health, double... pauses) {
        double now = 0;
        for (double pause : pauses) {
            assertNull(health.admit(at(now + pause - 0.1)));
            now += pause;
            health.failed(Objects.requireNonNull(health.admit(at(now))), at(now));
        }
    }

    @Test
    void oneAloneIsTriedEachSecondHoweverLongItIsAway() {
        ServerHealth alone = new ServerHealth(RULES.ofOneAlone());
        for (int i = 0; i < 3; i++) {
            alone.failed(Objects.requireNonNull(alone.admit(0)), 0);
        }
        assertPauses(alone, 1, 1, 1, 1);
        FailoverSettings patient = new FailoverSettings(SettingValues.none())
                .with(FailoverSettings.FAILURES, 3)
                .with(FailoverSettings.LONGEST_PAUSE, Duration.ofSeconds(60))
                .with(FailoverSettings.PAUSE, Duration.ofSeconds(5))
                .with(FailoverSettings.REPEAT_PERCENT, 20)
                .with(FailoverSettings.REPEAT_LEAST, 1)
                .ofOneAlone();
        assertEquals(Duration.ofSeconds(5), patient.get(FailoverSettings.LONGEST_PAUSE), "as the settings say");
    }

    @Test
    void whatWasSentBeforeThePauseDoesNotProlongItAndEndsItByAnAnswer() {
        ServerHealth.Leave early = leave(0);
        failThrice();
        server.failed(early, at(0.9));
        leave(1);
        server.failed(early, at(1));
        assertNull(server.admit(at(1.9)), "another one is asking");
        server.answered();
        for (int i = 0; i < 3; i++) {
            server.failed(early, at(1));
        }
        assertEquals(ServerHealth.State.UP, server.state(), "what was before says nothing of what is now");
    }

    @Test
    void checksTakeItOutAndBringItBackWhateverRequestsSay() {
        for (int i = 0; i < 3; i++) {
            assertEquals(ServerHealth.State.UP, server.state());
            server.checked(false);
        }
        assertEquals(ServerHealth.State.DOWN, server.state());
        server.answered();
        assertNull(server.admit(at(100)), "only a check brings it back");
        server.checked(true);
        leave(100);
    }

    @Test
    void aGoodCheckDoesNotEndAPauseThatRequestsHaveBegun() {
        failThrice();
        server.checked(true);
        assertEquals(ServerHealth.State.PAUSED, server.state());
        assertNull(server.admit(at(0.9)));
    }
}
