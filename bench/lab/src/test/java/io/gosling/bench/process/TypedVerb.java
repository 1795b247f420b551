package io.gosling.bench.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.HurriedJava;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * {@code ./gosling bench ...} as it is typed, in a hurry: it and what it starts compile little. What is printed goes to
 * a file, standard error first. Closing has it end.
 */
public final class TypedVerb implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 600;

    private final Process process;
    private final List<Path> printed;

    private TypedVerb(Process process, List<Path> printed) {
        this.process = process;
        this.printed = printed;
    }

    /** Starts it. */
    public static TypedVerb start(Path folder, String... arguments) throws IOException {
        return start(folder, Map.of(), arguments);
    }

    /**
     * Starts it.
     *
     * @param folder for what it prints
     * @param environment besides its own
     * @param arguments behind the word bench
     */
    public static TypedVerb start(Path folder, Map<String, String> environment, String... arguments)
            throws IOException {
        Path clone = Path.of("..", "..").toAbsolutePath().normalize();
        List<String> command =
                new ArrayList<>(List.of("sh", clone.resolve("gosling").toString(), "bench"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().putAll(HurriedJava.environment(clone.resolve("node/target/gosling.jar")));
        builder.environment().putAll(environment);
        List<Path> printed = List.of(folder.resolve("err"), folder.resolve("out"));
        builder.redirectError(printed.getFirst().toFile());
        builder.redirectOutput(printed.getLast().toFile());
        return new TypedVerb(builder.start(), printed);
    }

    /** Runs it to its end, which is a good one. */
    public static TypedVerb run(Path folder, String... arguments) throws IOException, InterruptedException {
        try (TypedVerb verb = start(folder, arguments)) {
            verb.endsWell();
            return verb;
        }
    }

    /** Waits until it ends with status 0. */
    public void endsWell() throws InterruptedException {
        ends();
        assertEquals(0, process.exitValue(), this::told);
    }

    /** Waits until it ends. */
    public void ends() throws InterruptedException {
        assertTrue(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS), this::told);
    }

    public Process process() {
        return process;
    }

    /** Its output so far. */
    public String told() {
        StringBuilder text = new StringBuilder();
        for (Path file : printed) {
            try {
                text.append(Files.readString(file));
            } catch (IOException e) {
                text.append(e);
            }
        }
        return text.toString();
    }

    /** Asks it to end, which has it end what it has started. */
    @Override
    public void close() {
        process.destroy();
    }
}
