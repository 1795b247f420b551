package io.gosling.bench.process;

import io.gosling.node.command.CommandFailure;
import io.gosling.node.command.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;

/** The script {@code gosling} that has started this: what is measured is what it starts. */
public final class Launcher {
    private Launcher() {}

    /**
     * Where it lies.
     *
     * @throws CommandFailure when this was started in another way
     */
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
