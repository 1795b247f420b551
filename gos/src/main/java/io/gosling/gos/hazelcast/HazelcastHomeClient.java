package io.gosling.gos.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.map.IMap;
import com.hazelcast.partition.NoDataMemberInClusterException;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeCodec;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.repository.HomeReply;
import io.gosling.gos.repository.HomeRequest;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RemoteHomeReader;
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
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Homes in a Hazelcast map that only {@link HomeRequestProcessor} changes: the owner of a key's partition is its home,
 * and Hazelcast decides membership and backups. Reads go to the home over the peer channel; where that gives no answer,
 * and for all changes, the home is asked over Hazelcast. Answers come on virtual threads, or before {@link #ask}
 * returns, so a thread that waits for one may block.
 */
record HazelcastHomeClient(
        Supplier<@Nullable HazelcastInstance> grid,
        Duration deadline,
        TransitMemoryBudget underWay,
        HomeReadService here,
        AtomicReference<RemoteHomeReader> elsewhere)
        implements RepositoryHomeClient {
    private static final Executor ANSWERS =
            task -> Thread.ofVirtual().name("gosling-home-answer").start(task);

    private static final HomeAnswer NO_CLUSTER =
            new HomeAnswer.Unavailable("this node has not joined a cluster, or has left it");

    private static final HomeAnswer BUSY = new HomeAnswer.Unavailable(
            "too many bytes of objects are on their way (repository.in-flight-bytes), so the home was not asked");

    /** Times within the deadline at which a change is asked about again. */
    private static final int CONFIRMATIONS = 4;

    /** The assumed size of a request for an object, whose real size is not known here. */
    private static final int GRAIN = 64 << 10;

    /**
     * @param grid the running instance, or null while there is none
     * @param underWay the memory budget of requests, which may outlast the deadline
     * @param here the homes on this node
     */
    HazelcastHomeClient(
            Supplier<@Nullable HazelcastInstance> grid,
            Duration deadline,
            TransitMemoryBudget underWay,
            HomeReadService here) {
        this(grid, deadline, underWay, here, new AtomicReference<>(RemoteHomeReader.none()));
    }

    /** Reads objects of other nodes by these from now on. */
    void readBy(RemoteHomeReader reader) {
        elsewhere.set(reader);
    }

    @Override
    public CompletableFuture<HomeAnswer> ask(ObjectKey key, HomeRequest request) {
        HazelcastInstance running = grid.get();
        if (running == null) {
            return CompletableFuture.completedFuture(NO_CLUSTER);
        }
        HomeReply reply = request instanceof HomeRequest.Read read ? here.readAtOnce(key, read.known()) : null;
        if (reply != null) {
            return CompletableFuture.completedFuture(reply.copied());
        }
        int bytes = request instanceof HomeRequest.Read ? GRAIN : HomeCodec.length(key, request);
        if (!underWay.take(bytes)) {
            return CompletableFuture.completedFuture(BUSY);
        }
        CompletableFuture<HomeAnswer> asked = request instanceof HomeRequest.Read read
                ? read(running, key, read)
                : confirmed(overGrid(running, key, request), running, key, request.number(), CONFIRMATIONS);
        return asked.whenComplete((answer, failure) -> underWay.give(bytes))
                .orTimeout(deadline.toNanos(), TimeUnit.NANOSECONDS)
                .handleAsync((answer, failure) -> answer == null ? failed(failure) : answer, ANSWERS);
    }

    private CompletableFuture<HomeAnswer> read(HazelcastInstance running, ObjectKey key, HomeRequest.Read read) {
        Integer home = homeElsewhere(running, key);
        return home == null
                ? overGrid(running, key, read)
                : elsewhere
                        .get()
                        .read(home, key, read.known())
                        .thenCompose(answer -> answer == null
                                ? overGridLater(running, key, read)
                                : CompletableFuture.completedFuture(answer));
    }

    /** By another thread: the first look at a table of partitions waits for it, and this may be an event loop. */
    private CompletableFuture<HomeAnswer> overGridLater(HazelcastInstance running, ObjectKey key, HomeRequest request) {
        return CompletableFuture.supplyAsync(() -> overGrid(running, key, request), ANSWERS)
                .thenCompose(Function.identity());
    }

    private CompletableFuture<HomeAnswer> overGrid(HazelcastInstance running, ObjectKey key, HomeRequest request) {
        return submit(running, key, request)
                .handle((packed, failure) -> packed == null ? failed(failure) : answer(packed));
    }

    /**
     * Asks for the answer to a change again when it is late. A node that has just handed the home over may drop a
     * backup without a word; Hazelcast then has no answer for longer than the deadline.
     *
     * @param change never fails
     * @param number of the change; 0 if it cannot be confirmed
     */
    private CompletableFuture<HomeAnswer> confirmed(
            CompletableFuture<HomeAnswer> change, HazelcastInstance running, ObjectKey key, long number, int left) {
        if (left == 0 || number == 0) {
            return change;
        }
        return change.copy()
                .orTimeout(deadline.toNanos() / (CONFIRMATIONS + 1), TimeUnit.NANOSECONDS)
                .exceptionallyComposeAsync(
                        late -> {
                            overGrid(running, key, new HomeRequest.Confirm(number))
                                    .thenAccept(answer -> {
                                        if (answer instanceof HomeAnswer.Stored
                                                || answer instanceof HomeAnswer.Removed) {
                                            change.complete(answer);
                                        }
                                    });
                            return confirmed(change, running, key, number, left - 1);
                        },
                        ANSWERS);
    }

    /** Has the thread of the key's partition answer. Fails as Hazelcast does. */
    static CompletableFuture<byte[]> submit(HazelcastInstance running, ObjectKey key, HomeRequest request) {
        try {
            return map(running)
                    .submitToKey(key.hash(), new HomeRequestProcessor(HomeCodec.write(key, request)))
                    .toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    static HomeAnswer answer(byte[] packed) {
        try {
            return HomeCodec.readAnswer(packed);
        } catch (IOException e) {
            return new HomeAnswer.Unavailable("the home's answer cannot be read: " + e.getMessage());
        }
    }

    private HomeAnswer failed(@Nullable Throwable wrapped) {
        @Nullable Throwable failure = wrapped instanceof CompletionException outer ? outer.getCause() : wrapped;
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
        Member owner = running == null ? null : owner(running, key);
        return owner != null && owner.localMember();
    }

    /** The tag of the home, if that is another node. */
    private static @Nullable Integer homeElsewhere(HazelcastInstance running, ObjectKey key) {
        Member owner = owner(running, key);
        return owner == null || owner.localMember() ? null : MemberAttributeCodec.tag(owner);
    }

    private static @Nullable Member owner(HazelcastInstance running, ObjectKey key) {
        try {
            return running.getPartitionService().getPartition(key.hash()).getOwner();
        } catch (RuntimeException e) {
            return null;
        }
    }

    static IMap<UUID, byte[]> map(HazelcastInstance running) {
        return running.getMap(HazelcastConfigurationBuilder.OBJECTS);
    }
}
