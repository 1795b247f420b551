package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.NoDataMemberInClusterException;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeRequest;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RepositoryHomeClient;
import io.gosling.gos.repository.TransitMemoryBudget;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Homes in a Hazelcast map that only {@link HomeRequestProcessor} changes: the owner of a key's partition is its home,
 * and Hazelcast decides membership and backups. Answers come on virtual threads, so a thread that waits for one may
 * block.
 *
 * @param grid the running instance, or null while there is none
 * @param underWay the memory budget of requests, which may outlast the deadline
 */
record HazelcastHomeClient(Supplier<@Nullable HazelcastInstance> grid, Duration deadline, TransitMemoryBudget underWay)
        implements RepositoryHomeClient {
    private static final Executor ANSWERS =
            task -> Thread.ofVirtual().name("gosling-home-answer").start(task);

    private static final HomeAnswer NO_CLUSTER =
            new HomeAnswer.Unavailable("this node has not joined a cluster, or has left it");

    private static final HomeAnswer BUSY = new HomeAnswer.Unavailable(
            "too many bytes of objects are on their way (repository.in-flight-bytes), so the home was not asked");

    /** The assumed size of a request for an object, whose real size is not known here. */
    private static final int GRAIN = 64 << 10;

    @Override
    public CompletableFuture<HomeAnswer> ask(ObjectKey key, HomeRequest request) {
        HazelcastInstance running = grid.get();
        if (running == null) {
            return CompletableFuture.completedFuture(NO_CLUSTER);
        }
        int bytes = request instanceof HomeRequest.Read ? GRAIN : HomeCodec.length(key, request);
        if (!underWay.take(bytes)) {
            return CompletableFuture.completedFuture(BUSY);
        }
        CompletableFuture<byte[]> asked;
        try {
            asked = map(running)
                    .submitToKey(key.hash(), new HomeRequestProcessor(HomeCodec.write(key, request)))
                    .toCompletableFuture();
        } catch (RuntimeException e) {
            underWay.give(bytes);
            return CompletableFuture.completedFuture(failed(e));
        }
        return asked.whenComplete((packed, failure) -> underWay.give(bytes))
                .orTimeout(deadline.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync(this::answer, ANSWERS);
    }

    private HomeAnswer answer(byte @Nullable [] packed, @Nullable Throwable failure) {
        if (packed == null) {
            return failed(failure instanceof CompletionException wrapped ? wrapped.getCause() : failure);
        }
        try {
            return HomeCodec.readAnswer(packed);
        } catch (IOException e) {
            return new HomeAnswer.Unavailable("the home's answer cannot be read: " + e.getMessage());
        }
    }

    private HomeAnswer failed(@Nullable Throwable failure) {
        return new HomeAnswer.Unavailable(
                switch (failure) {
                    case TimeoutException late ->
                        "no answer from the home within " + deadline.toMillis()
                                + " ms; the result of the request is unknown";
                    case NoDataMemberInClusterException nobody ->
                        "no node of the cluster stores anything; expected one with the role all or store";
                    case null -> "the home was not reached: " + failure;
                    default -> "the home was not reached: " + failure;
                });
    }

    @Override
    public boolean isHere(ObjectKey key) {
        HazelcastInstance running = grid.get();
        if (running == null) {
            return false;
        }
        try {
            Member owner =
                    running.getPartitionService().getPartition(key.hash()).getOwner();
            return owner != null && owner.localMember();
        } catch (RuntimeException e) {
            return false;
        }
    }

    static IMap<UUID, byte[]> map(HazelcastInstance running) {
        return running.getMap(HazelcastConfigurationBuilder.OBJECTS);
    }
}
