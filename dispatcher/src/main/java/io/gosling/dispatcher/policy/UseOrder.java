package io.gosling.dispatcher.policy;

import java.util.Arrays;

/**
 * Numbers in the order of their use, each moved to the end in constant time: a circular list whose links are numbers too.
 * Links that were references would cost a write barrier of the collector each, six for a request, more than all else that a
 * choice does. Allocates only when it grows, by doubling. Not thread-safe.
 */
final class UseOrder {
    /** Nobody; it also stands for both ends of the list. */
    static final int NONE = 0;

    private static final int FIRST_SIZE = 1024;

    /** Behind each other for each number: the next newer one, the next older one. */
    private int[] links = new int[2 * FIRST_SIZE];

    private int highest;
    private int free = NONE;

    /** A number that is not in use, now the newest; the least ones are given out first. */
    int add() {
        int number = free;
        if (number == NONE) {
            number = ++highest;
            if (2 * number == links.length) {
                links = Arrays.copyOf(links, 2 * links.length);
            }
        } else {
            free = newer(number);
        }
        append(number);
        return number;
    }

    /** Makes a number the newest. */
    void use(int number) {
        if (links[NONE + 1] != number) {
            join(older(number), newer(number));
            append(number);
        }
    }

    /** A number is no longer in use. */
    void remove(int number) {
        join(older(number), newer(number));
        links[2 * number] = free;
        free = number;
    }

    /** The one that was used longest ago. */
    int oldest() {
        return newer(NONE);
    }

    /** The one that was used next after this one. */
    int newer(int number) {
        return links[2 * number];
    }

    private int older(int number) {
        return links[2 * number + 1];
    }

    private void append(int number) {
        join(older(NONE), number);
        join(number, NONE);
    }

    private void join(int older, int newer) {
        links[2 * older] = newer;
        links[2 * newer + 1] = older;
    }
}
