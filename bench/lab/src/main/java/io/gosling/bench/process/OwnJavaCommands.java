package io.gosling.bench.process;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.LaunchCommand;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/** The commands that run the JDK and the jar of this process in other processes. */
public final class OwnJavaCommands {
    private OwnJavaCommands() {}

    public static Path program(String name) {
        Path program = Path.of(System.getProperty("java.home", ""), "bin", name);
        if (!Files.isExecutable(program)) {
            throw new CommandFailureException(
                    ExitCode.NOT_FOUND, program + " is missing; a JDK is wanted, a plain runtime is not enough");
        }
        return program;
    }

    public static LaunchCommand launch(Object... arguments) {
        List<Object> command = new ArrayList<>(List.of(
                program("java"),
                "--sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED -jar",
                jar()));
        command.addAll(List.of(arguments));
        return LaunchCommand.of(command.toArray());
    }

    private static Path jar() {
        try {
            CodeSource source = OwnJavaCommands.class.getProtectionDomain().getCodeSource();
            Path jar = Path.of(source.getLocation().toURI());
            if (!Files.isRegularFile(jar)) {
                throw new CommandFailureException(
                        ExitCode.NOT_FOUND,
                        jar + " is no jar; this runs from gosling-bench.jar: ./gosling bench peers");
            }
            return jar;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
