package io.gosling.bench.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** A command as it was typed, for the head of a report. */
public final class TypedCommand {
    private TypedCommand() {}

    /**
     * With the names of files and not where they lie.
     *
     * @param spec of a verb that was parsed
     * @param verb its name behind {@code gosling bench}
     */
    public static String of(@Nullable CommandSpec spec, String verb) {
        StringBuilder command = new StringBuilder("./gosling bench ").append(verb);
        List<String> words =
                Objects.requireNonNull(spec).commandLine().getParseResult().originalArgs();
        // They begin with the verb where the whole line was parsed.
        boolean named = !words.isEmpty() && words.getFirst().equals(verb);
        for (String word : named ? words.subList(1, words.size()) : words) {
            command.append(' ').append(word.startsWith("/") ? Path.of(word).getFileName() : word);
        }
        return command.toString();
    }
}
