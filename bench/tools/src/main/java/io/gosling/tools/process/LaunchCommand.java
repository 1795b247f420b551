package io.gosling.tools.process;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A command with its environment variables. */
public record LaunchCommand(List<String> command, Map<String, String> environment) {
    /**
     * The script {@code gosling} that started this process: the measured processes are started by it too.
     *
     * @throws CommandFailureException when this was started in another way
     */
    public static Path script() {
        Path script =
                Path.of(System.getProperty("gosling.home", "."), "gosling").toAbsolutePath();
        if (!Files.isRegularFile(script)) {
            throw new CommandFailureException(
                    ExitCode.NOT_FOUND, script + " is missing; this runs from a clone: ./gosling bench VERB");
        }
        return script;
    }

    /** A command without environment variables: strings are split at blanks, each other object is one argument. */
    public static LaunchCommand of(Object... command) {
        return new LaunchCommand(
                Stream.of(command)
                        .flatMap(part -> part instanceof String words
                                ? Stream.of(words.strip().split("\\s+"))
                                : Stream.of(part.toString()))
                        .toList(),
                Map.of());
    }
}
