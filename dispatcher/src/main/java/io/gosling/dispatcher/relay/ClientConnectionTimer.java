package io.gosling.dispatcher.relay;

import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The timeout of a client's connection, which waits for one thing at a time. Belongs to the connection's event loop.
 *
 * <p>Setting a later time does not touch the loop's timer, which looks again when it fires: a busy connection costs one
 * timer every few seconds instead of several for each request.
 */
public final class ClientConnectionTimer {
    /** The events that a connection waits for. */
    public enum Wait {
        WHOLE_REQUEST,
        NEXT_REQUEST,
        REQUEST_HEADER,
        REQUEST_BODY,
        CONNECTION,
        RESPONSE_HEADER,
        RESPONSE_BODY,
        CLIENT_READING,
        CLIENT_LEAVING,
        TUNNEL
    }

    private final EventExecutor loop;
    private final Consumer<Wait> expired;
    private @Nullable Wait wait;
    private long sinceNanos;
    private long atNanos;
    private @Nullable Future<?> timer;
    private long timerAtNanos;

    public ClientConnectionTimer(EventExecutor loop, Consumer<Wait> expired) {
        this.loop = loop;
        this.expired = expired;
    }

    /** Starts a wait, in place of any other. */
    public void start(Wait reason, Duration timeout) {
        wait = reason;
        sinceNanos = now();
        atNanos = sinceNanos + timeout.toNanos();
        if (timer == null || atNanos - timerAtNanos < 0) {
            cancel();
            schedule();
        }
    }

    public void stop() {
        wait = null;
    }

    /** Stops, and leaves no timer behind. */
    public void end() {
        stop();
        cancel();
    }

    public boolean isWaitingFor(Wait reason) {
        return wait == reason;
    }

    /** The time since the wait was started, in nanoseconds. */
    public long waitedNanos() {
        return now() - sinceNanos;
    }

    public void cancel() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    private void schedule() {
        timerAtNanos = atNanos;
        timer = loop.schedule(this::look, atNanos - now(), TimeUnit.NANOSECONDS);
    }

    private void look() {
        timer = null;
        Wait reason = wait;
        if (reason == null) {
            return;
        }
        if (atNanos - now() > 0) {
            schedule();
        } else {
            wait = null;
            expired.accept(reason);
        }
    }

    private long now() {
        return loop.ticker().nanoTime();
    }
}
