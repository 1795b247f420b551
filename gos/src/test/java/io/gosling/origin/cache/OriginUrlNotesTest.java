package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.caching.VariantKeyBuilder;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.http.Headers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OriginUrlNotesTest {
    private static final List<String> BY_X = List.of("x");

    private final List<String> dropped = new ArrayList<>();
    private final VariantIndex variantIndex = new VariantIndex(16, Duration.ofSeconds(120), dropped::addAll);

    @Test
    void nobodyWaitsForAWhileWhereWaitingWasInVain() {
        variantIndex.markHitForMiss("u", 0);
        assertTrue(variantIndex
                .find("u", Headers.empty(), Duration.ofSeconds(119).toNanos())
                .hitForMiss());
        assertFalse(variantIndex
                .find("u", Headers.empty(), Duration.ofSeconds(120).toNanos())
                .hitForMiss());
        variantIndex.markHitForMiss("u", 0);
        place("u", List.of(), Headers.empty(), true);
        assertFalse(variantIndex.find("u", Headers.empty(), 0).hitForMiss(), "what can be shared again is");
    }

    @Test
    void thatRangesPassSaysNothingOfWhoWaitsAndIsNotForgottenForIt() {
        variantIndex.passRanges("u", 0);
        assertTrue(variantIndex.find("u", Headers.empty(), 0).rangesPass());
        assertFalse(variantIndex.find("u", Headers.empty(), 0).hitForMiss());
        place("u", List.of(), Headers.empty(), true);
        assertTrue(variantIndex
                .find("u", Headers.empty(), Duration.ofSeconds(119).toNanos())
                .rangesPass());
        assertFalse(variantIndex
                .find("u", Headers.empty(), Duration.ofSeconds(120).toNanos())
                .rangesPass());
    }

    @Test
    void aUrlHasSoManyVariantsAndTheOldestGoFirst() {
        String first = place("u", BY_X, Headers.of("X", "0"), true);
        dropped.clear();
        for (int i = 1; i < VariantIndex.MOST_VARIANTS; i++) {
            place("u", BY_X, Headers.of("X", Integer.toString(i)), true);
        }
        assertEquals(List.of(), dropped);
        place("u", BY_X, Headers.of("X", "more"), true);
        assertEquals(List.of(first), dropped);
    }

    @Test
    void whatIsForgottenTakesItsVariantsAlongSinceNobodyWouldFindThemToRemoveThem() {
        String variant = place("u", BY_X, Headers.of("X", "1"), true);
        assertNotEquals("u", variant);
        assertEquals(List.of("u", variant), variantIndex.keys("u"));
        dropped.clear();
        for (int i = 0; i < 16; i++) {
            variantIndex.markHitForMiss("other" + i, 0);
        }
        assertEquals(List.of(variant), dropped);
        assertEquals(List.of("u"), variantIndex.keys("u"));
    }

    @Test
    void longUrlsTakeThePlaceOfSeveral() {
        String variant = place("u", BY_X, Headers.of("X", "1"), true);
        variantIndex.markHitForMiss("short", 0);
        dropped.clear();
        for (int i = 0; i < 2; i++) {
            variantIndex.markHitForMiss(i + "x".repeat(5_000), 0);
        }
        assertEquals(List.of(variant), dropped, "16 times 512 characters are remembered, and no more");
        assertTrue(
                variantIndex.find("1" + "x".repeat(5_000), Headers.empty(), 0).hitForMiss());
        assertFalse(
                variantIndex.find("0" + "x".repeat(5_000), Headers.empty(), 0).hitForMiss());
        for (int i = 0; i < 100; i++) {
            variantIndex.markHitForMiss("other" + i % 10, 0);
            place("other" + i % 10, List.of(), Headers.empty(), true);
        }
        assertTrue(
                variantIndex.find("1" + "x".repeat(5_000), Headers.empty(), 0).hitForMiss(),
                "what was forgotten counts no more");
    }

    @Test
    void otherFieldsToVaryByMakeTheOldVariantsUseless() {
        String old = place("u", BY_X, Headers.of("X", "1"), true);
        dropped.clear();
        place("u", List.of("y"), Headers.of("Y", "1"), true);
        assertTrue(dropped.contains(old));
        place("u", List.of(), Headers.empty(), true);
        assertEquals("u", variantIndex.find("u", Headers.empty(), 0).key());
    }

    private String place(String url, List<String> names, Headers request, boolean shared) {
        String key = names.isEmpty() ? url : ResponseMemory.key(url, VariantKeyBuilder.key(names, request));
        variantIndex.place(url, names, key, shared);
        return key;
    }
}
