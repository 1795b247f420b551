package io.gosling.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTest {
    private static final long SECOND = 1_000_000_000L;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 20, 100})
    void inTheLongRunTheShareIsKept(int percent) {
        RetryBudget budget = new RetryBudget(percent);
        spendAll(budget);
        int repeated = 0;
        for (int request = 0; request < 10_000; request++) {
            budget.earn();
            if (budget.allowsOne()) {
                budget.spend();
                repeated++;
            }
        }
        assertEquals(100 * percent, repeated);
    }

    @Test
    void aQuietTimeAllowsNoMoreAtOnceThanTheLastRequestsEarned() {
        RetryBudget budget = new RetryBudget(20);
        assertEquals(RetryBudget.REQUESTS / 5, spendAll(budget), "a front-end that just started is as after one");
        for (int request = 0; request < 100_000; request++) {
            budget.earn();
        }
        assertEquals(RetryBudget.REQUESTS / 5, spendAll(budget));
    }

    @Test
    void whatWasSpentIsEarnedAgain() {
        RetryBudget budget = new RetryBudget(20);
        spendAll(budget);
        for (int request = 0; request < 4; request++) {
            budget.earn();
            assertFalse(budget.allowsOne());
        }
        budget.earn();
        assertTrue(budget.allowsOne());
    }

    @Test
    void aFifthOfTheRequestsAndNoMore() {
        RetryBudget budget = new RetryBudget(20, 0, 0);
        assertEquals(100, spendAll(budget), "what a quiet time has left");
        for (int i = 0; i < 100; i++) {
            budget.earn(0);
        }
        assertEquals(20, spendAll(budget));
        for (int i = 0; i < 10_000; i++) {
            budget.earn(0);
        }
        assertEquals(100, spendAll(budget), "no more is kept");
    }

    @Test
    void aFewASecondHoweverFewRequestsThereAre() {
        RetryBudget budget = new RetryBudget(0, 2, 0);
        assertEquals(20, spendAll(budget));
        budget.earn(3 * SECOND);
        assertEquals(6, spendAll(budget));
        budget.earn(100 * SECOND);
        assertEquals(20, spendAll(budget));
    }

    @Test
    void noneWhereNoneAreWanted() {
        RetryBudget budget = new RetryBudget(0, 0, 0);
        budget.earn(SECOND);
        assertEquals(0, spendAll(budget));
    }

    @Test
    void theLargestBudgetIsFullAfterTheLongestTime() {
        RetryBudget budget = new RetryBudget(100, 10_000, Long.MIN_VALUE / 2);
        assertEquals(100_500, spendAll(budget));
        budget.earn(Long.MAX_VALUE / 2);
        assertEquals(100_500, spendAll(budget));
    }

    @Test
    void aSlowBudgetIsFullWithinTheLongestTimeThatCounts() {
        RetryBudget budget = new RetryBudget(100, 1, 0);
        assertEquals(510, spendAll(budget));
        budget.earn(509 * SECOND);
        assertEquals(510, spendAll(budget), "509 seconds and one request");
    }

    private static int spendAll(RetryBudget budget) {
        int spent = 0;
        while (budget.allowsOne()) {
            budget.spend();
            spent++;
        }
        return spent;
    }
}
