package io.gosling.dispatcher.policy;

import java.util.List;

/**
 * The back-ends of one routing key, as one front-end tells them to the others in a line. Immutable.
 *
 * @param version number of its changes at all front-ends; 0 for what a node held when one started
 * @param backends their names, at least one
 */
public record RoutingKeyAssignment(long routingKey, int version, List<String> backends) {
    /** An arbitrary order of sets of back-ends of a routing key, the same at all front-ends. */
    long rank() {
        return backends.stream()
                .mapToLong(name -> rank(routingKey, RoutingKeyHash.hash(name)))
                .sum();
    }

    /** The part of one back-end in {@link #rank()}, by the hash of its name. */
    static long rank(long routingKey, long name) {
        return RoutingKeyHash.mix(routingKey ^ name);
    }

    public String line() {
        return Long.toHexString(routingKey) + " " + version + " " + String.join(" ", backends);
    }

    /** @throws IllegalArgumentException for what is no {@link #line} */
    public static RoutingKeyAssignment parse(String line) {
        List<String> words = List.of(line.split(" "));
        if (words.size() < 3) {
            throw new IllegalArgumentException("\"" + line + "\"; expected a routing key, its version and back-ends");
        }
        return new RoutingKeyAssignment(
                Long.parseUnsignedLong(words.get(0), 16),
                Integer.parseUnsignedInt(words.get(1)),
                words.subList(2, words.size()));
    }
}
