package io.gosling.gos.quorum;

import io.gosling.common.PeriodicTask;
import io.gosling.gos.purge.ChangeAnnouncer;
import io.gosling.gos.purge.ChangeSelectorFactory;
import io.gosling.purge.message.PurgeOutcome;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * Purges from all nodes what unsafe requests through this one have changed: at once where another node may have it,
 * and otherwise once a second, so that an interface that changes thousands of objects a second which no node stores
 * costs a purge a second. A purge that is not certain is tried again each second. Where more changes wait than
 * {@link PurgeBatcher#MOST_WAITING}, everything has to be compared with its origin instead: nothing is left out.
 *
 * <p>Safe for use by many threads; the thread that made the change waits there, never longer than its caller allows.
 */
public final class ChangePurger implements ChangeAnnouncer, AutoCloseable {
    private static final Logger LOG = System.getLogger(ChangePurger.class.getName());

    /** The interval between two purges that no request waits for. */
    private static final Duration PACE = Duration.ofSeconds(1);

    private final String node;
    private final Duration wait;
    private final PurgeBatcher purges;
    private final PeriodicTask pace;
    private volatile boolean tooMany;

    /** @param pace the interval between purges without a waiting request */
    ChangePurger(
            String node, Duration wait, Function<PurgeRequest, CompletableFuture<PurgeOutcome>> purges, Duration pace) {
        this.node = node;
        this.wait = wait;
        this.purges = new PurgeBatcher(purges, name -> tooMany = true);
        this.pace = PeriodicTask.start("gosling-changes-" + node, pace, this::tick);
    }

    /**
     * @param wait time for which a request waits until it is certain that no node serves what it has changed; zero for
     *     not at all
     */
    public static ChangePurger start(
            String node, Duration wait, Function<PurgeRequest, CompletableFuture<PurgeOutcome>> purges) {
        return new ChangePurger(node, wait, purges, PACE);
    }

    @Override
    public void changed(Collection<PurgeSelector> what, boolean soon) {
        List<CompletableFuture<String>> awaited = new ArrayList<>();
        for (PurgeSelector name : what) {
            CompletableFuture<String> mine = soon ? purges.soon(name) : null;
            if (mine != null) {
                awaited.add(mine);
            } else if (soon || !purges.later(name)) {
                tooMany = true;
            }
        }
        CompletableFuture<?> certain = CompletableFuture.allOf(awaited.toArray(CompletableFuture<?>[]::new));
        Duration half = wait.dividedBy(2);
        await(certain, half);
        if (!certain.isDone() && !wait.isZero()) {
            // Earlier purges wait for a node that is silent: the others have to receive this one before its answer is
            // sent.
            purges.flush();
            await(certain, wait.minus(half));
        }
    }

    private static void await(CompletableFuture<?> certain, Duration most) {
        try {
            certain.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            // It goes on, and is tried again.
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tick() {
        if (tooMany) {
            tooMany = false;
            LOG.log(
                    Level.WARNING,
                    "{0}: more than {1} URLs that requests have changed wait to be purged; all that nodes hold of"
                            + " origins is compared with them instead",
                    node,
                    Integer.toString(PurgeBatcher.MOST_WAITING));
            purges.laterInAnyCase(ChangeSelectorFactory.ANY);
        }
        purges.flush();
    }

    /** Tells all that it knows, and waits until that is certain, but not for long: this node leaves. */
    public void flush() {
        await(purges.flush(), wait.plus(PACE));
    }

    @Override
    public void close() {
        pace.close();
    }
}
