package io.gosling.dispatcher.testing;

import io.gosling.document.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Time that stands still until a test moves it. */
public final class ManualTicker implements Ticker {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long nanos() {
        return nanos.get();
    }

    public void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
