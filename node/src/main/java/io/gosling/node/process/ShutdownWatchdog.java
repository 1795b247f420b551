package io.gosling.node.process;

import io.gosling.command.ExitCode;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A deadline for stopping, whose daemon thread ends the process when it has passed. */
public final class ShutdownWatchdog {
    private static final Logger LOG = System.getLogger(ShutdownWatchdog.class.getName());
    /** The time, beyond the drain and leaving the cluster, for closing sockets. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private ShutdownWatchdog() {}

    /**
     * Ends the process if stopping takes longer than expected and a grace of 10 s.
     *
     * @param expected the sum of what draining and leaving the cluster may take
     */
    public static void start(Duration expected) {
        Duration bound = expected.plus(GRACE);
        Thread.ofPlatform().daemon().name("gosling-stop-guard").start(() -> {
            try {
                TimeUnit.NANOSECONDS.sleep(bound.toNanos());
            } catch (InterruptedException e) {
                return;
            }
            LOG.log(Level.ERROR, "stopping took longer than {0} s: leaving now", bound.toSeconds());
            Runtime.getRuntime().halt(ExitCode.FAILURE.status());
        });
    }
}
