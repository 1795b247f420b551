package io.gosling.node.process;

import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The line that a process prints to standard output when it answers, for scripts to wait for: {@code ready} and then
 * {@code key=value} pairs, separated by single spaces.
 */
public record ReadyLine(Map<String, String> fields) {
    private static final String WORD = "ready";

    public ReadyLine {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
    }

    /** A line of these pairs without those whose value is null; addresses are written as {@code HOST:PORT}. */
    public static ReadyLine of(@Nullable Object... keysAndValues) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            @Nullable Object value = keysAndValues[i + 1];
            if (value != null) {
                String text = value instanceof InetSocketAddress address ? PortBinder.text(address) : value.toString();
                fields.put(String.valueOf(keysAndValues[i]), text);
            }
        }
        return new ReadyLine(fields);
    }

    /** The pairs of a line, or nothing when it is another line. */
    public static Optional<ReadyLine> parse(String line) {
        String[] words = line.split(" ");
        if (!words[0].equals(WORD)) {
            return Optional.empty();
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals <= 0) {
                return Optional.empty();
            }
            fields.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return Optional.of(new ReadyLine(fields));
    }

    public String get(String key) {
        return fields.getOrDefault(key, "-");
    }

    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(WORD);
        fields.forEach((key, value) -> line.append(' ').append(key).append('=').append(value));
        return line.toString();
    }
}
