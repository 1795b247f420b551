package io.gosling.gos.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.purge.ChangeSelectorFactory;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.testing.Eventually;
import io.gosling.testing.RecordedLog;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the purges of unsafe requests: number, delay, completeness. */
class ChangePurgerTest {
    private static final Duration PACE = Duration.ofMillis(20);

    private final List<PurgeRequest> asked = new ArrayList<>();
    private final List<CompletableFuture<PurgeOutcome>> outcomes = new ArrayList<>();
    private final ChangePurger told = new ChangePurger("n1", Duration.ofSeconds(10), this::purge, PACE);

    @AfterEach
    void close() {
        told.close();
    }

    private synchronized CompletableFuture<PurgeOutcome> purge(PurgeRequest purge) {
        asked.add(purge);
        outcomes.add(new CompletableFuture<>());
        return outcomes.getLast();
    }

    private synchronized int asked() {
        return asked.size();
    }

    private synchronized List<PurgeSelector> named(int index) {
        return asked.get(index).selectors();
    }

    private void end(int index, boolean certain) {
        CompletableFuture<PurgeOutcome> outcome;
        synchronized (this) {
            outcome = outcomes.get(index);
        }
        outcome.complete(new PurgeOutcome(certain, new TreeSet<>(), new TreeSet<>(), certain ? "" : "no quorum"));
    }

    private static PurgeSelector url(int number) {
        return new PurgeSelector.Url("/~gosling/changed/url://one.test/" + number);
    }

    @Test
    void whatAnotherNodeMayHaveIsWaitedFor() {
        AtomicBoolean answered = new AtomicBoolean();
        Thread request = Thread.ofVirtual().start(() -> {
            told.changed(List.of(url(1)), true);
            answered.set(true);
        });
        Eventually.that("it is purged at once", () -> asked() == 1);
        assertFalse(answered.get());
        end(0, true);
        Eventually.that("then the request is answered", answered::get);
        assertFalse(request.isInterrupted());
    }

    @Test
    void whatNobodyIsKnownToHaveGoesTogetherEachOnceAndIsNotWaitedFor() {
        for (int i = 0; i < 50; i++) {
            told.changed(List.of(url(i % 5)), false);
        }
        Eventually.that("it is purged in its time", () -> asked() >= 1);
        end(0, true);
        // The pace may have come in between: then there are two, and each URL is in one of them once.
        Eventually.that("all of it is", () -> {
            for (int i = 0; i < asked(); i++) {
                end(i, true);
            }
            TreeSet<String> names = new TreeSet<>();
            for (int i = 0; i < asked(); i++) {
                named(i).forEach(selector -> names.add(selector.name()));
            }
            return names.size() == 5;
        });
        assertTrue(asked() <= 5, asked() + " purges");
    }

    /** One node is silent: the purge waits for its lease, and the others are told what comes after it. */
    @Test
    void whatComesBehindAPurgeThatDoesNotEndGoesOutBeforeItsAnswer() {
        ChangePurger hasty = new ChangePurger("n1", Duration.ofMillis(200), this::purge, Duration.ofHours(1));
        try {
            for (int i = 1; i <= 5; i++) {
                hasty.changed(List.of(url(i)), true);
                assertEquals(i, asked(), "none has ended");
                assertEquals(List.of(url(i)), named(i - 1));
            }
            for (int i = 6; i <= 2 * PurgeBatcher.MOST_UNDER_WAY; i++) {
                urgently(hasty, i);
            }
            Eventually.that("they go together", () -> asked() >= 6);
        } finally {
            hasty.close();
        }
    }

    /** However long the silence, so many purges are under way and no more. */
    @Test
    void soManyPurgesAreUnderWayAndNoMore() {
        ChangePurger hasty = new ChangePurger("n1", Duration.ofMillis(4), this::purge, Duration.ofHours(1));
        try {
            int most = PurgeBatcher.MOST_UNDER_WAY;
            for (int i = 1; i <= most + 5; i++) {
                hasty.changed(List.of(url(i)), true);
            }
            assertEquals(most, asked());
            end(0, true);
            Eventually.that("one that has ended makes room", () -> {
                hasty.changed(List.of(url(most + 6)), true);
                return asked() > most;
            });
            assertEquals(url(most + 1), named(most).getFirst());
        } finally {
            hasty.close();
        }
    }

    private static void urgently(ChangePurger told, int number) {
        Thread.ofVirtual().start(() -> told.changed(List.of(url(number)), true));
    }

    @Test
    void whatIsNotCertainIsTriedAgain() {
        told.changed(List.of(url(1)), false);
        Eventually.that("once", () -> asked() == 1);
        end(0, false);
        Eventually.that("and again", () -> asked() == 2);
        assertEquals(List.of(url(1)), named(1));
        end(1, true);
    }

    @Test
    void whereTooMuchWaitsEverythingIsInDoubtAndItIsSaid() {
        try (RecordedLog log = new RecordedLog()) {
            told.changed(List.of(url(0)), false);
            Eventually.that("the voters have something to do", () -> asked() == 1);
            // Ticks begin so many purges beside it, of at most so many names.
            int beside = PurgeBatcher.MOST_UNDER_WAY * PurgeRequest.MOST_SELECTORS;
            for (int i = 0; i <= PurgeBatcher.MOST_WAITING + beside + 1; i++) {
                told.changed(List.of(url(i)), false);
            }
            Eventually.that(
                    "it is said", () -> !log.of(ChangePurger.class.getName()).isEmpty());
            Eventually.that("and done", () -> {
                int last = asked() - 1;
                end(last, true);
                return named(last).contains(ChangeSelectorFactory.ANY);
            });
        }
    }
}
