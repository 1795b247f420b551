package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class OriginRetryBudgetTest {
    private static final long SECOND = 1_000_000_000L;

    private static int spend(OriginRetryBudget budget) {
        int spent = 0;
        while (budget.spend()) {
            spent++;
        }
        return spent;
    }

    @Test
    void aFifthOfTheRequestsAndNoMore() {
        OriginRetryBudget budget = new OriginRetryBudget(20, 0, 0);
        assertEquals(100, spend(budget), "what a quiet time has left");
        for (int i = 0; i < 101; i++) {
            budget.earn(0);
        }
        assertEquals(20, spend(budget));
        for (int i = 0; i < 10_000; i++) {
            budget.earn(0);
        }
        assertEquals(100, spend(budget), "no more is kept");
    }

    @Test
    void aFewASecondHoweverFewRequestsThereAre() {
        OriginRetryBudget budget = new OriginRetryBudget(0, 2, 0);
        assertEquals(20, spend(budget));
        budget.earn(3 * SECOND);
        assertEquals(6, spend(budget));
        budget.earn(100 * SECOND);
        assertEquals(20, spend(budget));
    }

    @Test
    void noneWhereNoneAreWanted() {
        OriginRetryBudget budget = new OriginRetryBudget(0, 0, 0);
        budget.earn(SECOND);
        assertEquals(0, spend(budget));
    }
}
