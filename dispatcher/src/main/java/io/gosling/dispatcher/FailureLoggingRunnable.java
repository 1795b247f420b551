package io.gosling.dispatcher;

import java.lang.System.Logger;
import org.jspecify.annotations.Nullable;

/**
 * A step that is taken again and again. One that fails keeps neither others nor its own next turn from being taken: an
 * executor would never run it again. The first failure in a row is logged, and so is its end. Belongs to one event
 * loop, and so has no thread of its own as {@code PeriodicTask} has.
 */
final class FailureLoggingRunnable implements Runnable {
    private final Logger log;
    private final String name;
    private final Runnable work;
    private boolean failing;

    /** @param name for the log, such as "the look at back-ends" */
    FailureLoggingRunnable(Logger log, String name, Runnable work) {
        this.log = log;
        this.name = name;
        this.work = work;
    }

    @Override
    public void run() {
        try {
            work.run();
            if (failing) {
                failing = false;
                say(Logger.Level.INFO, name + " works again", null);
            }
        } catch (RuntimeException | Error e) {
            if (!failing) {
                failing = true;
                say(Logger.Level.ERROR, name + " failed and is tried again; a fault of this program", e);
            }
        }
    }

    private void say(Logger.Level level, String line, @Nullable Throwable why) {
        try {
            log.log(level, line, why);
        } catch (RuntimeException | Error unsaid) {
            // the step goes on, which matters more
        }
    }
}
