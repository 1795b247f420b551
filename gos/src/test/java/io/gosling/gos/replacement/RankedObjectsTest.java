package io.gosling.gos.replacement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.gos.replacement.RankedObjects.Ranked;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Objects in the order in which they would go. */
class RankedObjectsTest {
    private final RankedObjects objects = new RankedObjects();
    private final List<String> asked = new ArrayList<>();

    @Test
    void whoeverMayNotGoEndsTheLookAtTheOthers() {
        for (int i = 0; i < 1000; i++) {
            objects.put("/" + i, i, 10);
        }
        assertNull(objects.lowest(Long.MAX_VALUE, this::isBelowThree));
        assertEquals(List.of("/0", "/1", "/2", "/3"), asked);
        List<Ranked> lowest = Objects.requireNonNull(objects.lowest(25, this::isBelowThree));
        assertEquals(List.of("/0", "/1", "/2"), RankedObjects.keys(lowest));
    }

    private boolean isBelowThree(Ranked ranked) {
        asked.add(ranked.key);
        return ranked.rank < 3;
    }
}
