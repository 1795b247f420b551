package io.gosling.tools.process;

import io.gosling.command.CommandFailure;
import io.gosling.command.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds the script {@code gosling} that started this process: the measured processes are started by it too. */
public final class Launcher {
    private Launcher() {}

    /** @throws CommandFailure when this was started in another way */
    public static Path script() {
        Path script =
                Path.of(System.getProperty("gosling.home", "."), "gosling").toAbsolutePath();
        if (!Files.isRegularFile(script)) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, script + " is missing; this runs from a clone: ./gosling bench VERB");
        }
        return script;
    }
}
