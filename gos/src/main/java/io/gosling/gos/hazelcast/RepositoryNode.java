package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import io.gosling.common.PeriodicTask;
import io.gosling.document.Ticker;
import io.gosling.gos.quorum.PurgeService;
import io.gosling.gos.quorum.RepositoryObjectPurger;
import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.RepositoryHttpHandler;
import io.gosling.gos.repository.RepositoryPurgeHistory;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.gos.repository.RepositorySnapshot;
import io.gosling.gos.repository.TransitMemoryBudget;
import io.gosling.http.Handler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in the repository: the object space of its programs, the homes on it, and a thread that flushes and
 * recounts. Made when a cluster is joined; closed when it has been left.
 */
public final class RepositoryNode implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RepositoryNode.class.getName());
    private static final Duration STEP = Duration.ofSeconds(1);
    private static final Duration AGAIN = Duration.ofMillis(100);

    private final String node;
    private final RepositorySettings settings;
    private final Supplier<@Nullable HazelcastInstance> grid;
    private final Ticker ticker;
    private final RepositoryHomeState keeper;
    private final ObjectRepository space;
    private final RepositoryHttpHandler requests;
    private final HomeObjectEvictor shrinking = new HomeObjectEvictor();
    private final Semaphore crowded = new Semaphore(1);
    private final PeriodicTask steps;

    /**
     * @param grid the running instance, or null while there is none
     * @param freshness null where no quorum is configured
     */
    public RepositoryNode(
            String node,
            RepositorySettings settings,
            Supplier<@Nullable HazelcastInstance> grid,
            RepositoryPurgeHistory purged,
            @Nullable PurgeService freshness,
            Ticker ticker) {
        this.node = node;
        this.settings = settings;
        this.grid = grid;
        this.ticker = ticker;
        String warning = warning(settings, Runtime.getRuntime().maxMemory());
        if (warning != null) {
            LOG.log(Level.WARNING, node + ": " + warning);
        }
        CopyCoherence validity =
                freshness == null ? CopyCoherence.none() : new RepositoryObjectPurger(purged, freshness, ticker);
        this.keeper = new RepositoryHomeState(settings, validity, System::currentTimeMillis);
        TransitMemoryBudget underWay = new TransitMemoryBudget(settings.inFlightBytes());
        this.space = new ObjectRepository(
                settings,
                new HazelcastHomeClient(grid, settings.get(RepositorySettings.DEADLINE), underWay),
                validity,
                ticker,
                new SecureRandom());
        this.requests = new RepositoryHttpHandler(space, underWay);
        keeper.whenCrowded(this::shrink);
        Duration flushPuts = settings.get(RepositorySettings.FLUSH_AFTER).dividedBy(4);
        this.steps = PeriodicTask.start(
                "gosling-repository-" + node, flushPuts.compareTo(STEP) < 0 ? flushPuts : STEP, this::step);
    }

    /** A warning about a storage for which a heap is small; null for none. */
    static @Nullable String warning(RepositorySettings settings, long heap) {
        int backups = settings.get(RepositorySettings.BACKUPS);
        long taken = settings.bytes() * (1 + backups);
        return taken <= heap / 2
                ? null
                : "repository.bytes with " + backups + " backups is " + (taken >> 20) + " MiB of a heap of "
                        + (heap >> 20)
                        + " MiB; expected at most half, since nodes that leave give theirs to the others";
    }

    public ObjectRepository space() {
        return space;
    }

    public Handler requests() {
        return requests;
    }

    public RepositoryHomeState keeper() {
        return keeper;
    }

    public RepositorySnapshot figures() {
        return new RepositorySnapshot(
                keeper.objects(),
                keeper.bytes(),
                space.held(),
                space.statistics().snapshot());
    }

    private void step() {
        space.flushPuts();
        HazelcastInstance running = grid.get();
        if (running != null && running.getLifecycleService().isRunning()) {
            keeper.recount(running);
            if (keeper.excess() > 0) {
                shrink();
            }
        }
    }

    private void shrink() {
        if (crowded.tryAcquire()) {
            Thread.ofVirtual().name("gosling-repository-drop-" + node).start(() -> {
                try {
                    HazelcastInstance running = grid.get();
                    if (running != null) {
                        shrinking.shrink(
                                HazelcastHomeClient.map(running), keeper, settings.get(RepositorySettings.DEADLINE));
                    }
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (RuntimeException e) {
                    LOG.log(Level.DEBUG, node + ": objects did not make place; the next step tries again", e);
                } finally {
                    crowded.release();
                }
            });
        }
    }

    /**
     * Flushes everything that waits here, again and again until nothing waits or the time is over; a request to a home
     * at its end is waited for as long as any. Blocks.
     */
    public void flush(Duration within) {
        long end = ticker.nanos() + within.toNanos();
        try {
            int left = settleAll();
            while (left > 0 && ticker.nanos() - end < 0) {
                TimeUnit.NANOSECONDS.sleep(AGAIN.toNanos());
                left = settleAll();
            }
            if (left > 0) {
                int lost = left;
                LOG.log(
                        Level.WARNING,
                        () -> node + ": " + lost + " objects that were put here are lost: their homes did not answer");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.log(Level.WARNING, node + ": what was put here may not have reached its home", e);
        }
    }

    private int settleAll() throws InterruptedException, ExecutionException, TimeoutException {
        return space.leave().get(2 * settings.get(RepositorySettings.DEADLINE).toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        steps.close();
        space.clear();
    }
}
