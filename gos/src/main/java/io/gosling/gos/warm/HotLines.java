package io.gosling.gos.warm;

import io.gosling.gos.AgedCount;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Hot keys as text: one {@code count epoch bytes key} a line. Pure. */
public final class HotLines {
    /** Bytes in one message; what does not fit is left out, longer ones are refused. */
    public static final int MOST_BYTES = 2 << 20;

    private HotLines() {}

    /** As many of them as fit, from the first. */
    public static byte[] write(List<HotKey> keys) {
        StringBuilder text = new StringBuilder();
        long bytes = 0;
        for (HotKey hot : keys) {
            String line = hot.count().value() + " " + hot.count().epoch() + " " + hot.bytes() + " " + hot.key() + "\n";
            bytes += line.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MOST_BYTES) {
                break;
            }
            text.append(line);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /**
     * The keys of a message.
     *
     * @throws IllegalArgumentException naming the first line that is none, or when the message is too long
     */
    public static List<HotKey> read(byte[] message) {
        if (message.length > MOST_BYTES) {
            throw new IllegalArgumentException("a list of hot keys has at most " + MOST_BYTES + " bytes");
        }
        List<HotKey> keys = new ArrayList<>();
        for (String line : new String(message, StandardCharsets.UTF_8).split("\n")) {
            if (line.isEmpty()) {
                continue;
            }
            try {
                String[] parts = line.split(" ", 4);
                var count = new AgedCount(Double.parseDouble(parts[0]), Integer.parseInt(parts[1]));
                keys.add(new HotKey(parts[3], count, Long.parseLong(parts[2])));
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "line " + (keys.size() + 1) + " is not a count, an epoch, a size and a key", e);
            }
        }
        return keys;
    }
}
