package io.gosling.tools.process;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A command with its environment variables. */
public record Launch(List<String> command, Map<String, String> environment) {
    public static Launch of(Object... command) {
        return new Launch(Stream.of(command).map(Object::toString).toList(), Map.of());
    }
}
