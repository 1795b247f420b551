package io.gosling.node;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Says once that nobody to join has answered; serving goes on meanwhile. Has a thread of its own until it has said it. */
final class JoinWatch {
    private static final System.Logger log = System.getLogger(JoinWatch.class.getName());
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Duration POLL = Duration.ofMillis(100);

    private JoinWatch() {}

    /**
     * Begins to watch.
     *
     * @param join the addresses of {@code --join}; nothing is watched when there are none
     * @param inCompany whether another member has been seen
     */
    static void start(List<String> join, BooleanSupplier inCompany, StopRequest stop) {
        if (!join.isEmpty()) {
            Thread.ofVirtual().name("gosling-join-watch").start(() -> watch(join, inCompany, stop));
        }
    }

    private static void watch(List<String> join, BooleanSupplier inCompany, StopRequest stop) {
        try {
            for (long waited = 0; waited < PATIENCE.toMillis(); waited += POLL.toMillis()) {
                if (inCompany.getAsBoolean() || stop.await(POLL)) {
                    return;
                }
            }
            log.log(
                    Level.WARNING,
                    "--join: nobody answers at {0}; serving alone and looking for them every few seconds",
                    String.join(", ", join));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
