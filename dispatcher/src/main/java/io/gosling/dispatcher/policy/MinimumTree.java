package io.gosling.dispatcher.policy;

import java.util.Arrays;

/**
 * A tournament tree of numbers with known minimum, each updated in logarithmic time: each node has the lesser of the
 * two below. Allocates only when it grows. Not thread-safe.
 */
final class MinimumTree {
    private static final double NONE = Double.POSITIVE_INFINITY;

    private int leaves = 1;
    private double[] tree = {NONE, NONE};

    void set(int index, double value) {
        if (index >= leaves) {
            grow();
        }
        int at = index + leaves;
        tree[at] = value;
        while (at > 1) {
            at >>= 1;
            tree[at] = Math.min(tree[2 * at], tree[2 * at + 1]);
        }
    }

    void clear(int index) {
        set(index, NONE);
    }

    private void grow() {
        double[] larger = new double[4 * leaves];
        Arrays.fill(larger, NONE);
        System.arraycopy(tree, leaves, larger, 2 * leaves, leaves);
        leaves *= 2;
        for (int at = leaves - 1; at > 0; at--) {
            larger[at] = Math.min(larger[2 * at], larger[2 * at + 1]);
        }
        tree = larger;
    }

    /** The least of all; infinite when there are none. */
    double least() {
        return tree[1];
    }

    /** Index of the least, in turn from an index on; -1 for none. */
    int indexOfLeast(int from) {
        if (tree[1] == NONE) {
            return -1;
        }
        int found = from < leaves ? firstLeast(from + leaves) : -1;
        return found >= 0 ? found : firstLeast(leaves);
    }

    /** Searches from a leaf to the right. */
    private int firstLeast(int leaf) {
        double least = tree[1];
        int at = leaf;
        while (tree[at] > least) {
            while ((at & 1) == 1) {
                at >>= 1;
            }
            if (at == 0) {
                return -1;
            }
            at++;
        }
        while (at < leaves) {
            at = tree[2 * at] > least ? 2 * at + 1 : 2 * at;
        }
        return at - leaves;
    }
}
