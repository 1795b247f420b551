package io.gosling.gos.hazelcast;

import com.hazelcast.core.EntryView;
import com.hazelcast.map.IMap;
import io.gosling.gos.hazelcast.RepositoryHomeState.Excess;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.HomeRequest;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RepositorySettings.HomeReplacement;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Evicts objects at home on this node until enough of them, and of their bytes, are gone. Hazelcast itself would evict
 * one for each that comes, however large that is, without notice. Among a few chosen at random one goes, as {@link
 * HomeReplacement} says; of equally often requested ones the one requested longer ago. One thread, which waits.
 */
record HomeObjectEvictor(HomeReplacement replacement) {
    private static final int SAMPLE = 4;
    /** Candidates examined in one round. */
    private static final int MOST_LOOKS = 8192;

    /** Returns when enough is gone, or after so long; the next call continues. */
    void shrink(IMap<UUID, byte[]> objects, RepositoryHomeState keeper, Duration within) throws InterruptedException {
        Excess left = keeper.excess();
        if (left.isNone()) {
            return;
        }
        int sample = replacement == HomeReplacement.RND ? 1 : SAMPLE;
        Comparator<Candidate> order =
                replacement == HomeReplacement.LFU ? Candidate.LEAST_REQUESTED : Candidate.LONGEST_AGO;
        List<UUID> keys = new ArrayList<>(objects.localKeySet());
        Collections.shuffle(keys);
        List<CompletableFuture<?>> going = new ArrayList<>();
        for (int at = 0; at < Math.min(keys.size(), MOST_LOOKS) && !left.isNone(); at += sample) {
            Optional<Candidate> least = keys.subList(at, Math.min(keys.size(), at + sample)).stream()
                    .flatMap(key -> Candidate.of(
                            objects.getEntryView(key), keeper.reads().reads(key))
                            .stream())
                    .min(order);
            if (least.isPresent()) {
                Candidate one = least.get();
                left = left.without(one.bytes());
                byte[] request = HomeCodec.write(one.key(), new HomeRequest.Evict(one.version()));
                going.add(objects.submitToKey(one.key().hash(), new HomeRequestProcessor(request))
                        .toCompletableFuture());
            }
        }
        try {
            CompletableFuture.allOf(going.toArray(CompletableFuture<?>[]::new))
                    .get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Backups that do not answer, or keys that have just moved: objects that are still here are counted again.
        }
    }

    /** A candidate for eviction, as Hazelcast copied it on its partition's thread. */
    private record Candidate(ObjectKey key, long version, long bytes, long hits, long lastMillis) {
        private static final Comparator<Candidate> LONGEST_AGO = Comparator.comparingLong(Candidate::lastMillis);
        private static final Comparator<Candidate> LEAST_REQUESTED =
                Comparator.comparingLong(Candidate::hits).thenComparing(LONGEST_AGO);

        /** @param reads those that Hazelcast has not seen */
        static Optional<Candidate> of(@Nullable EntryView<UUID, byte[]> view, HomeReadTable.Reads reads) {
            if (view == null) {
                return Optional.empty();
            }
            try {
                HomeObjectEntry entry = HomeCodec.readHead(view.getValue());
                return Optional.of(entry)
                        .filter(head -> !head.isRemoved())
                        .map(one -> new Candidate(
                                one.key(),
                                one.version(),
                                view.getCost(),
                                view.getHits() + reads.count(),
                                Math.max(view.getLastAccessTime(), reads.lastMillis())));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }
}
