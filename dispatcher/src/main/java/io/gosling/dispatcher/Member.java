package io.gosling.dispatcher;

import io.gosling.dispatcher.policy.Server;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * One back-end in the front-end's books. The counters are for any thread; everything that changes besides is guarded by
 * {@link Dispatcher}'s lock.
 */
final class Member {
    final LongAdder requests = new LongAdder();
    final LongAdder failures = new LongAdder();
    final Probation probation;

    /** The requests on it, those of earlier lives included. */
    final Set<Ticket> tickets = new HashSet<>();

    /** As its source described it last. Written under the lock, read by every loop. */
    volatile Backend backend;

    /** Whether its source names it no more. Set once, under the lock; read by every loop. */
    volatile boolean gone;

    /** Its present life in the cluster; null while it takes no requests. */
    @Nullable
    Server server;

    /** The one request that it gets on trial, while that is under way. */
    @Nullable
    Ticket trial;

    Member(Backend backend, ProbationSettings settings) {
        this.backend = backend;
        this.probation = new Probation(settings);
    }

    boolean mayServe() {
        return backend.state() == Backend.State.READY && !probation.leftAlone() && trial == null && !gone;
    }

    FrontEndStatus.BackendStatus status() {
        String state = backend.state() == Backend.State.DRAINING
                ? "draining"
                : probation.leftAlone() || trial != null ? "down" : "ready";
        String address = backend.address().getAddress().getHostAddress();
        String host = address.indexOf(':') >= 0 ? "[" + address + "]" : address;
        return new FrontEndStatus.BackendStatus(
                backend.name(),
                host + ":" + backend.address().getPort(),
                backend.weight(),
                state,
                tickets.size(),
                requests.sum(),
                failures.sum());
    }
}
