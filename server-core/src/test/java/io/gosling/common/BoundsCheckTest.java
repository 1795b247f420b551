package io.gosling.common;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class BoundsCheckTest {
    private static final Duration LEAST = Duration.ofMillis(10);
    private static final Duration MOST = Duration.ofHours(1);

    @Test
    void bothBoundsAreIncluded() {
        BoundsCheck.require("slices", 1, 1, 3600);
        BoundsCheck.require("slices", 3600, 1, 3600);
        BoundsCheck.require("interval", LEAST, LEAST, MOST);
        BoundsCheck.require("interval", MOST, LEAST, MOST);
    }

    @Test
    void aMessageGivesTheValueAndItsBounds() {
        String number = "slices: 0 is out of bounds; expected 1 to 3600";
        assertEquals(number, refused(() -> BoundsCheck.require("slices", 0, 1, 3600)));
        String long64 = "bytes: 1099511627777 is out of bounds; expected 0 to 1099511627776";
        assertEquals(long64, refused(() -> BoundsCheck.require("bytes", (1L << 40) + 1, 0, 1L << 40)));
        String time = "interval: 1ms is out of bounds; expected 10ms to 3600s";
        assertEquals(time, refused(() -> BoundsCheck.require("interval", Duration.ofMillis(1), LEAST, MOST)));
    }

    private static @Nullable String refused(Executable check) {
        return assertThrows(IllegalArgumentException.class, check).getMessage();
    }
}
