package io.gosling.gos.quorum;

import io.gosling.document.Ticker;
import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.gos.repository.RepositoryPurgeHistory;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Purges repository objects by the quorum protocol, many keys in one purge ({@link PurgeBatcher}). Keys of a purge
 * that is not certain are part of a later one. Safe for use by many threads.
 */
public final class RepositoryObjectPurger implements CopyCoherence {
    /** The most keys that wait for a purge; copies of further keys are compared with their homes when they are old. */
    static final int MOST_WAITING = PurgeBatcher.MOST_WAITING;

    private static final String LATE = "the voters have not answered in time";
    private static final String TOO_MANY = MOST_WAITING + " keys wait for a purge; more are not asked for";

    private final RepositoryPurgeHistory purged;
    private final LongPredicate mayServe;
    private final PurgeBatcher purges;
    private final Ticker ticker;
    private final Duration timeout;

    public RepositoryObjectPurger(RepositoryPurgeHistory purged, PurgeService owner, Ticker ticker) {
        this(purged, owner::mayServe, owner::purge, owner.timeout.multipliedBy(2), ticker);
    }

    /**
     * @param mayServe tests for a lease at a moment of the ticker
     * @param timeout timeout of a caller that waits for a key
     */
    RepositoryObjectPurger(
            RepositoryPurgeHistory purged,
            LongPredicate mayServe,
            Function<PurgeRequest, CompletableFuture<PurgeOutcome>> purges,
            Duration timeout,
            Ticker ticker) {
        this.purged = purged;
        this.mayServe = mayServe;
        this.purges = new PurgeBatcher(purges, name -> {});
        this.timeout = timeout;
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
        CompletableFuture<String> mine = purges.soon(new PurgeSelector.Url(NAMES + key.hash()));
        return mine == null
                ? CompletableFuture.completedFuture(TOO_MANY)
                : mine.completeOnTimeout(LATE, timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void again() {
        purges.again();
    }
}
