package io.gosling.gos.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.purge.ChangeSelectorFactory;
import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.RepositoryPurgeHistory;
import io.gosling.purge.PurgeableCopies;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import java.util.ArrayList;
import java.util.List;
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
                public void apply(PurgeRequest purge, long leaseEnd) {
                    served.add(purge);
                }

                @Override
                public long doubt() {
                    return ++doubts;
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
    void aPurgeOfObjectsMeansTheseAndNothingThatIsServed() {
        UUID one = new UUID(1, 1);
        UUID two = new UUID(1, 2);
        UUID other = new UUID(1, 3);
        long since = objects.latest();
        copies.apply(of(one, two), 0);
        assertTrue(objects.isGood(other, since));
        assertFalse(objects.isGood(one, since) || objects.isGood(two, since));
        long later = objects.latest();
        copies.apply(PurgeRequest.hard(CopyCoherence.NAMES + "*"), 0);
        for (UUID hash : List.of(one, two, other)) {
            assertFalse(objects.isGood(hash, later), "compared with its home");
        }
        assertEquals(List.of(), served);
    }

    @Test
    void aPurgeOfBothGoesToBothInParts() {
        UUID one = new UUID(1, 1);
        PurgeSelector images = new PurgeSelector.Prefix("/img/");
        List<PurgeSelector> both = new ArrayList<>(of(one).selectors());
        both.add(images);
        copies.apply(new PurgeRequest(both, PurgeRequest.Strength.HARD), 0);
        assertFalse(objects.isGood(one, 0));
        assertEquals(List.of(new PurgeRequest(List.of(images), PurgeRequest.Strength.HARD)), served);
    }

    @Test
    void whatStandsForManyChangesMeansThatAllThatIsServedIsCompared() {
        copies.apply(new PurgeRequest(List.of(ChangeSelectorFactory.ANY), PurgeRequest.Strength.HARD), 0);
        assertEquals(1, doubts);
        assertEquals(List.of(), served);
    }
}
