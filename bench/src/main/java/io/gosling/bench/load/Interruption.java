package io.gosling.bench.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Makes Ctrl-C end what runs, and lets the JVM end when that has said what there was. Used by one thread, and the JVM's own. */
final class Interruption {
    /** For what is to be said when nothing is under way any more. */
    private static final Duration REPORT = Duration.ofSeconds(5);

    private final Duration patience;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Thread hook = new Thread(() -> {});

    /** @param longest that what is under way may take until it is over */
    Interruption(Duration longest) {
        patience = longest.plus(REPORT);
    }

    /** @param stop is told once, from another thread */
    void onSignal(Runnable stop) {
        hook = new Thread(
                () -> {
                    stop.run();
                    try {
                        over.await(patience.toMillis(), TimeUnit.MILLISECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "load-end");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Everything was said. */
    void over() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending: this is what it waits for.
        }
    }
}
