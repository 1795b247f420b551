package io.gosling.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.ResultColumns;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExperimentTest {
    private record Nodes(int count) implements Experiment.Case {
        @Override
        public String label() {
            return count + " nodes";
        }
    }

    private record Rate(int round, Nodes what, double value, long failed) implements Experiment.Result<Nodes> {
        @Override
        public SuccessCounts answered() {
            return new SuccessCounts(1000, failed);
        }
    }

    private static final Nodes TWO = new Nodes(2);
    private static final Nodes ONE = new Nodes(1);
    private static final ExperimentProcedure TWICE =
            new ExperimentProcedure(Duration.ZERO, 1, 100, Duration.ofSeconds(10), Duration.ofSeconds(10), 2);

    private final Experiment<Nodes, Rate> experiment = new Experiment<>(
            "cases",
            TWICE,
            List.of(TWO, ONE),
            10,
            new ResultColumns<Rate>()
                    .and("round", Rate::round)
                    .and("nodes", one -> one.what().count())
                    .and("rate", "%.1f", Rate::value));
    private final List<String> said = new ArrayList<>();

    @Test
    void everyCaseIsMeasuredInEveryRoundAndTold() throws Exception {
        ExperimentResults<Nodes, Rate> results =
                experiment.run((round, one) -> new Rate(round, one, 100.0 * round * one.count(), 0), said::add);
        assertTrue(experiment.isWhole(results));
        assertEquals(
                List.of("2 cases, 2 rounds: about 2 minutes", "1,2,200.0", "1,1,100.0", "2,1,200.0", "2,2,400.0"),
                said);
        assertEquals(List.of(TWO, ONE), results.cases());
        assertEquals(300, results.median(TWO, Rate::value));
        assertEquals("2.00", results.ratioOfMedians(TWO, ONE, Rate::value));
        assertEquals("-", results.ratioOfMedians(TWO, new Nodes(3), Rate::value));
        assertEquals(Optional.of(new MedianInterval(2, 2, 2)), results.ratio(TWO, ONE, Rate::value));
        assertEquals(
                List.of(new LineChart.Series(
                        "rate", List.of(new LineChart.Point(1, 150), new LineChart.Point(2, 300)))),
                results.lines(one -> "rate", Nodes::count, Rate::value));
    }

    @Test
    void aCaseInWhichRequestsFailIsDiscarded() throws Exception {
        ExperimentResults<Nodes, Rate> results = experiment.run(
                (round, one) -> new Rate(round, one, 100, round == 2 && one.equals(ONE) ? 500 : 0), said::add);
        assertFalse(experiment.isWhole(results));
        assertEquals(3, results.all().size());
        assertEquals(1, results.of(ONE).size());
        assertTrue(
                said.contains("discarded from round 2: 500 requests failed, and 1000 did not, with 1 nodes; of a"
                        + " thousand no more than one may"),
                said::toString);
    }

    @Test
    void aFigureThatNoRoundHasIsEmpty() throws Exception {
        ExperimentResults<Nodes, Rate> results =
                experiment.run((round, one) -> new Rate(round, one, 100, 0), said::add);
        assertEquals(Optional.empty(), results.interval(ONE, one -> Double.NaN));
        assertEquals(Optional.empty(), results.ratio(TWO, ONE, one -> Double.NaN));
        assertEquals(
                Optional.of(new MedianInterval(100, 100, 100)),
                results.where(one -> one.round() == 1).interval(ONE, Rate::value));
    }
}
