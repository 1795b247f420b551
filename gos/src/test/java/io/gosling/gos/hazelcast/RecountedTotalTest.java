package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Tests recounts during changes. */
class RecountedTotalTest {
    private final RecountedTotal bytes = new RecountedTotal();

    @Test
    void whatIsToldAndNotStoredYetIsNotLostWhenTheRestIsLookedAt() {
        bytes.add(100);
        bytes.add(50);
        bytes.look(() -> 100);
        assertEquals(150, bytes.value());
        bytes.look(() -> 150);
        assertEquals(150, bytes.value(), "by the next look it has been stored");
    }

    @Test
    void whatIsStoredMeanwhileIsCountedTwiceUntilTheNextLook() {
        bytes.add(100);
        bytes.look(() -> 100);
        assertEquals(200, bytes.value());
        bytes.look(() -> 100);
        bytes.look(() -> {
            bytes.add(50);
            return 150;
        });
        assertEquals(200, bytes.value());
        bytes.look(() -> 150);
        bytes.look(() -> 150);
        assertEquals(150, bytes.value());
    }

    @Test
    void whatGoesMakesNoRoomBeforeItHasGone() {
        bytes.add(100);
        bytes.look(() -> 100);
        bytes.look(() -> 100);
        bytes.add(-100);
        bytes.look(() -> 100);
        assertEquals(100, bytes.value());
        bytes.look(() -> 0);
        assertEquals(0, bytes.value());
    }

    @Test
    void whatExpiresOrMovesIsFoundByLooking() {
        bytes.look(() -> 70);
        assertEquals(70, bytes.value());
        bytes.look(() -> 10);
        assertEquals(10, bytes.value());
    }

    @Test
    void whatGoesDuringALookIsTakenOffOnce() {
        bytes.add(100);
        bytes.look(() -> 100);
        bytes.look(() -> 100);
        bytes.look(() -> {
            bytes.add(-50);
            return 50;
        });
        assertEquals(50, bytes.value());
        bytes.look(() -> {
            bytes.add(-10);
            return 50;
        });
        assertEquals(50, bytes.value(), "it was seen before it went, and makes no room until the next look");
        bytes.look(() -> 40);
        assertEquals(40, bytes.value());
    }
}
