package io.gosling.origin.upstream;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/**
 * Checks the health of servers at intervals: a virtual thread for each, from {@link #start} to {@link #close}. Without
 * checks there is none.
 */
record OriginHealthChecks(
        List<OriginServer> servers,
        FailoverSettings rules,
        Function<OriginServer, Finding> asking,
        AtomicBoolean started,
        CountDownLatch closed)
        implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(OriginHealthChecks.class.getName());

    /** A pause is this part of the interval longer or shorter. */
    private static final double JITTER = 0.2;

    enum Finding {
        HEALTHY,
        NOT_WELL,
        /** Nothing: this node could not ask. */
        NOT_ASKED
    }

    /** @param asking checks one server, within the check's timeout */
    OriginHealthChecks(List<OriginServer> servers, FailoverSettings rules, Function<OriginServer, Finding> asking) {
        this(servers, rules, asking, new AtomicBoolean(), new CountDownLatch(1));
    }

    void start() {
        if (rules.find(FailoverSettings.CHECK).isPresent() && !started.getAndSet(true)) {
            for (OriginServer server : servers) {
                Thread.ofVirtual().name("gosling-origin-check").start(() -> run(server));
            }
        }
    }

    private void run(OriginServer server) {
        try {
            do {
                check(server);
            } while (!closed.await(pauseNanos(), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** An unexpected exception must not end the checks. */
    private void check(OriginServer server) {
        Finding found = Finding.NOT_WELL;
        try {
            found = asking.apply(server);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "origin server " + server.address() + " could not be checked", e);
        }
        if (found != Finding.NOT_ASKED) {
            server.checked(found == Finding.HEALTHY);
        }
    }

    private long pauseNanos() {
        double part = 1 + ThreadLocalRandom.current().nextDouble(-JITTER, JITTER);
        return (long) (rules.get(FailoverSettings.CHECK_INTERVAL).toNanos() * part);
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
