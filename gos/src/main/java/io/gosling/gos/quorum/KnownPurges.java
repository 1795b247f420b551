package io.gosling.gos.quorum;

import io.gosling.purge.message.PurgeVersions;
import java.time.Duration;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * What a node knows of purges, for questions to other nodes: who gives a copy must know of every purge that the asker
 * knows of, or the asker would keep what it was told to forget.
 */
public interface KnownPurges {
    /** What is known here, as a header field's value; empty when nothing is. */
    String tell();

    /** Whether everything that another node has told is known here. */
    boolean covers(String told);

    /** The same, waited for a moment: what one node knows is on its way to the others. */
    default boolean learns(String told, Duration patience) throws InterruptedException {
        return covers(told);
    }

    /** Of a node that knows of none. */
    static KnownPurges none() {
        return new KnownPurges() {
            @Override
            public String tell() {
                return "";
            }

            @Override
            public boolean covers(String told) {
                return told.isEmpty();
            }
        };
    }

    /** A clock as text: {@code stream:number} in hexadecimal, with commas between them. */
    static String text(PurgeVersions clock) {
        StringJoiner text = new StringJoiner(",");
        clock.numbers()
                .forEach((stream, number) -> text.add(Long.toHexString(stream) + ":" + Long.toHexString(number)));
        return text.toString();
    }

    /** @throws IllegalArgumentException when the text is none that {@link #text} makes */
    static PurgeVersions parse(String text) {
        SortedMap<Long, Long> numbers = new TreeMap<>();
        if (!text.isEmpty()) {
            for (String pair : text.split(",", -1)) {
                int colon = pair.indexOf(':');
                numbers.put(
                        Long.parseUnsignedLong(pair.substring(0, Math.max(0, colon)), 16),
                        Long.parseUnsignedLong(pair.substring(colon + 1), 16));
            }
        }
        return new PurgeVersions(numbers);
    }

    /** Whether one clock, as text, is covered by another; one that cannot be read is covered by none. */
    static boolean covers(PurgeVersions known, String told) {
        try {
            return known.covers(parse(told));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
