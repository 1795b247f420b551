package io.gosling.netty.listen;

import io.gosling.http.Headers;
import io.gosling.netty.http1.RequestValidator;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.limits.LimitKind;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The usage of an address with open connections, or one that lately exceeded its rate. Its token bucket is one
 * number: the time at which the bucket is full again (the virtual scheduling form of the generic cell rate algorithm,
 * ITU-T I.371). Called by event loops without lock or allocation; its connections are counted under the lock of
 * {@link ClientAddressTable}.
 */
public final class ClientAddressUsage {
    static final AttributeKey<ClientAddressUsage> KEY = AttributeKey.valueOf(ClientAddressUsage.class, "address");

    final ClientAddressTable.Key key;
    private volatile long interval;
    private volatile long tolerance;
    private final AtomicLong fullAt;

    /** Guarded by the lock of the {@link ClientAddressTable}. */
    int connections;

    /** @param now its bucket is full */
    ClientAddressUsage(ClientAddressTable.Key key, HttpLimits limits, long now) {
        this.key = key;
        this.fullAt = new AtomicLong(now);
        within(limits);
    }

    void within(HttpLimits limits) {
        this.interval = limits.get(HttpLimits.ADDRESS_RATE) == 0
                ? 0
                : TimeUnit.SECONDS.toNanos(1) / limits.get(HttpLimits.ADDRESS_RATE);
        this.tolerance = interval * (limits.get(HttpLimits.ADDRESS_BURST) - 1);
    }

    /** Returns the usage whose rate counts for this connection; null when none does. */
    public static @Nullable ClientAddressUsage of(Channel connection) {
        // attr() alone would create the attribute on every connection.
        ClientAddressUsage clientUsage =
                connection.hasAttr(KEY) ? connection.attr(KEY).get() : null;
        return clientUsage == null || clientUsage.interval == 0 ? null : clientUsage;
    }

    /** Counts one more request; returns the refusal if that is one too many. */
    public RequestValidator.@Nullable Refusal ask(long now, LimitCounters counts) {
        if (mayAsk(now)) {
            asked(now);
            return null;
        }
        counts.hit(LimitKind.ADDRESS_RATE);
        Headers later = Headers.of("Retry-After", Long.toString(retryAfter(now)));
        return new RequestValidator.Refusal(429, "too many requests came from there", later);
    }

    /** Returns whether one more request would be within its rate. */
    public boolean mayAsk(long now) {
        return fullAt.get() - now <= tolerance;
    }

    public void asked(long now) {
        if (interval > 0) {
            long before = fullAt.get();
            while (!fullAt.compareAndSet(before, (before - now > 0 ? before : now) + interval)) {
                before = fullAt.get();
            }
        }
    }

    /** Returns the seconds until the next request is allowed, at least 1. */
    public long retryAfter(long now) {
        long wait = fullAt.get() - now - tolerance;
        return Math.max(1, TimeUnit.NANOSECONDS.toSeconds(wait + TimeUnit.SECONDS.toNanos(1) - 1));
    }

    boolean isRested(long now) {
        return fullAt.get() - now <= 0;
    }
}
