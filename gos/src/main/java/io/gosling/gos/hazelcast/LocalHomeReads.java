package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.repository.HomeReply;
import io.gosling.gos.repository.HomeRequest;
import io.gosling.gos.repository.ObjectKey;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads of the homes on this node: at once from {@link HomeReadTable}, otherwise by the thread of the partition.
 *
 * @param grid the running instance, or null while there is none
 */
record LocalHomeReads(Supplier<@Nullable HazelcastInstance> grid, RepositoryHomeState keeper, Duration deadline)
        implements HomeReadService {
    @Override
    public @Nullable HomeReply readAtOnce(ObjectKey key, long known) {
        HomeReply reply = grid.get() == null ? null : keeper.reads().read(key, known, keeper.nowMillis());
        String obstacle = reply == null ? null : keeper.obstacle();
        return obstacle == null ? reply : HomeReply.of(HomeRequestProcessor.unavailable(obstacle));
    }

    @Override
    public CompletableFuture<@Nullable HomeAnswer> read(ObjectKey key, long known) {
        HazelcastInstance running = grid.get();
        // An event loop does not wait for a table of partitions, nor for a move.
        if (running == null || PartitionOwnership.of(running, key.hash()) == null) {
            return CompletableFuture.completedFuture(null);
        }
        return HazelcastHomeClient.submit(running, key, new HomeRequest.Read(known))
                .orTimeout(deadline.toNanos(), TimeUnit.NANOSECONDS)
                .handle((packed, failure) -> packed == null ? null : HazelcastHomeClient.answer(packed));
    }
}
