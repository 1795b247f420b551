package io.gosling.tools.workload;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;

/** An LRU stack of the most recently requested objects, each once, the latest on top. Used by one thread. */
final class LruStack {
    private final int depth;
    /** The stack grows towards the front; when it has come there it moves to the end. */
    private final int[] stack;
    /** Of each place from the top, the weights up to it. */
    private final double[] sums;

    private final BitSet there = new BitSet();
    private int top;
    private int size;

    LruStack(int depth) {
        this.depth = depth;
        this.stack = new int[2 * depth];
        this.top = stack.length;
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
        return stack[top + Math.min(size - 1, place >= 0 ? place : -place - 1)];
    }

    List<Integer> all() {
        return Arrays.stream(stack, top, top + size).boxed().toList();
    }

    void asked(int object) {
        if (there.get(object)) {
            int above = 0;
            while (stack[top + above] != object) {
                above++;
            }
            System.arraycopy(stack, top, stack, top + 1, above);
            stack[top] = object;
            return;
        }
        if (size == depth) {
            size--;
            there.clear(stack[top + size]);
        }
        if (top == 0) {
            top = stack.length - size;
            System.arraycopy(stack, 0, stack, top, size);
        }
        top--;
        stack[top] = object;
        size++;
        there.set(object);
    }
}
