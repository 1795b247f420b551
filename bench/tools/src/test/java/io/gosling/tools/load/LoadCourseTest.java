package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadCourseTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void theWarmUpIsTheBeginningOfATraceAndTheRestIsMeasured() {
        LoadCourse course = new LoadCourse(Duration.ofSeconds(10), Duration.ofSeconds(100), 5, 5);
        course.begin(0);
        assertEquals(0, course.take(SECOND));
        assertEquals(1, course.take(2 * SECOND));
        assertFalse(course.counts(2 * SECOND));
        assertEquals(2, course.take(10 * SECOND));
        assertTrue(course.counts(10 * SECOND));
        assertEquals(3, course.take(11 * SECOND));
        assertEquals(4, course.take(12 * SECOND));
        assertEquals(LoadCourse.OVER, course.take(12 * SECOND));
        assertEquals(12 * SECOND, course.until(), "the last of the trace ends it");
    }

    @Test
    void withoutAnEndOfTheTraceAsManyAreMeasuredAsWereWanted() {
        LoadCourse course = new LoadCourse(Duration.ofSeconds(10), Duration.ofSeconds(100), 2);
        course.begin(0);
        assertEquals(0, course.take(SECOND));
        assertEquals(1, course.take(10 * SECOND));
        assertEquals(2, course.take(11 * SECOND));
        assertEquals(LoadCourse.OVER, course.take(11 * SECOND));
        assertEquals(11 * SECOND, course.until());
    }

    @Test
    void aTraceThatIsOverWithinTheWarmUpEndsIt() {
        LoadCourse course = new LoadCourse(Duration.ofSeconds(10), Duration.ofSeconds(100), 1, 1);
        course.begin(0);
        assertEquals(0, course.take(SECOND));
        assertEquals(LoadCourse.OVER, course.take(2 * SECOND));
        assertEquals(LoadCourse.OVER, course.take(20 * SECOND));
    }
}
