package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RetryBudgetTest {
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
        assertEquals(RetryBudget.REMEMBERED / 5, spendAll(budget), "a front-end that just started is as after one");
        for (int request = 0; request < 100_000; request++) {
            budget.earn();
        }
        assertEquals(RetryBudget.REMEMBERED / 5, spendAll(budget));
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

    private static int spendAll(RetryBudget budget) {
        int spent = 0;
        while (budget.allowsOne()) {
            budget.spend();
            spent++;
        }
        return spent;
    }
}
