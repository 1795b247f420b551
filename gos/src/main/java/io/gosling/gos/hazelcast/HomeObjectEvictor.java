package io.gosling.gos.hazelcast;

import com.hazelcast.core.EntryView;
import com.hazelcast.map.IMap;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.HomeRequest;
import io.gosling.gos.repository.ObjectKey;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Evicts objects at home on this node until enough bytes are free. Hazelcast itself would evict one for each that
 * comes, however large that is, without notice. Among a few chosen at random the least requested one goes, of equals
 * the one requested longer ago. One thread, which waits.
 */
final class HomeObjectEvictor {
    private static final int SAMPLE = 4;
    /** Candidates examined in one round. */
    private static final int MOST_LOOKS = 8192;

    private final Random random = new Random();

    /** Returns when enough bytes are free, or after so long; the next call continues. */
    void shrink(IMap<UUID, byte[]> objects, RepositoryHomeState keeper, Duration within) throws InterruptedException {
        long left = keeper.excess();
        if (left == 0) {
            return;
        }
        List<UUID> keys = new ArrayList<>(objects.localKeySet());
        Collections.shuffle(keys, random);
        List<CompletableFuture<?>> going = new ArrayList<>();
        for (int at = 0; at < Math.min(keys.size(), MOST_LOOKS) && left > 0; at += SAMPLE) {
            Optional<Candidate> least = keys.subList(at, Math.min(keys.size(), at + SAMPLE)).stream()
                    .flatMap(key -> Candidate.of(objects.getEntryView(key)).stream())
                    .min(Candidate.ORDER);
            if (least.isPresent()) {
                Candidate one = least.get();
                left -= one.bytes();
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
        private static final Comparator<Candidate> ORDER =
                Comparator.comparingLong(Candidate::hits).thenComparingLong(Candidate::lastMillis);

        static Optional<Candidate> of(@Nullable EntryView<UUID, byte[]> view) {
            if (view == null) {
                return Optional.empty();
            }
            try {
                HomeObjectEntry entry = HomeCodec.readHead(view.getValue());
                return Optional.of(entry)
                        .filter(HomeObjectEntry::mayGo)
                        .map(one -> new Candidate(
                                one.key(), one.version(), view.getCost(), view.getHits(), view.getLastAccessTime()));
            } catch (IOException e) {
                return Optional.empty();
            }
        }
    }
}
