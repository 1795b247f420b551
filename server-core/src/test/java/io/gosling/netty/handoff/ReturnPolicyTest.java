package io.gosling.netty.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReturnPolicyTest {
    private static final long FROM = 64 << 10;

    /**
     * Of so many requests whose documents are not in memory, all of which would lead the connection here again or
     * elsewhere.
     */
    private static int moves(ReturnPolicy policy, int requests, long meanFetch, double inVain) {
        Random random = new Random(13);
        int moves = 0;
        for (int i = 0; i < requests; i++) {
            if (policy.pays(meanFetch)) {
                moves++;
                policy.moved();
                if (random.nextDouble() < inVain) {
                    policy.cameAgain();
                }
            }
        }
        return moves;
    }

    @Test
    void smallAnswersAreFetchedAndLargeOnesMovedFor() {
        ReturnPolicy policy = new ReturnPolicy(FROM);
        assertFalse(policy.pays(0), "nothing is known yet");
        assertFalse(policy.pays(FROM - 1));
        assertTrue(policy.pays(FROM));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, Long.MAX_VALUE})
    void belowZeroNothingMovesAndAtZeroEverything(long meanFetch) {
        assertEquals(0, moves(new ReturnPolicy(-1), 1000, meanFetch, 0));
        assertEquals(1000, moves(new ReturnPolicy(0), 1000, meanFetch, 1));
    }

    @Test
    void movesThatLeadElsewhereGoOn() {
        assertEquals(1000, moves(new ReturnPolicy(FROM), 1000, FROM, 0));
    }

    @Test
    void movesInVainAreGivenUpButForATryNowAndThen() {
        assertEquals(1 + 999 / ReturnPolicy.TIMEOUT, moves(new ReturnPolicy(FROM), 1000, FROM, 1));
    }

    /** Half of all moves bring nothing, so that the other half has to bring twice as much. */
    @Test
    void whatMovesBringIsWeighedByHowOftenTheyDo() {
        assertTrue(moves(new ReturnPolicy(FROM), 10_000, 3 * FROM, 0.5) > 9_000);
        assertTrue(moves(new ReturnPolicy(FROM), 10_000, FROM + FROM / 4, 0.5) < 1_000);
    }

    @Test
    void whatWasInVainIsForgotten() {
        ReturnPolicy policy = new ReturnPolicy(FROM);
        assertTrue(moves(policy, 10_000, FROM, 1) < 400);
        int tried = moves(policy, 200_000, 2 * FROM, 0);
        assertTrue(tried > 190_000, () -> "moves again, and did so " + tried + " times");
    }
}
