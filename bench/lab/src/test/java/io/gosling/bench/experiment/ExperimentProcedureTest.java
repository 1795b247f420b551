package io.gosling.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExperimentProcedureTest {
    private final List<String> told = new ArrayList<>();

    private static final ExperimentProcedure TWO =
            new ExperimentProcedure(Duration.ofMillis(20), 2, 15, Duration.ofSeconds(15), Duration.ofSeconds(20), 2);

    @Test
    void eachRoundHasEveryCaseAndBeginsWithAnotherOne() throws Exception {
        List<String> measured = TWO.measure(List.of("a", "b", "c"), (round, one) -> round + one, told::add);
        assertEquals(List.of("1a", "1b", "1c", "2c", "2a", "2b"), measured);
    }

    @Test
    void aQuickRunIsOneRoundOfASecond() throws Exception {
        assertEquals(List.of("1a"), TWO.quick().measure(List.of("a"), (round, one) -> round + one, told::add));
        assertEquals(Duration.ofSeconds(1), TWO.quick().measured());
        assertEquals(5, TWO.minutes(3, 15));
    }

    @Test
    void aCaseInWhichMoreThanOneOfAThousandFailsIsNone() {
        assertTrue(new Experiment.Result.SuccessCounts(999, 1).isSound());
        assertFalse(new Experiment.Result.SuccessCounts(997, 1).isSound());
        assertFalse(new Experiment.Result.SuccessCounts(998, 2).isSound());
        assertFalse(new Experiment.Result.SuccessCounts(0, 0).isSound());
        IOException none =
                assertThrows(IOException.class, () -> new Experiment.Result.SuccessCounts(1, 2).require("wrr"));
        assertEquals(
                "2 requests failed, and 1 did not, with wrr; of a thousand no more than one may", none.getMessage());
    }

    @Test
    void aCaseThatFailsIsStruckAndTheOthersGoOn() throws Exception {
        List<String> measured = TWO.measure(List.of("a", "b"), (round, one) -> failing(round, one, "1b"), told::add);
        assertEquals(List.of("1a", "2b", "2a"), measured);
        assertEquals(List.of("discarded from round 1: 1b has failed"), told);
        assertFalse(TWO.isWhole(2, measured.size()));
        assertTrue(TWO.isWhole(2, 4));
    }

    @Test
    void whereAllFailSoDoTheRounds() {
        assertThrows(
                IOException.class,
                () -> TWO.quick().measure(List.of("a"), (round, one) -> failing(round, one, "1a"), told::add));
    }

    private static String failing(int round, String one, String failing) throws IOException {
        String what = round + one;
        if (what.equals(failing)) {
            throw new IOException(what + " has failed");
        }
        return what;
    }
}
