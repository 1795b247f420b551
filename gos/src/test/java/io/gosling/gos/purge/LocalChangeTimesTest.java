package io.gosling.gos.purge;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests the refusal of other nodes' responses after changes through this node. */
class LocalChangeTimesTest {
    private static final long SLACK = Duration.ofSeconds(90).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final String URL = "http://origin.test/a";
    /** As of a clock that began somewhere. */
    private static final long BEGAN = -5 * SECOND;

    private final LocalChangeTimes changes = new LocalChangeTimes(BEGAN);

    private boolean precede(long received, String... tags) {
        return changes.precede(URL, List.of(tags), received - SLACK);
    }

    @Test
    void aResponseThatMayHaveBeenAskedForBeforeTheChangeIsRefused() {
        assertTrue(precede(BEGAN), "nothing has changed");
        long changed = BEGAN + 7 * SECOND;
        changes.changed("https://origin.test/a", changed);
        assertFalse(precede(BEGAN));
        assertFalse(precede(changed + SLACK));
        assertTrue(precede(changed + SLACK + 2 * SECOND), "it was asked for afterwards, whoever did it");
        assertTrue(changes.precede("http://origin.test/b", Set.of(), BEGAN - SLACK));
    }

    @Test
    void theSameForOneThatBearsATagAndForAnyAfterAPurgeOfMany() {
        changes.changed(Set.of("front"), BEGAN + SECOND);
        assertFalse(precede(BEGAN, "other", "front"));
        assertTrue(precede(BEGAN, "other"));
        changes.changed(BEGAN + 2 * SECOND);
        assertFalse(precede(BEGAN, "other"));
        assertTrue(precede(BEGAN + SLACK + 4 * SECOND));
    }

    @Test
    void manyChangesConcernFewOthersAndNoneIsForgotten() {
        int many = 100_000;
        for (int i = 0; i < many; i++) {
            changes.changed("http://origin.test/changed/" + i, BEGAN + SLACK * i / many);
        }
        assertTrue(
                IntStream.range(0, many)
                        .noneMatch(i -> changes.precede("http://origin.test/changed/" + i, Set.of(), BEGAN)),
                "all have changed since they may have been asked for");
        long refused = IntStream.range(0, 10_000)
                .filter(i -> !changes.precede("http://origin.test/other/" + i, Set.of(), BEGAN))
                .count();
        assertTrue(refused < 600, refused + " of 10 000 are refused for nothing");
    }
}
