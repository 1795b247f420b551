package io.gosling.dispatcher;

import io.gosling.dispatcher.policy.Server;
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

    /** As its source described it last. */
    Backend backend;

    /** Its present life in the cluster; null while it takes no requests. */
    @Nullable
    Server server;

    /** Requests on it, those of earlier lives included. */
    int load;

    Member(Backend backend, ProbationSettings settings) {
        this.backend = backend;
        this.probation = new Probation(settings);
    }

    boolean mayServe() {
        return backend.state() == Backend.State.READY && !probation.leftAlone();
    }

    FrontEndStatus.BackendStatus status() {
        String state =
                backend.state() == Backend.State.DRAINING ? "draining" : probation.leftAlone() ? "down" : "ready";
        String address = backend.address().getAddress().getHostAddress();
        String host = address.indexOf(':') >= 0 ? "[" + address + "]" : address;
        return new FrontEndStatus.BackendStatus(
                backend.name(),
                host + ":" + backend.address().getPort(),
                backend.weight(),
                state,
                load,
                requests.sum(),
                failures.sum());
    }
}
