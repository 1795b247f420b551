package io.gosling.gos.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RepositoryPurgeHistory;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Purges of keys, gathered while another is under way. */
class RepositoryObjectPurgerTest {
    private static final int MANY = PurgeRequest.MOST_SELECTORS + 10;

    private final List<PurgeRequest> asked = new ArrayList<>();
    private final List<CompletableFuture<PurgeOutcome>> outcomes = new ArrayList<>();
    private final RepositoryObjectPurger purges = new RepositoryObjectPurger(
            new RepositoryPurgeHistory(), now -> true, this::purge, Duration.ofMinutes(5), new ManualTicker());

    private synchronized CompletableFuture<PurgeOutcome> purge(PurgeRequest purge) {
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
    void whoWaitsHearsOfTheBatchOfItsKeyAndKeysOfOneThatFailsAreInALaterOne() {
        CompletableFuture<String> first = forget(0);
        CompletableFuture<String> early = forget(1);
        CompletableFuture<String> last = early;
        for (int key = 2; key < MANY; key++) {
            last = forget(key);
        }
        end(0, true);
        assertEquals("", first.join());
        Eventually.that("the gathered ones are asked for", () -> asked() == 2);
        assertEquals(PurgeRequest.MOST_SELECTORS, selectors(1));
        end(1, false);
        assertEquals("no quorum", early.join());
        assertFalse(last.isDone());
        Eventually.that("somebody waits for the rest", () -> asked() == 3);
        // Failed names fill up the next batch.
        int rest = MANY - 1 - PurgeRequest.MOST_SELECTORS;
        assertEquals(PurgeRequest.MOST_SELECTORS, selectors(2));
        end(2, true);
        assertEquals("", last.join());
        // Nobody waits for what is left: it is not asked for again at once, nor forgotten.
        assertEquals(3, asked());
        purges.again();
        assertEquals(4, asked());
        assertEquals(rest, selectors(3));
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

    @Test
    void thereIsABoundToKeysThatWait() {
        CompletableFuture<String> first = forget(0);
        for (int key = 1; key <= RepositoryObjectPurger.MOST_WAITING; key++) {
            assertFalse(forget(key).isDone());
        }
        String doubt = forget(RepositoryObjectPurger.MOST_WAITING + 1).join();
        assertTrue(doubt.contains(RepositoryObjectPurger.MOST_WAITING + " keys wait"), doubt);
        end(0, true);
        assertEquals("", first.join());
        Eventually.that("the next batch is under way", () -> asked() == 2);
        assertFalse(forget(RepositoryObjectPurger.MOST_WAITING + 1).isDone(), "there is room again");
    }

    @Test
    void votersThatFailOrNeverAnswerAreAnAnswerAndDoNotStopTheNextPurge() {
        List<PurgeRequest> seen = new CopyOnWriteArrayList<>();
        RepositoryObjectPurger failing = new RepositoryObjectPurger(
                new RepositoryPurgeHistory(),
                now -> true,
                purge -> {
                    seen.add(purge);
                    if (seen.size() == 1) {
                        throw new IllegalStateException("closed");
                    }
                    return new CompletableFuture<>();
                },
                Duration.ofMillis(1),
                new ManualTicker());
        String doubt = failing.forget(ObjectKey.of("a")).join();
        assertTrue(doubt.contains("closed") || doubt.contains("in time"), doubt);
        Eventually.that("the first has ended", () -> {
            failing.again();
            return seen.size() == 2;
        });
        assertEquals(
                "the voters have not answered in time",
                failing.forget(ObjectKey.of("b")).join());
    }
}
