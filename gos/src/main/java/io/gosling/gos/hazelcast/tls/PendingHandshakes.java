package io.gosling.gos.hazelcast.tls;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.netty.tls.HandshakeEviction;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connections of one instance whose handshake is not complete. Limits how many are accepted and how long each
 * takes, and computes for them on one thread: strangers who only begin handshakes take no time of Hazelcast's threads,
 * on which heartbeats arrive. Safe for use by many threads.
 */
final class PendingHandshakes {
    private static final long IDLE_SECONDS = 10;

    /** Time in which the other side can read why it was refused. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final int most;
    private final Duration timeout;
    private final ScheduledThreadPoolExecutor thread;

    @GuardedBy("this")
    private final Map<MemberTlsSession, Future<?>> timers = new LinkedHashMap<>();

    PendingHandshakes(int most, Duration timeout) {
        this.most = most;
        this.timeout = timeout;
        this.thread = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().name("gosling-member-tls").daemon().factory());
        thread.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
        thread.setRemoveOnCancelPolicy(true);
    }

    /** Closes an accepted one, which {@link HandshakeEviction} selects, if there are too many. */
    void begin(MemberTlsSession session) {
        MemberTlsSession oldest = add(session);
        if (oldest != null) {
            oldest.abandon("it had not completed its TLS handshake when " + most + " others began one");
        }
    }

    private synchronized @Nullable MemberTlsSession add(MemberTlsSession session) {
        Runnable expire =
                () -> session.abandon("it has not completed a TLS handshake within " + timeout.toMillis() + " ms");
        timers.put(session, after(timeout, expire));
        if (session.isClient()) {
            return null;
        }
        var accepted = timers.keySet().stream().filter(one -> !one.isClient()).toList();
        return accepted.size() > most ? HandshakeEviction.select(accepted, MemberTlsSession::host) : null;
    }

    /** Removes a connection whose handshake is complete, or which is closed; returns true the first time. */
    synchronized boolean end(MemberTlsSession session) {
        Future<?> timer = timers.remove(session);
        return timer != null && timer.cancel(false);
    }

    /**
     * Closes a refused connection after the time in which the other side can read the reason.
     *
     * @return to be cancelled when it has ended before: else a flood of short connections would stay in memory
     */
    Future<?> closeSoon(MemberTlsSession session) {
        return after(FAREWELL, session::close);
    }

    void compute(Runnable task) {
        thread.execute(task);
    }

    private Future<?> after(Duration time, Runnable task) {
        return thread.schedule(task, time.toNanos(), TimeUnit.NANOSECONDS);
    }
}
