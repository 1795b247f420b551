package io.gosling.gos.cluster;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.document.Ticker;
import io.gosling.freshness.Purge;
import io.gosling.freshness.Purge.Strength;
import io.gosling.freshness.PurgeOutcome;
import io.gosling.freshness.Selector;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.PurgedKeys;
import io.gosling.gos.repository.Vouching;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Purges of repository objects by the voters' protocol, many keys in one: while a purge is under way the next one is
 * gathered, so the voters' disks bound how often there is one, and not how many objects change. What is gathered is dealt
 * into batches, each of which is one purge, and who waits for a key hears of its batch. Keys of a purge that is not certain
 * are gathered again, up to a bound, and are in a later one. Safe for use by many threads; the lock is held for a few
 * accesses to the gathered keys.
 */
final class KeyPurges implements Vouching {
    /** The owner tells of an outcome under its lock, where nothing else may run. */
    private static final Executor OUTCOMES =
            task -> Thread.ofVirtual().name("gosling-forgotten").start(task);

    /** Keys that are asked for again; of what is beyond, copies are compared with their homes when they are old. */
    private static final int MOST_AGAIN = 1 << 16;

    private static final String LATE = "the voters have not answered in time";

    private final PurgedKeys purged;
    private final LongPredicate mayServe;
    private final Function<Purge, CompletableFuture<PurgeOutcome>> purges;
    private final Ticker ticker;

    private final Duration patience;

    @GuardedBy("this")
    private final Deque<Batch> gathered = new ArrayDeque<>();

    @GuardedBy("this")
    private boolean underWay;

    /** Keys of one purge, and what those hear who wait for one of them. */
    private static final class Batch {
        final Set<UUID> hashes = new LinkedHashSet<>();
        final CompletableFuture<String> outcome = new CompletableFuture<>();
        /** Whether anybody waits. */
        boolean awaited;
    }

    KeyPurges(PurgedKeys purged, FreshnessOwner owner, Ticker ticker) {
        this(purged, owner::mayServe, owner::purge, owner.patience().multipliedBy(2), ticker);
    }

    /**
     * @param mayServe whether there is a lease at a moment of the ticker
     * @param purges has something purged everywhere
     * @param patience after which whoever waits for a key hears that it is not certain
     */
    KeyPurges(
            PurgedKeys purged,
            LongPredicate mayServe,
            Function<Purge, CompletableFuture<PurgeOutcome>> purges,
            Duration patience,
            Ticker ticker) {
        this.purged = purged;
        this.mayServe = mayServe;
        this.purges = purges;
        this.patience = patience;
        this.ticker = ticker;
    }

    @Override
    public long latest() {
        return purged.latest();
    }

    @Override
    public boolean isGood(ObjectKey key, long since) {
        return mayServe.test(ticker.nanos()) && purged.isGood(key.hash(), since);
    }

    @Override
    public @Nullable String obstacle() {
        return mayServe.test(ticker.nanos()) ? null : "the voters do not vouch for this node at this moment";
    }

    @Override
    public CompletableFuture<String> forget(ObjectKey key) {
        purged.add(List.of(key.hash()));
        CompletableFuture<String> mine;
        synchronized (this) {
            Batch batch = gather(key.hash());
            batch.awaited = true;
            mine = batch.outcome.copy();
        }
        next();
        return mine.completeOnTimeout(LATE, patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void again() {
        next();
    }

    @GuardedBy("this")
    private Batch gather(UUID hash) {
        Batch last = gathered.peekLast();
        if (last == null || last.hashes.size() == Purge.MOST_SELECTORS) {
            last = new Batch();
            gathered.add(last);
        }
        last.hashes.add(hash);
        return last;
    }

    private void next() {
        Batch batch;
        synchronized (this) {
            batch = underWay ? null : gathered.poll();
            if (batch == null) {
                return;
            }
            underWay = true;
        }
        purge(List.copyOf(batch.hashes))
                .whenCompleteAsync((result, failure) -> ended(batch, doubt(result, failure)), OUTCOMES);
    }

    private CompletableFuture<PurgeOutcome> purge(List<UUID> hashes) {
        List<Selector> selectors = new ArrayList<>();
        hashes.forEach(hash -> selectors.add(new Selector.Url(NAMES + hash)));
        try {
            return purges.apply(new Purge(selectors, Strength.HARD));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** What has failed is left to the next call, unless somebody waits for another batch. */
    private void ended(Batch batch, String doubt) {
        boolean news;
        synchronized (this) {
            underWay = false;
            if (!doubt.isEmpty()) {
                again(batch.hashes);
            }
            news = gathered.stream().anyMatch(waiting -> waiting.awaited);
        }
        batch.outcome.complete(doubt);
        if (news) {
            next();
        }
    }

    @GuardedBy("this")
    private void again(Set<UUID> hashes) {
        int waiting = 0;
        for (Batch batch : gathered) {
            waiting += batch.hashes.size();
        }
        for (UUID hash : hashes) {
            if (waiting++ < MOST_AGAIN) {
                gather(hash);
            }
        }
    }

    private static String doubt(@Nullable PurgeOutcome result, @Nullable Throwable failure) {
        if (result == null) {
            return String.valueOf(failure);
        }
        return result.complete() ? "" : result.detail().isEmpty() ? "the purge is not certain" : result.detail();
    }
}
