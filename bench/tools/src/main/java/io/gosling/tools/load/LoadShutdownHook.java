package io.gosling.tools.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Makes Ctrl-C stop the run, and lets the JVM end once the results are printed. Used by one thread, and the JVM's own.
 */
final class LoadShutdownHook {
    /** The time for the report when no request is in progress any more. */
    private static final Duration REPORT = Duration.ofSeconds(5);

    private final Duration timeout;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Thread hook = new Thread(() -> {});

    LoadShutdownHook(Duration longest) {
        timeout = longest.plus(REPORT);
    }

    /** @param stop called once, from another thread */
    void onSignal(Runnable stop) {
        hook = new Thread(
                () -> {
                    stop.run();
                    try {
                        over.await(timeout.toMillis(), TimeUnit.MILLISECONDS);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "load-end");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Reports that all results are printed. */
    void over() {
        over.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending: this is what it waits for.
        }
    }
}
