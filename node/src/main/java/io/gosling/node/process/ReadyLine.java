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

    public static ReadyLine of(Object... keysAndValues) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            fields.put(keysAndValues[i].toString(), keysAndValues[i + 1].toString());
        }
        return new ReadyLine(fields);
    }

    /** This line with {@code serving=HOST:PORT} at its end, if there is such a port. */
    public ReadyLine withServing(@Nullable InetSocketAddress address) {
        if (address == null) {
            return this;
        }
        Map<String, String> more = new LinkedHashMap<>(fields);
        more.put("serving", Ports.text(address));
        return new ReadyLine(more);
    }

    /** This line with {@code https=HOST:PORT} after {@code http}, if there is such a port. */
    public ReadyLine withSecure(@Nullable InetSocketAddress address) {
        if (address == null) {
            return this;
        }
        Map<String, String> more = new LinkedHashMap<>();
        fields.forEach((key, value) -> {
            more.put(key, value);
            if (key.equals("http")) {
                more.put("https", Ports.text(address));
            }
        });
        return new ReadyLine(more);
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
