package io.gosling.gos.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.RepositoryPurgeHistory;
import io.gosling.purge.PurgeableCopies;
import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Purges of what is served and of the repository's objects come by the same messages. */
class PurgeRouterTest {
    private final List<PurgeRequest> served = new ArrayList<>();
    private final RepositoryPurgeHistory objects = new RepositoryPurgeHistory();
    private int doubts;
    private final PurgeRouter copies = new PurgeRouter(
            new PurgeableCopies() {
                @Override
                public void apply(PurgeRequest purge) {
                    served.add(purge);
                }

                @Override
                public void doubt() {
                    doubts++;
                }
            },
            objects);

    private static PurgeRequest of(UUID... hashes) {
        List<PurgeSelector> selectors = new ArrayList<>();
        for (UUID hash : hashes) {
            selectors.add(new PurgeSelector.Url(CopyCoherence.NAMES + hash));
        }
        return new PurgeRequest(selectors, PurgeRequest.Strength.HARD);
    }

    @Test
    void whatStandsForAPurgeOfManyObjectsMeansAllOfThemAndNothingThatIsServed() {
        UUID one = new UUID(1, 1);
        UUID two = new UUID(1, 2);
        UUID other = new UUID(1, 3);
        PurgeRequest shorter = Objects.requireNonNull(copies.shorter(of(one, two)));
        long since = objects.latest();
        copies.learn(new PurgeRecord(7, 1, of(one, two)), 0);
        assertTrue(objects.isGood(other, since));
        assertFalse(objects.isGood(one, since) || objects.isGood(two, since));
        long later = objects.latest();
        copies.learn(new PurgeRecord(7, 1, shorter), 0);
        for (UUID hash : List.of(one, two, other)) {
            assertFalse(objects.isGood(hash, later), "compared with its home");
        }
        assertEquals(List.of(), served);
        assertNull(copies.shorter(shorter));
        assertNull(copies.shorter(PurgeRequest.hard("/page")));
    }

    @Test
    void aPurgeThatIsAboutWhatIsServedTooIsRememberedAsItIs() {
        List<PurgeSelector> both = new ArrayList<>(of(new UUID(1, 1)).selectors());
        both.add(new PurgeSelector.Prefix("/img/"));
        assertNull(copies.shorter(new PurgeRequest(both, PurgeRequest.Strength.HARD)));
    }

    @Test
    void whatStandsForManyChangesMeansThatAllThatIsServedIsCompared() {
        List<PurgeSelector> many = List.of(
                new PurgeSelector.Url("/~gosling/changed/url://one.test/a"),
                new PurgeSelector.Url("/~gosling/changed/tag/front"));
        PurgeRequest shorter =
                Objects.requireNonNull(copies.shorter(new PurgeRequest(many, PurgeRequest.Strength.HARD)));
        copies.learn(new PurgeRecord(7, 1, shorter), 0);
        assertEquals(1, doubts);
        assertEquals(List.of(), served);
    }
}
