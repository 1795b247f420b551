package io.gosling.tools.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class StealTimeTest {
    private static StealTime stat(int user, int idle, int steal) {
        return StealTime.parse(
                "cpu  " + user + " 1 2 " + idle + " 3 0 4 " + steal + " 500 600\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    }

    @Test
    void whatTheHostHasTakenMeanwhileIsSaid() {
        assertEquals(
                "25 % of the processors' time, by the host of this virtual machine, while this ran",
                stat(140, 210, 60).since(stat(100, 100, 10)));
    }

    @Test
    void lessThanAHundredthIsNot() {
        assertEquals("", stat(1000, 1000, 10).since(stat(0, 0, 0)));
        assertEquals("", stat(5, 5, 5).since(stat(5, 5, 5)));
    }

    @Test
    void whereNothingIsToldNothingWasTaken() {
        assertEquals(new StealTime(0, 0), StealTime.parse(""));
        assertEquals(new StealTime(0, 0), StealTime.parse("cpu 1 2 3 4\n"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void itIsReadOfThisMachine() {
        assertTrue(StealTime.now().all() > 0);
    }
}
