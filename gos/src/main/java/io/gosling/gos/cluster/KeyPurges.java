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
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Purges of repository objects by the voters' protocol, many keys in one: while a purge is under way the next one is
 * gathered, so the voters' disks bound how often there is one, and not how many objects change. Safe for use by many
 * threads; the lock is held for a few accesses to the gathered keys.
 */
final class KeyPurges implements Vouching {
    /** The owner tells of an outcome under its lock, where nothing else may run. */
    private static final Executor OUTCOMES =
            task -> Thread.ofVirtual().name("gosling-forgotten").start(task);

    private final PurgedKeys purged;
    private final FreshnessOwner owner;
    private final Ticker ticker;

    @GuardedBy("this")
    private final Set<UUID> gathered = new LinkedHashSet<>();

    @GuardedBy("this")
    private CompletableFuture<String> outcome = new CompletableFuture<>();

    @GuardedBy("this")
    private boolean underWay;

    KeyPurges(PurgedKeys purged, FreshnessOwner owner, Ticker ticker) {
        this.purged = purged;
        this.owner = owner;
        this.ticker = ticker;
    }

    @Override
    public long latest() {
        return purged.latest();
    }

    @Override
    public boolean isGood(ObjectKey key, long since) {
        return owner.mayServe(ticker.nanos()) && purged.isGood(key.hash(), since);
    }

    @Override
    public @Nullable String obstacle() {
        return owner.mayServe(ticker.nanos())
                ? null
                : "the voters do not vouch for this node, or for the home, at this moment";
    }

    @Override
    public CompletableFuture<String> forget(ObjectKey key) {
        purged.add(List.of(key.hash()));
        CompletableFuture<String> mine;
        synchronized (this) {
            gathered.add(key.hash());
            mine = outcome;
        }
        next(false);
        return mine;
    }

    /** @param ended whether the one that was under way has ended */
    private void next(boolean ended) {
        List<Selector> selectors = new ArrayList<>();
        CompletableFuture<String> told;
        synchronized (this) {
            underWay &= !ended;
            if (underWay || gathered.isEmpty()) {
                return;
            }
            underWay = true;
            told = outcome;
            for (UUID hash : gathered) {
                selectors.add(new Selector.Url(NAMES + hash));
            }
            gathered.clear();
            outcome = new CompletableFuture<>();
        }
        purge(selectors, told);
    }

    private void purge(List<Selector> selectors, CompletableFuture<String> told) {
        List<Selector> first = selectors.subList(0, Math.min(selectors.size(), Purge.MOST_SELECTORS));
        List<Selector> rest = selectors.subList(first.size(), selectors.size());
        owner.purge(new Purge(first, Strength.HARD))
                .whenCompleteAsync(
                        (result, failure) -> {
                            String doubt = doubt(result, failure);
                            if (doubt.isEmpty() && !rest.isEmpty()) {
                                purge(rest, told);
                            } else {
                                next(true);
                                told.complete(doubt);
                            }
                        },
                        OUTCOMES);
    }

    private static String doubt(@Nullable PurgeOutcome result, @Nullable Throwable failure) {
        if (result == null) {
            return String.valueOf(failure);
        }
        return result.complete() ? "" : result.detail().isEmpty() ? "the purge is not certain" : result.detail();
    }
}
