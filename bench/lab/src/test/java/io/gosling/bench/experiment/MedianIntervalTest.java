package io.gosling.bench.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MedianIntervalTest {
    @Test
    void ofNineFiguresItIsTheFifthBetweenTheSecondAndTheEighth() {
        assertEquals(new MedianInterval(5, 2, 8), MedianInterval.of(new double[] {9, 1, 8, 2, 7, 3, 6, 4, 5}));
    }

    @Test
    void ofAnEvenNumberTheMedianLiesBetweenTwo() {
        assertEquals(new MedianInterval(2.5, 1, 4), MedianInterval.of(new double[] {4, 1, 3, 2}));
        assertEquals(new MedianInterval(7, 7, 7), MedianInterval.of(new double[] {7}));
    }

    /** The ranks that every table of the sign test has. */
    @ParameterizedTest
    @CsvSource({"1,1", "5,1", "6,1", "8,1", "9,2", "11,2", "12,3", "15,4", "17,5", "20,6", "25,8", "30,10", "99,40"})
    void theRanksHoldTheMedianWith95PerCent(int figures, int rank) {
        assertEquals(rank, MedianInterval.rank(figures));
        double[] sorted = DoubleStream.iterate(1, x -> x + 1).limit(figures).toArray();
        assertEquals(rank, MedianInterval.of(sorted).low());
        assertEquals(figures + 1 - rank, MedianInterval.of(sorted).high());
    }
}
