package io.gosling.gos.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import io.gosling.common.PeriodicTask;
import io.gosling.document.Ticker;
import io.gosling.gos.quorum.PurgeService;
import io.gosling.gos.quorum.RepositoryObjectPurger;
import io.gosling.gos.repository.CopyCoherence;
import io.gosling.gos.repository.HomeReadService;
import io.gosling.gos.repository.ObjectRepository;
import io.gosling.gos.repository.RemoteHomeReader;
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
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A node's part in the repository: the object space of its programs, the homes on it, and a thread that
 * recounts. Made when a cluster is joined; closed when it has been left.
 */
public final class RepositoryNode implements AutoCloseable {
    private static final Logger LOG = System.getLogger(RepositoryNode.class.getName());
    private static final Duration STEP = Duration.ofSeconds(1);

    private final String node;
    private final RepositorySettings settings;
    private final Supplier<@Nullable HazelcastInstance> grid;
    private final CopyCoherence validity;
    private final RepositoryHomeState keeper;
    private final LocalHomeReads homeReads;
    private final HazelcastHomeClient homes;
    private final ObjectRepository space;
    private final RepositoryHttpHandler requests;
    private final HomeObjectEvictor shrinking;
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
        String warning = warning(settings, Runtime.getRuntime().maxMemory());
        if (warning != null) {
            LOG.log(Level.WARNING, node + ": " + warning);
        }
        this.validity =
                freshness == null ? CopyCoherence.none() : new RepositoryObjectPurger(purged, freshness, ticker);
        this.keeper = new RepositoryHomeState(settings, validity, System::currentTimeMillis);
        TransitMemoryBudget underWay = new TransitMemoryBudget(settings.inFlightBytes());
        Duration deadline = settings.get(RepositorySettings.DEADLINE);
        this.homeReads = new LocalHomeReads(grid, keeper, deadline);
        this.homes = new HazelcastHomeClient(grid, deadline, underWay, homeReads);
        this.space = new ObjectRepository(settings, homes, validity, ticker, new SecureRandom());
        this.requests = new RepositoryHttpHandler(space, underWay);
        this.shrinking = new HomeObjectEvictor(settings.get(RepositorySettings.HOME_REPLACEMENT));
        keeper.whenCrowded(this::shrink);
        this.steps = PeriodicTask.start("gosling-repository-" + node, STEP, this::step);
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

    /** The homes on this node, for reads of other nodes. */
    public HomeReadService homeReads() {
        return homeReads;
    }

    /** Reads objects of other nodes by this from now on. */
    public void readBy(RemoteHomeReader reader) {
        homes.readBy(reader);
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
        validity.again();
        keeper.reads().prune(keeper.nowMillis());
        HazelcastInstance running = grid.get();
        if (running != null && running.getLifecycleService().isRunning()) {
            keeper.recount(running);
            if (!keeper.excess().isNone()) {
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

    @Override
    public void close() {
        steps.close();
        space.clear();
    }
}
