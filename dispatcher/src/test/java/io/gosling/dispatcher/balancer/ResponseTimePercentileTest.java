package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The time that 95 of 100 answers do not exceed, against a list that is sorted. */
class ResponseTimePercentileTest {
    @Test
    void itIsAtMostAQuarterTooLong() {
        Random random = new Random(7);
        for (int round = 0; round < 50; round++) {
            ResponseTimePercentile times = new ResponseTimePercentile();
            List<Long> all = new ArrayList<>();
            for (int i = 0; i < ResponseTimePercentile.HALVED - 1; i++) {
                long nanos = (long) Math.exp(random.nextDouble() * 30) + 4;
                all.add(nanos);
                times.add(nanos);
            }
            all.sort(null);
            long exact = all.get((int) Math.ceil(0.95 * all.size()) - 1);
            long found = times.slow();
            assertTrue(found > exact && found <= exact + exact / 4 + 1, exact + " was found to be " + found);
        }
    }

    @Test
    void ofAFewNobodyKnowsWhatIsUsual() {
        ResponseTimePercentile times = new ResponseTimePercentile();
        for (int i = 1; i < ResponseTimePercentile.ENOUGH; i++) {
            times.add(1000);
            assertEquals(-1, times.slow());
        }
        times.add(1000);
        assertTrue(times.slow() > 1000);
    }

    @Test
    void whatWasUsualIsForgotten() {
        ResponseTimePercentile times = new ResponseTimePercentile();
        for (int i = 0; i < 5000; i++) {
            times.add(1_000_000);
        }
        for (int i = 0; i < 6000; i++) {
            times.add(1000);
        }
        assertTrue(times.slow() <= 1250, "found " + times.slow());
    }

    @Test
    void anythingIsATime() {
        ResponseTimePercentile times = new ResponseTimePercentile();
        for (int i = 0; i < ResponseTimePercentile.ENOUGH; i++) {
            times.add(i % 2 == 0 ? 0 : Long.MAX_VALUE);
        }
        times.add(-5);
        assertTrue(times.slow() != 0);
    }
}
