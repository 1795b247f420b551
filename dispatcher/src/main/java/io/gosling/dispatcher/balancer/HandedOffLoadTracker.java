package io.gosling.dispatcher.balancer;

import io.gosling.dispatcher.handoff.HandedOffConnectionListener;
import io.netty.util.concurrent.EventExecutor;
import org.jspecify.annotations.Nullable;

/**
 * The accounting of a handed-off connection: it is load of its back-end while that works for the client, and none while
 * it is quiet or only the client is waited for. Later requests on it are admitted in any case, because the front-end
 * cannot hold them back. Belongs to the event loop that the connection had.
 */
public final class HandedOffLoadTracker implements HandedOffConnectionListener, AdmissionTicket.Waiter {
    private final AdmissionController dispatcher;
    private final BackendState member;
    private final EventExecutor loop;
    private final long routingKey;
    private final @Nullable String pool;
    private @Nullable AdmissionTicket now;

    public HandedOffLoadTracker(AdmissionController dispatcher, AdmissionTicket first, BackendState member) {
        this.dispatcher = dispatcher;
        this.member = member;
        this.loop = first.loop;
        this.routingKey = first.routingKey;
        this.pool = first.pool;
        this.now = first;
    }

    /**
     * The request is answered or being answered, or the node waits for more of it from the client: so the node is
     * healthy.
     */
    @Override
    public void quiet() {
        AdmissionTicket answered = now;
        if (answered != null) {
            dispatcher.headerCame(answered, true);
        }
        ended();
    }

    @Override
    public void busy() {
        AdmissionTicket next = new AdmissionTicket(routingKey, loop, this);
        next.pool = pool;
        next.repeatable = false;
        if (now == null && dispatcher.begins(next, member)) {
            now = next;
        }
    }

    @Override
    public void ended() {
        AdmissionTicket open = now;
        now = null;
        if (open != null) {
            dispatcher.finish(open);
        }
    }

    /** Its process goes on with the connection, and says when that ends. */
    @Override
    public void gone(BackendState left) {}
}
