package io.gosling.gos.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.gosling.freshness.Purge;
import io.gosling.freshness.PurgeOutcome;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.PurgedKeys;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Purges of keys, gathered while another is under way. */
class KeyPurgesTest {
    private static final int MANY = Purge.MOST_SELECTORS + 10;

    private final List<Purge> asked = new ArrayList<>();
    private final List<CompletableFuture<PurgeOutcome>> outcomes = new ArrayList<>();
    private final KeyPurges purges = new KeyPurges(new PurgedKeys(), now -> true, this::purge, new ManualTicker());

    private synchronized CompletableFuture<PurgeOutcome> purge(Purge purge) {
        asked.add(purge);
        outcomes.add(new CompletableFuture<>());
        return outcomes.getLast();
    }

    private synchronized int asked() {
        return asked.size();
    }

    private synchronized int selectors(int index) {
        return asked.get(index).selectors().size();
    }

    private void end(int index, boolean certain) {
        CompletableFuture<PurgeOutcome> outcome;
        synchronized (this) {
            outcome = outcomes.get(index);
        }
        outcome.complete(new PurgeOutcome(certain, new TreeSet<>(), new TreeSet<>(), certain ? "" : "no quorum"));
    }

    private CompletableFuture<String> forget(int key) {
        return purges.forget(ObjectKey.of("key" + key));
    }

    @Test
    void keysOfOnePurgeThatFailsAreInTheNext() {
        CompletableFuture<String> first = forget(0);
        CompletableFuture<String> many = forget(1);
        for (int key = 2; key < MANY; key++) {
            many = forget(key);
        }
        end(0, true);
        assertEquals("", first.join());
        Eventually.that("the gathered ones are asked for", () -> asked() == 2);
        assertEquals(Purge.MOST_SELECTORS, selectors(1));
        end(1, false);
        assertEquals("no quorum", many.join());
        // Nobody waits: it is not asked for again at once, nor forgotten.
        assertEquals(2, asked());
        purges.again();
        assertEquals(3, asked());
        end(2, true);
        Eventually.that("the rest follows", () -> asked() == 4);
        assertEquals(MANY - 1 - Purge.MOST_SELECTORS, selectors(3));
        CompletableFuture<String> next = forget(MANY);
        assertFalse(next.isDone());
        end(3, true);
        Eventually.that("the next follows", () -> asked() == 5);
        assertEquals(1, selectors(4));
        end(4, true);
        assertEquals("", next.join());
        purges.again();
        assertEquals(5, asked());
    }
}
