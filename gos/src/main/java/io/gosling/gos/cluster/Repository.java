package io.gosling.gos.cluster;

import com.hazelcast.core.HazelcastInstance;
import io.gosling.document.Ticker;
import io.gosling.gos.repository.ObjectRequests;
import io.gosling.gos.repository.ObjectSpace;
import io.gosling.gos.repository.PurgedKeys;
import io.gosling.gos.repository.RepositoryFigures;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.repository.Vouching;
import io.gosling.http.Handler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in the repository, put together: the object space of its programs, the homes on it, and a thread that
 * settles and recounts. Made when a cluster is joined; closed when it has been left.
 */
final class Repository implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Repository.class.getName());
    private static final Duration STEP = Duration.ofSeconds(1);

    private final String node;
    private final RepositorySettings settings;
    private final Supplier<@Nullable HazelcastInstance> grid;
    private final HomeKeeper keeper;
    private final ObjectSpace space;
    private final ObjectRequests requests;
    private final DutyCycle steps;

    private Repository(
            String node,
            RepositorySettings settings,
            Supplier<@Nullable HazelcastInstance> grid,
            Vouching vouching,
            Ticker ticker) {
        this.node = node;
        this.settings = settings;
        this.grid = grid;
        this.keeper = new HomeKeeper(settings.storage(), vouching, System::currentTimeMillis);
        this.space = new ObjectSpace(
                settings, new HazelcastHome(grid, settings.deadline()), vouching, ticker, new SecureRandom());
        this.requests = new ObjectRequests(space);
        Duration settle = settings.writing().settleAfter().dividedBy(4);
        this.steps =
                DutyCycle.start("gosling-repository-" + node, settle.compareTo(STEP) < 0 ? settle : STEP, this::step);
    }

    /**
     * @param grid the running instance, or null while there is none
     * @param freshness null where no voters are named
     */
    static Repository open(
            String node,
            RepositorySettings settings,
            Supplier<@Nullable HazelcastInstance> grid,
            PurgedKeys purged,
            @Nullable FreshnessOwner freshness,
            Ticker ticker) {
        Vouching vouching = freshness == null ? Vouching.none() : new KeyPurges(purged, freshness, ticker);
        return new Repository(node, settings, grid, vouching, ticker);
    }

    ObjectSpace space() {
        return space;
    }

    Handler requests() {
        return requests;
    }

    HomeKeeper keeper() {
        return keeper;
    }

    RepositoryFigures figures() {
        return new RepositoryFigures(
                keeper.objects(),
                keeper.bytes(),
                space.held(),
                space.statistics().snapshot());
    }

    /** The largest body of a request. */
    int largest() {
        return settings.storage().largest();
    }

    private void step() {
        space.settle();
        HazelcastInstance running = grid.get();
        if (running != null && running.getLifecycleService().isRunning()) {
            keeper.recount(running);
        }
    }

    /** Settles all that waits here; returns within the deadline of a home, or two if one is slow to answer. */
    void flush() {
        CompletableFuture<Integer> flushed = space.leave();
        try {
            int left = flushed.get(2 * settings.deadline().toNanos(), TimeUnit.NANOSECONDS);
            if (left > 0) {
                LOG.log(
                        Level.WARNING,
                        () -> node + ": " + left + " objects that were put here are lost: their homes did not answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.WARNING, node + ": what was put here may not have reached its home", e);
        }
    }

    @Override
    public void close() {
        steps.close();
        space.clear();
    }
}
