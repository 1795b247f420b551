package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Tests recounts during changes. */
class RecountedTotalTest {
    private final RecountedTotal bytes = new RecountedTotal();

    @Test
    void changesCountAtOnce() {
        bytes.add(100);
        bytes.add(50);
        bytes.look(() -> 150);
        assertEquals(150, bytes.value());
        bytes.add(-30);
        assertEquals(120, bytes.value());
        bytes.look(() -> 120);
        assertEquals(120, bytes.value());
    }

    @Test
    void whatIsStoredDuringALookIsCountedTwiceUntilTheNext() {
        bytes.add(100);
        bytes.look(() -> {
            bytes.add(50);
            return 150;
        });
        assertEquals(200, bytes.value());
        bytes.look(() -> 150);
        assertEquals(150, bytes.value());
    }

    @Test
    void whatExpiresOrMovesIsFoundByLooking() {
        bytes.look(() -> 70);
        assertEquals(70, bytes.value());
        bytes.look(() -> 10);
        assertEquals(10, bytes.value());
        bytes.add(-20);
        assertEquals(0, bytes.value(), "never less than nothing");
    }
}
