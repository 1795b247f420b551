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
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Purges of repository objects by the voters' protocol, many keys in one: while a purge is under way the next one is
 * gathered, so the voters' disks bound how often there is one, and not how many objects change. Keys of a purge that is not
 * certain are gathered again, up to a bound, and are in the next one. Safe for use by many threads; the lock is held for a
 * few accesses to the gathered keys.
 */
final class KeyPurges implements Vouching {
    /** The owner tells of an outcome under its lock, where nothing else may run. */
    private static final Executor OUTCOMES =
            task -> Thread.ofVirtual().name("gosling-forgotten").start(task);

    /** Keys that are asked for again; of what is beyond, copies are compared with their homes when they are old. */
    private static final int MOST_AGAIN = 1 << 16;

    private final PurgedKeys purged;
    private final LongPredicate mayServe;
    private final Function<Purge, CompletableFuture<PurgeOutcome>> purges;
    private final Ticker ticker;

    @GuardedBy("this")
    private final Set<UUID> gathered = new LinkedHashSet<>();

    @GuardedBy("this")
    private CompletableFuture<String> outcome = new CompletableFuture<>();

    @GuardedBy("this")
    private boolean underWay;

    KeyPurges(PurgedKeys purged, FreshnessOwner owner, Ticker ticker) {
        this(purged, owner::mayServe, owner::purge, ticker);
    }

    /**
     * @param mayServe whether there is a lease at a moment of the ticker
     * @param purges has something purged everywhere
     */
    KeyPurges(
            PurgedKeys purged,
            LongPredicate mayServe,
            Function<Purge, CompletableFuture<PurgeOutcome>> purges,
            Ticker ticker) {
        this.purged = purged;
        this.mayServe = mayServe;
        this.purges = purges;
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
        return mayServe.test(ticker.nanos())
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
        next();
        return mine;
    }

    @Override
    public void again() {
        next();
    }

    private void next() {
        List<UUID> hashes;
        CompletableFuture<String> told;
        synchronized (this) {
            if (underWay || gathered.isEmpty()) {
                return;
            }
            underWay = true;
            told = outcome;
            hashes = List.copyOf(gathered);
            gathered.clear();
            outcome = new CompletableFuture<>();
        }
        purge(hashes, told);
    }

    private void purge(List<UUID> hashes, CompletableFuture<String> told) {
        List<UUID> first = hashes.subList(0, Math.min(hashes.size(), Purge.MOST_SELECTORS));
        List<UUID> rest = hashes.subList(first.size(), hashes.size());
        List<Selector> selectors = new ArrayList<>();
        first.forEach(hash -> selectors.add(new Selector.Url(NAMES + hash)));
        purges.apply(new Purge(selectors, Strength.HARD))
                .whenCompleteAsync(
                        (result, failure) -> {
                            String doubt = doubt(result, failure);
                            if (doubt.isEmpty() && !rest.isEmpty()) {
                                purge(rest, told);
                                return;
                            }
                            boolean news = ended(doubt.isEmpty() ? List.of() : hashes);
                            told.complete(doubt);
                            if (news) {
                                next();
                            }
                        },
                        OUTCOMES);
    }

    /** Whether somebody waits for a purge of more than what has just failed, which is left to the next call. */
    private synchronized boolean ended(List<UUID> failed) {
        underWay = false;
        boolean news = !gathered.isEmpty();
        for (UUID hash : failed) {
            if (gathered.size() < MOST_AGAIN) {
                gathered.add(hash);
            }
        }
        return news;
    }

    private static String doubt(@Nullable PurgeOutcome result, @Nullable Throwable failure) {
        if (result == null) {
            return String.valueOf(failure);
        }
        return result.complete() ? "" : result.detail().isEmpty() ? "the purge is not certain" : result.detail();
    }
}
