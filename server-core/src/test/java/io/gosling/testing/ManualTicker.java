package io.gosling.testing;

import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that moves only when a test says so. Safe for use by many threads. */
public final class ManualTicker implements Ticker {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long nanos() {
        return nanos.get();
    }

    /** Moves time on. */
    public void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }
}
