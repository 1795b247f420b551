package io.gosling.gos.warm;

import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.objecttable.AgedCount;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Hot keys as text: one {@code count epoch bytes key} a line. Pure. */
public final class MovableObjectTextCodec {
    /** The largest message of a transfer in bytes; longer messages are refused. */
    public static final int MOST_BYTES = 2 << 20;

    /**
     * The largest size of the lists of other nodes' objects in bytes, all of them together, some 100 000 objects; the
     * coldest of more are left out. One node asked alone may use all of it.
     */
    public static final int MOST_LISTED_BYTES = 8 << 20;

    private MovableObjectTextCodec() {}

    /** Encodes as many keys as fit into so many bytes, from the first. */
    public static byte[] write(List<HeldObjectSummary> keys, int most) {
        StringBuilder text = new StringBuilder();
        long bytes = 0;
        for (HeldObjectSummary hot : keys) {
            String line = hot.count().value() + " " + hot.count().epoch() + " " + hot.bytes() + " " + hot.key() + "\n";
            bytes += line.getBytes(StandardCharsets.UTF_8).length;
            if (bytes > most) {
                break;
            }
            text.append(line);
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The whole lines of the first bytes of a message. */
    public static byte[] whole(byte[] begin) {
        int end = begin.length;
        while (end > 0 && begin[end - 1] != '\n') {
            end--;
        }
        return Arrays.copyOf(begin, end);
    }

    /**
     * The keys of a message.
     *
     * @throws IllegalArgumentException naming the first line that is none, or when the message is too long
     */
    public static List<HeldObjectSummary> read(byte[] message, int most) {
        if (message.length > most) {
            throw new IllegalArgumentException("a list of hot keys has at most " + most + " bytes");
        }
        List<HeldObjectSummary> keys = new ArrayList<>();
        for (String line : new String(message, StandardCharsets.UTF_8).split("\n")) {
            if (line.isEmpty()) {
                continue;
            }
            try {
                String[] parts = line.split(" ", 4);
                var count = new AgedCount(Double.parseDouble(parts[0]), Integer.parseInt(parts[1]));
                HeldObjectSummary object = new HeldObjectSummary(parts[3], count, Long.parseLong(parts[2]));
                if (!(object.key().startsWith("/") || object.key().contains("://")) || object.bytes() < 0) {
                    throw new IllegalArgumentException("no key or no size: " + line);
                }
                keys.add(object);
            } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
                throw new IllegalArgumentException(
                        "line " + (keys.size() + 1) + " is not a count, an epoch, a size and a key", e);
            }
        }
        return keys;
    }
}
