package io.gosling.gos.quorum;

import io.gosling.purge.message.PurgeVersionVector;
import java.time.Duration;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * The purges known to a node, for requests to other nodes: a node that gives a copy must know every purge that the
 * requester knows.
 */
public interface KnownPurgeVersions {
    /** The purges known here, as a header value; empty for none. */
    default String tell() {
        return "";
    }

    /** Returns true if all purges that another node has reported are known here. */
    default boolean covers(String told) {
        return told.isEmpty();
    }

    /** The same, with a short wait: purges that one node knows are on their way to the others. */
    default boolean learns(String told, Duration timeout) throws InterruptedException {
        return covers(told);
    }

    /** None are known, as on a node that takes no part in purges. */
    static KnownPurgeVersions none() {
        return new KnownPurgeVersions() {};
    }

    /** A version vector as text: {@code stream:number} in hexadecimal, with commas between them. */
    static String text(PurgeVersionVector clock) {
        StringJoiner text = new StringJoiner(",");
        clock.numbers()
                .forEach((stream, number) -> text.add(Long.toHexString(stream) + ":" + Long.toHexString(number)));
        return text.toString();
    }

    /** @throws IllegalArgumentException when the text is none that {@link #text} makes */
    static PurgeVersionVector parse(String text) {
        SortedMap<Long, Long> numbers = new TreeMap<>();
        if (!text.isEmpty()) {
            for (String pair : text.split(",", -1)) {
                int colon = pair.indexOf(':');
                numbers.put(
                        Long.parseUnsignedLong(pair.substring(0, Math.max(0, colon)), 16),
                        Long.parseUnsignedLong(pair.substring(colon + 1), 16));
            }
        }
        return new PurgeVersionVector(numbers);
    }

    /** Returns true if a version vector, as text, is covered; an unreadable one is not. */
    static boolean covers(PurgeVersionVector known, String told) {
        try {
            return known.covers(parse(told));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
