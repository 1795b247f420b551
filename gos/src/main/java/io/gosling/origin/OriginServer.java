package io.gosling.origin;

import io.gosling.origin.ServerHealth.Leave;
import java.util.concurrent.atomic.LongAdder;

/** One server of an origin, and what became of requests to it. Used by many threads. */
final class OriginServer {
    private final OriginAddress address;
    private final boolean backup;
    private final ServerHealth health;
    private final LongAdder requests = new LongAdder();
    private final LongAdder failures = new LongAdder();

    OriginServer(OriginAddress address, boolean backup, Failover rules) {
        this.address = address;
        this.backup = backup;
        this.health = new ServerHealth(rules);
    }

    OriginAddress address() {
        return address;
    }

    ServerHealth health() {
        return health;
    }

    void answered() {
        requests.increment();
        health.answered();
    }

    /**
     * @param counts whether it says something of the server that a request was in vain
     * @param connecting whether no connection could be made
     */
    void failed(Leave leave, boolean counts, boolean connecting, long now) {
        requests.increment();
        failures.increment();
        if (counts) {
            health.failed(leave, connecting, now);
        } else {
            health.abandoned(leave);
        }
    }

    ServerView view(String origin) {
        return new ServerView(
                origin, address.toString(), backup, health.state().label(), requests.sum(), failures.sum());
    }
}
