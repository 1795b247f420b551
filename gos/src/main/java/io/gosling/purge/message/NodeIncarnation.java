package io.gosling.purge.message;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.random.RandomGenerator;

/**
 * One process of a node, from its start to its end. A node that was restarted is another incarnation with an empty
 * memory: promises to, or by, the one before do not concern it.
 *
 * @param node the node's name, by which messages reach it; 1 to 255 bytes of UTF-8
 * @param number chosen at random at the start of the process, never 0 and never used again
 */
public record NodeIncarnation(String node, long number) implements Comparable<NodeIncarnation> {
    static final int LONGEST_NAME = 255;

    private static final Comparator<NodeIncarnation> ORDER =
            Comparator.comparing(NodeIncarnation::node).thenComparingLong(NodeIncarnation::number);

    /** @throws IllegalArgumentException when the name is empty or too long, or the number 0 */
    public NodeIncarnation {
        requireName(node);
        if (number == 0) {
            throw new IllegalArgumentException("incarnation 0 of " + node + "; 0 stands for any");
        }
    }

    /** A new process of this node. */
    public static NodeIncarnation drawn(String node, RandomGenerator random) {
        long number = random.nextLong();
        return new NodeIncarnation(node, number == 0 ? 1 : number);
    }

    public static void requireName(String node) {
        int length = node.getBytes(StandardCharsets.UTF_8).length;
        if (length < 1 || length > LONGEST_NAME) {
            throw new IllegalArgumentException(
                    "a node's name of " + length + " bytes; expected 1 to " + LONGEST_NAME + ": " + node);
        }
    }

    @Override
    public int compareTo(NodeIncarnation other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return node + "/" + Long.toHexString(number);
    }
}
