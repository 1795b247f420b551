package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestScheduleTest {
    private static final long MILLI = 1_000_000;

    private final ManualTicker clock = new ManualTicker();
    private final long start = clock.nanos();

    @Test
    void anOpenLoopIsDueEvenlyFromItsStart() {
        RequestSchedule pace = new RequestSchedule(start, 1000, 0);
        assertEquals(start, pace.take(clock.nanos()));
        assertEquals(RequestSchedule.NOT_YET, pace.take(clock.nanos()));
        assertEquals(start + MILLI, pace.next());
        clock.advance(Duration.ofMillis(1));
        assertEquals(start + MILLI, pace.take(clock.nanos()));
        assertEquals(RequestSchedule.NOT_YET, pace.take(clock.nanos()));
    }

    /**
     * Coordinated omission: after a second of standing still all that was due is sent, each counted from its own time.
     */
    @Test
    void whatCouldNotBeSentCountsFromWhenItWasMeant() {
        RequestSchedule pace = new RequestSchedule(start, 100, 0);
        clock.advance(Duration.ofSeconds(1));
        List<Long> waited = new ArrayList<>();
        for (long meant = pace.take(clock.nanos());
                meant != RequestSchedule.NOT_YET;
                meant = pace.take(clock.nanos())) {
            waited.add((clock.nanos() - meant) / MILLI);
        }
        assertEquals(101, waited.size());
        assertEquals(1000, waited.getFirst());
        assertEquals(500, waited.get(50));
        assertEquals(0, waited.getLast());
    }

    @Test
    void lanesTakeTurns() {
        RequestSchedule first = new RequestSchedule(start, 500, 0);
        RequestSchedule second = new RequestSchedule(start, 500, 0.5);
        clock.advance(Duration.ofMillis(3));
        assertEquals(start, first.take(clock.nanos()));
        assertEquals(start + MILLI, second.take(clock.nanos()));
        assertEquals(start + 2 * MILLI, first.take(clock.nanos()));
        assertEquals(start + 3 * MILLI, second.take(clock.nanos()));
    }

    @Test
    void arithmeticDoesNotDrift() {
        RequestSchedule pace = new RequestSchedule(start, 3, 0);
        clock.advance(Duration.ofHours(1));
        long last = 0;
        long count = 0;
        for (long meant = pace.take(clock.nanos());
                meant != RequestSchedule.NOT_YET;
                meant = pace.take(clock.nanos())) {
            last = meant;
            count++;
        }
        assertEquals(10_801, count);
        assertEquals(start + Duration.ofHours(1).toNanos(), last);
    }

    @Test
    void whatIsLeftAtTheEndIsCounted() {
        RequestSchedule pace = new RequestSchedule(start, 1000, 0);
        pace.take(clock.nanos());
        long end = start + 5 * MILLI;
        List<Long> left = new ArrayList<>();
        for (long meant = pace.left(end); meant != RequestSchedule.NOT_YET; meant = pace.left(end)) {
            left.add((end - meant) / MILLI);
        }
        assertEquals(List.of(4L, 3L, 2L, 1L), left);
        assertEquals(RequestSchedule.NOT_YET, new RequestSchedule(0, 0, 0).left(end));
    }

    @Test
    void aClosedLoopIsAlwaysDue() {
        RequestSchedule pace = new RequestSchedule(0, 0, 0);
        assertEquals(clock.nanos(), pace.take(clock.nanos()));
        clock.advance(Duration.ofSeconds(9));
        assertEquals(clock.nanos(), pace.take(clock.nanos()));
    }

    @Test
    void theWarmUpAsksAndDoesNotCount() {
        LoadRunControl control = begun(10, 20, 2);
        assertEquals(0, control.take(start));
        assertEquals(1, control.take(start + 9));
        assertEquals(2, control.take(start + 10));
        assertEquals(3, control.take(start + 11));
        assertEquals(LoadRunControl.OVER, control.take(start + 12));
        assertEquals(LoadRunControl.OVER, begun(0, 20, 9).take(start + 20));
    }

    /** Time that was spent on waiting in vain, after the end and the last answer, is no part of the measured time. */
    @Test
    void aRunIsMeasuredToItsEndOrItsLastAnswer() {
        LoadStatistics early = new LoadStatistics();
        early.answered(200, "hit", 9, start + 11, start + 12);
        LoadStatistics late = new LoadStatistics();
        late.answered(200, "hit", 9, start + 13, start + 40);
        LoadRunControl timed = begun(10, 20, 9);
        assertEquals(10e-9, timed.measured(new LoadStatistics()), 1e-12);
        assertEquals(10e-9, timed.measured(early), 1e-12);
        assertEquals(30e-9, timed.measured(early.plus(late)), 1e-12);
        assertEquals(30e-9, timed.measured(late.plus(early)), 1e-12);
        LoadRunControl spent = begun(0, 1000, 2);
        spent.take(start);
        spent.take(start + 15);
        spent.take(start + 16);
        assertEquals(15e-9, spent.measured(early), 1e-12);
        assertEquals(40e-9, spent.measured(late), 1e-12);
        spent.stop(start + 100);
        assertEquals(15e-9, spent.measured(early), 1e-12);
        timed.stop(start + 5);
        assertEquals(1e-9, timed.measured(new LoadStatistics()), 0, "ended in its warm-up");
    }

    @Test
    void whatWasStoppedIsOver() {
        LoadRunControl stopped = begun(0, 20, 9);
        stopped.stop(start + 5);
        stopped.stop(start + 7);
        assertEquals(LoadRunControl.OVER, stopped.take(start + 5));
        assertEquals(0, stopped.take(start + 4));
        LoadRunControl before = new LoadRunControl(Duration.ZERO, Duration.ofNanos(20), 9, Long.MAX_VALUE);
        before.stop(start);
        before.begin(start + 1);
        assertEquals(LoadRunControl.OVER, before.take(start + 1));
    }

    private LoadRunControl begun(long warmUp, long until, long requests) {
        Duration time = Duration.ofNanos(until - warmUp);
        LoadRunControl control = new LoadRunControl(Duration.ofNanos(warmUp), time, requests, Long.MAX_VALUE);
        control.begin(start);
        return control;
    }
}
