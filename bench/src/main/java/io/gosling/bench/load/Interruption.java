package io.gosling.bench.load;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Makes Ctrl-C end what runs, and lets the JVM end when that has said what there was. Used by one thread, and the JVM's own. */
final class Interruption {
    private static final long PATIENCE_SECONDS = 30;

    private final CountDownLatch over = new CountDownLatch(1);
    private volatile Thread hook = new Thread(() -> {});

    /** @param stop is told once, from another thread */
    void onSignal(Runnable stop) {
        hook = new Thread(
                () -> {
                    stop.run();
                    try {
                        over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
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
