package io.gosling.gos.repository;

import io.gosling.document.Ticker;
import io.gosling.gos.repository.RepositoryStatistics.Event;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Get, put and remove, on one node of a cluster: all nodes can get the objects that one node puts.
 *
 * <pre>
 *   get:     a copy here that is known to be valid; else the home, which answers "the same" or sends the bytes
 *   put:     the home gives the next version and stores; copies elsewhere are purged
 *   remove:  the home forgets; copies are purged
 * </pre>
 *
 * <p>Each call exists twice: one that returns at once, whose future never fails, and one that waits. The wait for a
 * home is bounded by {@code repository.deadline}, and the wait for other nodes to drop their copies by the time that
 * two purges may take, the one under way and the one that follows, each of which has two deadlines; a result that is
 * not known by then is an answer too (<em>unavailable</em>). An interrupted wait gives this answer and leaves the
 * thread interrupted. Safe for use by many threads.
 *
 * <p>An object has many readers and, at any time, one writer that wins: of two puts the one with the higher version
 * stays. A get returns no older version than a get on the same node that had ended when it began.
 */
public final class ObjectRepository {
    private static final ObjectResult.Unavailable INTERRUPTED =
            new ObjectResult.Unavailable("interrupted; whether it was done is not known");

    private final RepositorySettings settings;
    private final RepositoryHomeClient home;
    private final CopyCoherence validity;
    private final Ticker ticker;
    private final RandomGenerator random;
    private final RepositoryStatistics statistics = new RepositoryStatistics();
    private final RemoteObjectCache copies;

    /** @param random gives writes their numbers: from 64 bits, different on every node */
    public ObjectRepository(
            RepositorySettings settings,
            RepositoryHomeClient home,
            CopyCoherence validity,
            Ticker ticker,
            RandomGenerator random) {
        this.settings = settings;
        this.home = home;
        this.validity = validity;
        this.ticker = ticker;
        this.random = random;
        this.copies = new RemoteObjectCache(settings);
    }

    public GetResult get(ObjectKey key) {
        return await(getAsync(key), INTERRUPTED);
    }

    public CompletableFuture<GetResult> getAsync(ObjectKey key) {
        String obstacle = validity.obstacle();
        if (obstacle != null) {
            return done(unavailable(obstacle));
        }
        long since = validity.latest();
        long now = ticker.nanos();
        CachedObject copy = copies.find(key, now);
        if (copy != null
                && copy.isYoung(now, settings.get(RepositorySettings.COPY_AGE))
                && validity.isGood(key, copy.since())) {
            statistics.count(Event.COPY);
            return done(copy.found(now));
        }
        long asked = copies.ask(key);
        return home.ask(key, new HomeRequest.Read(copy == null ? 0 : copy.version()))
                .thenApply(answer -> got(key, copy, since, now, asked, answer));
    }

    private GetResult got(
            ObjectKey key, @Nullable CachedObject copy, long since, long askedNanos, long asked, HomeAnswer answer) {
        switch (answer) {
            case HomeAnswer.Has has -> {
                statistics.count(Event.FETCHED);
                CachedObject fetched = CachedObject.of(
                        key, has.version(), has.tags(), has.bytes(), since, askedNanos, has.lifeMillis());
                copies.fetched(fetched, asked, !home.isHere(key));
                return fetched.found(ticker.nanos());
            }
            case HomeAnswer.Same same -> {
                if (copy == null) {
                    copies.silent(key);
                    return unavailable("the home confirmed what this node does not have");
                }
                statistics.count(Event.CONFIRMED);
                copies.confirmed(copy, asked, since, askedNanos);
                return copy.found(ticker.nanos());
            }
            case HomeAnswer.Nothing nothing -> {
                statistics.count(Event.MISSING);
                copies.gone(key);
                return new GetResult.Missing();
            }
            default -> {
                copies.silent(key);
                return unavailable(reason(key, answer));
            }
        }
    }

    /** Stores an object and waits until no node answers with the previous one. */
    public PutResult put(ObjectKey key, StoredContent content) {
        return put(key, content, ChangeCondition.any(), AcknowledgementLevel.EVERYWHERE);
    }

    /**
     * Stores an object if a condition holds; waits.
     *
     * @throws IllegalArgumentException when it is larger than {@code repository.largest}
     */
    public PutResult put(
            ObjectKey key, StoredContent content, ChangeCondition condition, AcknowledgementLevel visible) {
        return await(putAsync(key, content, condition, visible), INTERRUPTED);
    }

    /**
     * Stores an object if a condition holds.
     *
     * @throws IllegalArgumentException when it is larger than {@code repository.largest}
     */
    public CompletableFuture<PutResult> putAsync(
            ObjectKey key, StoredContent content, ChangeCondition condition, AcknowledgementLevel visible) {
        if (content.bytes().length > largest()) {
            throw new IllegalArgumentException("an object of " + content.bytes().length + " bytes; expected at most "
                    + largest() + " (repository.largest)");
        }
        String obstacle = validity.obstacle();
        if (obstacle != null) {
            return done(unavailable(obstacle));
        }
        long life = content.timeToLive() == null ? 0 : content.timeToLive().toMillis();
        HomeRequest request = new HomeRequest.Write(condition, number(), life, content.tags(), content.bytes());
        return home.ask(key, request).thenCompose(answer -> {
            if (!(answer instanceof HomeAnswer.Stored stored)) {
                forgottenIfUnknown(key, visible, answer);
                return done(refused(key, answer));
            }
            statistics.count(Event.STORED);
            return forgotten(key, visible)
                    .thenApply(doubt -> doubt.isEmpty()
                            ? new PutResult.Stored(stored.version())
                            : doubtful("stored as version " + stored.version(), doubt));
        });
    }

    /** Removes an object, and waits until no node answers with it. */
    public RemoveResult remove(ObjectKey key) {
        return remove(key, ChangeCondition.any(), AcknowledgementLevel.EVERYWHERE);
    }

    public RemoveResult remove(ObjectKey key, ChangeCondition condition, AcknowledgementLevel visible) {
        return await(removeAsync(key, condition, visible), INTERRUPTED);
    }

    public CompletableFuture<RemoveResult> removeAsync(
            ObjectKey key, ChangeCondition condition, AcknowledgementLevel visible) {
        String obstacle = validity.obstacle();
        if (obstacle != null) {
            return done(unavailable(obstacle));
        }
        return home.ask(key, new HomeRequest.Remove(condition, number())).thenCompose(answer -> switch (answer) {
            case HomeAnswer.Removed removed -> {
                statistics.count(Event.REMOVED);
                yield removed(key, visible, new RemoveResult.Removed(), "removed");
            }
            // An earlier remove may have been cut short: the copies that it left are dropped now.
            case HomeAnswer.Nothing nothing -> removed(key, visible, new RemoveResult.Missing(), "not there");
            case HomeAnswer.Conflict conflict -> {
                statistics.count(Event.CONFLICT);
                yield done(new RemoveResult.Conflict(conflict.version()));
            }
            default -> {
                forgottenIfUnknown(key, visible, answer);
                yield done(unavailable(reason(key, answer)));
            }
        });
    }

    /** Drops copies after an unknown result: they may be of the previous version. */
    private void forgottenIfUnknown(ObjectKey key, AcknowledgementLevel visible, HomeAnswer answer) {
        if (answer instanceof HomeAnswer.Unavailable && visible != AcknowledgementLevel.HOME) {
            validity.forget(key);
        }
    }

    private CompletableFuture<RemoveResult> removed(
            ObjectKey key, AcknowledgementLevel visible, RemoveResult result, String done) {
        return forgotten(key, visible).thenApply(doubt -> doubt.isEmpty() ? result : doubtful(done, doubt));
    }

    /** Completes with the reason why nodes may still serve the old object; empty if none does, or nobody waits. */
    private CompletableFuture<String> forgotten(ObjectKey key, AcknowledgementLevel visible) {
        CompletableFuture<String> purge = visible == AcknowledgementLevel.HOME ? done("") : validity.forget(key);
        copies.drop(key);
        return visible == AcknowledgementLevel.HOLDERS ? done("") : purge;
    }

    private ObjectResult.Unavailable doubtful(String done, String doubt) {
        return unavailable(done + ", but old copies may still be served: " + doubt);
    }

    private PutResult refused(ObjectKey key, HomeAnswer answer) {
        return switch (answer) {
            case HomeAnswer.Full full -> {
                statistics.count(Event.FULL);
                yield new PutResult.Full();
            }
            case HomeAnswer.Conflict conflict -> {
                statistics.count(Event.CONFLICT);
                yield new PutResult.Conflict(conflict.version());
            }
            default -> unavailable(reason(key, answer));
        };
    }

    /** Drops all copies. */
    public void clear() {
        copies.clear();
    }

    public int largest() {
        return settings.get(RepositorySettings.LARGEST);
    }

    public RepositoryStatistics.Held held() {
        return copies.held();
    }

    public RepositoryStatistics statistics() {
        return statistics;
    }

    private long number() {
        long number = random.nextLong();
        return number == 0 ? 1 : number;
    }

    private static String reason(ObjectKey key, HomeAnswer answer) {
        return switch (answer) {
            case HomeAnswer.Unavailable unavailable -> unavailable.reason();
            case HomeAnswer.Collision collision ->
                "another key has the same hash as " + key + ", so this one cannot be stored; expected another key";
            default -> "the home answered " + answer.getClass().getSimpleName();
        };
    }

    private ObjectResult.Unavailable unavailable(String reason) {
        statistics.count(Event.UNAVAILABLE);
        return new ObjectResult.Unavailable(reason);
    }

    private static <T> CompletableFuture<T> done(T result) {
        return CompletableFuture.completedFuture(result);
    }

    private static <T> T await(CompletableFuture<T> future, T interrupted) {
        try {
            return future.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return interrupted;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a home and a purge never fail, they answer", e.getCause());
        }
    }
}
