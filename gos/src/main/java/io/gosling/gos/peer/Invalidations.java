package io.gosling.gos.peer;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Invalidations as text: one {@code version key} a line. Pure. */
final class Invalidations {
    /** Bytes in one message; longer ones are refused. */
    static final int MOST_BYTES = 256 << 10;

    private Invalidations() {}

    record Line(String key, long version) {}

    static byte[] write(List<Line> lines) {
        StringBuilder text = new StringBuilder();
        lines.forEach(
                line -> text.append(line.version).append(' ').append(line.key).append('\n'));
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static List<Line> read(byte[] message) {
        List<Line> lines = new ArrayList<>();
        for (String text : new String(message, StandardCharsets.UTF_8).split("\n", -1)) {
            if (text.isEmpty()) {
                continue;
            }
            int space = text.indexOf(' ');
            try {
                String key = text.substring(space + 1);
                if (space < 1 || !key.startsWith("/")) {
                    throw new NumberFormatException();
                }
                lines.add(new Line(key, Long.parseLong(text.substring(0, space))));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(
                        "invalidation line " + (lines.size() + 1) + " is not a version, a space and a path");
            }
        }
        return lines;
    }
}
