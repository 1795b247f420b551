package io.gosling.gos.cluster;

import com.hazelcast.core.EntryView;
import com.hazelcast.map.IMap;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Drops objects at home on this node until enough bytes are gone: Hazelcast itself drops one for each that comes, however
 * large that is. Of a few drawn by lot goes the one asked for least, of two the one asked for longer ago. One thread, which
 * waits.
 */
final class Shrinking {
    /** Drawn for each that goes. */
    private static final int SAMPLE = 4;
    /** Looked at in one go; the rest is the next one's. */
    private static final int MOST_LOOKS = 8192;

    private final Random random = new Random();

    /** Returns when enough is gone, or after so long; what is still too much is the next call's. */
    void shrink(IMap<UUID, byte[]> objects, HomeKeeper keeper, Duration within) throws InterruptedException {
        long left = keeper.excess();
        if (left == 0) {
            return;
        }
        List<UUID> keys = new ArrayList<>(objects.localKeySet());
        Collections.shuffle(keys, random);
        List<CompletableFuture<?>> going = new ArrayList<>();
        for (int at = 0; at < Math.min(keys.size(), MOST_LOOKS) && left > 0; at += SAMPLE) {
            EntryView<UUID, byte[]> least = null;
            for (UUID key : keys.subList(at, Math.min(keys.size(), at + SAMPLE))) {
                EntryView<UUID, byte[]> one = objects.getEntryView(key);
                least = least == null || (one != null && isAskedForLess(one, least)) ? one : least;
            }
            if (least != null) {
                long bytes = least.getCost();
                left -= bytes;
                going.add(objects.deleteAsync(least.getKey())
                        .thenAccept(there -> keeper.dropped(there ? bytes : 0))
                        .toCompletableFuture());
            }
        }
        try {
            CompletableFuture.allOf(going.toArray(CompletableFuture<?>[]::new))
                    .get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException | TimeoutException e) {
            // Backups that do not answer, or keys that have just moved: what is still here is counted again.
        }
    }

    private static boolean isAskedForLess(EntryView<UUID, byte[]> one, EntryView<UUID, byte[]> other) {
        return one.getHits() != other.getHits()
                ? one.getHits() < other.getHits()
                : one.getLastAccessTime() < other.getLastAccessTime();
    }
}
