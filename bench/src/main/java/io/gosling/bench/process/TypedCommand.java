package io.gosling.bench.process;

import io.gosling.node.OtherJar;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A command as it was typed: for the head of a report, and for what is wrong with it. */
public final class TypedCommand {
    private static final String HEADER = "--header";

    private TypedCommand() {}

    /**
     * Refuses a value that an option may not have.
     *
     * @throws ParameterException with the value and what was expected, when it does not hold
     */
    public static void require(
            @Nullable CommandSpec spec, boolean holds, String what, @Nullable Object value, String expected) {
        if (!holds) {
            throw refused(spec, what + " is " + value + "; it must be " + expected);
        }
    }

    /** What was typed cannot be done. */
    public static ParameterException refused(@Nullable CommandSpec spec, @Nullable String why) {
        return new ParameterException(Objects.requireNonNull(spec).commandLine(), String.valueOf(why));
    }

    /**
     * With the names of files and not where they lie, and the names of header fields without their values, which may be
     * secrets: reports are published.
     *
     * @param spec of a verb that was parsed
     * @param verb its name behind {@code gosling bench}
     */
    public static String of(@Nullable CommandSpec spec, String verb) {
        StringBuilder command = new StringBuilder("./gosling ")
                .append(OtherJar.VERBS.contains(verb) ? "" : "bench ")
                .append(verb);
        List<String> words =
                Objects.requireNonNull(spec).commandLine().getParseResult().originalArgs();
        // They begin with the verb where the whole line was parsed.
        boolean named = !words.isEmpty() && words.getFirst().equals(verb);
        boolean field = false;
        for (String word : named ? words.subList(1, words.size()) : words) {
            command.append(' ').append(field ? nameOf(word) : shown(word));
            field = word.equals(HEADER);
        }
        return command.toString();
    }

    private static String shown(String word) {
        if (word.startsWith(HEADER + '=')) {
            return HEADER + '=' + nameOf(word.substring(HEADER.length() + 1));
        }
        return word.startsWith("/") ? String.valueOf(Path.of(word).getFileName()) : word;
    }

    /** Of a header field. */
    private static String nameOf(String field) {
        return field.substring(0, field.indexOf(':') + 1) + " ...";
    }
}
