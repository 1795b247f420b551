package io.gosling.tools.workload;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/** An LRU stack of the most recently requested objects, each once, the latest on top. Used by one thread. */
final class LruStack {
    private final int[] stack;
    /** Of each place from the top, the weights up to it. */
    private final double[] sums;

    private final BitSet there = new BitSet();
    private int size;

    LruStack(int depth) {
        this.stack = new int[depth];
        this.sums = new double[depth];
        double sum = 0;
        for (int place = 0; place < depth; place++) {
            sum += 1.0 / (place + 1);
            sums[place] = sum;
        }
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** One of them, by one over its place from the top. */
    int draw(SplittableRandom random) {
        int place = Arrays.binarySearch(sums, 0, size, random.nextDouble() * sums[size - 1]);
        return stack[Math.min(size - 1, place >= 0 ? place : -place - 1)];
    }

    List<Integer> all() {
        return Arrays.stream(stack, 0, size).boxed().toList();
    }

    void asked(int object) {
        int above = 0;
        if (there.get(object)) {
            while (stack[above] != object) {
                above++;
            }
        } else if (size < stack.length) {
            above = size++;
        } else {
            above = size - 1;
            there.clear(stack[above]);
        }
        System.arraycopy(stack, 0, stack, 1, above);
        stack[0] = object;
        there.set(object);
    }
}
