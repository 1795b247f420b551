package io.gosling.dispatcher.client;

import io.gosling.dispatcher.relay.Deadline;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The timeout of a whole request, from its header to the end of its response, beside the {@link Deadline} of its steps.
 * Belongs to the connection's event loop; there is a timer only while a request is bounded.
 */
final class RequestTimeout {
    private final EventLoop loop;
    private final Runnable over;
    private @Nullable Future<?> timer;

    RequestTimeout(EventLoop loop, Runnable over) {
        this.loop = loop;
        this.over = over;
    }

    void begin(Duration most) {
        end();
        if (!most.isZero()) {
            timer = loop.schedule(over, most.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    void end() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}
