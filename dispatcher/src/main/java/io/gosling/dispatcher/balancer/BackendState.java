package io.gosling.dispatcher.balancer;

import io.gosling.common.EventCounters;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.health.HealthCheckState;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.health.OutlierDetection;
import io.gosling.dispatcher.health.SlowStart;
import io.gosling.dispatcher.status.BackendHealth;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The front-end's record of one back-end. The counters are for any thread; all other mutable state is guarded by
 * {@link AdmissionController}'s lock.
 */
public final class BackendState {
    final LongAdder requests = new LongAdder();
    public final String id;
    public final LongAdder failures = new LongAdder();
    /** Final responses and changes of protocol. */
    public final EventCounters<HttpStatusClass> responses = new EventCounters<>(
            HttpStatusClass.class, kind -> kind == HttpStatusClass.UNKNOWN ? "other" : kind.ordinal() + 1 + "xx");

    final OutlierDetection outlierDetection;
    final HealthCheckState checks;
    final LateRequestStreak lateRequests = new LateRequestStreak();

    /** The requests on it, those of earlier lives included. */
    final Set<AdmissionTicket> tickets = new HashSet<>();

    /** Tunnels and event streams on it that do not count as load, to be notified when it is gone. */
    final Set<AdmissionTicket> aside = new HashSet<>();

    int lasting;

    /** As its source described it last. Written under the lock, read by every loop. */
    public volatile Backend backend;

    /** True once its source no longer names it. Set once, under the lock; read by every loop. */
    public volatile boolean gone;

    /** Its present membership term; null while it takes no requests. */
    @Nullable
    PoolMembership term;

    @Nullable
    AdmissionTicket trial;

    /** While it is new among others. */
    @Nullable
    SlowStart slow;

    /** Its health in the last line of the log. */
    BackendHealth told = BackendHealth.HEALTHY;

    /** @param id identifies it in the cookies of sticky sessions */
    BackendState(Backend backend, HealthSettings settings, String id) {
        this.backend = backend;
        this.id = id;
        this.outlierDetection = new OutlierDetection(settings);
        this.checks = new HealthCheckState(settings.checks());
    }

    /** Its requests for each unit of weight, those of earlier terms included. */
    double load() {
        return tickets.size() / backend.weight();
    }

    BackendHealth health() {
        if (outlierDetection.isEjected()) {
            return BackendHealth.EJECTED;
        }
        return !checks.well()
                ? BackendHealth.CHECK_FAILED
                : outlierDetection.halfOpen() ? BackendHealth.HALF_OPEN : BackendHealth.HEALTHY;
    }

    /** True if its operator has removed it, and it has nothing left to finish. */
    boolean isDone() {
        return backend.state() == Backend.State.REMOVED && tickets.isEmpty() && aside.isEmpty() && lasting == 0;
    }

    boolean isOffered() {
        return backend.state() == Backend.State.READY && !gone;
    }

    /** @param panic true if so few are healthy that checks are ignored */
    boolean mayServe(boolean panic) {
        return isOffered() && !outlierDetection.isEjected() && trial == null && (panic || checks.well());
    }

    /** @param share part of its full share of requests that it takes */
    FrontEndStatus.BackendStatus status(double share) {
        String state = backend.state() != Backend.State.READY ? "draining" : term == null ? "down" : "ready";
        return new FrontEndStatus.BackendStatus(
                backend.name(),
                backend.hostAndPort(),
                backend.weight(),
                backend.labels().stream().sorted().toList(),
                state,
                health(),
                share,
                tickets.size(),
                requests.sum(),
                failures.sum(),
                responses.snapshot(),
                outlierDetection.times(),
                new FrontEndStatus.CheckCounts(checks.passed(), checks.failed()));
    }
}
