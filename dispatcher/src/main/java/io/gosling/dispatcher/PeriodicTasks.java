package io.gosling.dispatcher;

import java.lang.System.Logger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs periodic steps one after the other. A step that fails stops neither the others nor its own next turn: an
 * executor would never run it again. The first failure in a row of each step is logged, and so is its end. Belongs to
 * one event loop, and so has no thread of its own as {@code PeriodicTask} has.
 */
final class PeriodicTasks implements Runnable {
    private final Logger log;
    private final List<Step> steps;

    /** One step; the name is for the log, such as "the look at back-ends". */
    static final class Step {
        private final String name;
        private final Runnable work;
        private boolean failing;

        Step(String name, Runnable work) {
            this.name = name;
            this.work = work;
        }

        private void take(Logger log) {
            try {
                work.run();
                if (failing) {
                    failing = false;
                    say(log, Logger.Level.INFO, name + " works again", null);
                }
            } catch (RuntimeException | Error e) {
                if (!failing) {
                    failing = true;
                    say(log, Logger.Level.ERROR, name + " failed and is tried again; a fault of this program", e);
                }
            }
        }

        private static void say(Logger log, Logger.Level level, String line, @Nullable Throwable why) {
            try {
                log.log(level, line, why);
            } catch (RuntimeException | Error unsaid) {
                // the step goes on, which matters more
            }
        }
    }

    PeriodicTasks(Logger log, Step... steps) {
        this.log = log;
        this.steps = List.of(steps);
    }

    @Override
    public void run() {
        steps.forEach(step -> step.take(log));
    }
}
