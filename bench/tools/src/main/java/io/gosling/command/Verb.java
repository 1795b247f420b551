package io.gosling.command;

import io.gosling.settings.Setting;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * One subcommand of {@code gosling}: a class annotated with picocli's {@code @Command} whose call gives the exit code.
 *
 * <p>Modules add verbs by naming implementations in {@code META-INF/services/io.gosling.command.Verb}; each needs a
 * public constructor without parameters.
 */
public interface Verb extends Callable<ExitCode> {
    /** The settings this verb takes as flags and, with {@code --config}, from a file. */
    default List<Setting<?>> settings() {
        return List.of();
    }

    /** Returns true if it runs until stopped, and handles HUP and USR1 itself. */
    default boolean runsUntilStopped() {
        return false;
    }

    /** Called before {@link #call()} with the settings' values, flags over file; verbs with settings keep them. */
    default void accept(VerbInvocation invocation) {}
}
