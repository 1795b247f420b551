package io.gosling.tools.process;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A command with its environment variables. */
public record Launch(List<String> command, Map<String, String> environment) {
    /** A command without environment variables: strings are split at blanks, each other object is one argument. */
    public static Launch of(Object... command) {
        return new Launch(
                Stream.of(command)
                        .flatMap(part -> part instanceof String words
                                ? Stream.of(words.strip().split("\\s+"))
                                : Stream.of(part.toString()))
                        .toList(),
                Map.of());
    }
}
