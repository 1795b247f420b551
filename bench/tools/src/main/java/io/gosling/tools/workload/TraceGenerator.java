package io.gosling.tools.workload;

import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/**
 * Generates the requests of a trace by the popularity of its objects. Memory: four bytes for each request, and some
 * twelve for each object. For one trace, used by one thread.
 */
final class TraceGenerator {
    private final int[] atPlace;
    private final ToIntFunction<SplittableRandom> popularity;
    private final SplittableRandom random;
    /** Of each object, its number in the trace plus one; 0 before its first request. */
    private final int[] numbers;
    /** And back from those. */
    private final int[] numbered;

    private int count;

    /**
     * @param atPlace which objects are at the places: each number from 0 on, once
     * @param popularity draws the place of the next object
     */
    TraceGenerator(int[] atPlace, ToIntFunction<SplittableRandom> popularity, SplittableRandom random) {
        this.atPlace = atPlace;
        this.popularity = popularity;
        this.random = random;
        this.numbers = new int[atPlace.length];
        this.numbered = new int[atPlace.length];
    }

    static int[] inOrder(int objects) {
        int[] order = new int[objects];
        Arrays.setAll(order, place -> place);
        return order;
    }

    /** Objects are numbered in the order in which they are asked for; {@code all} adds those that never are. */
    Trace trace(String name, String origin, int length, ObjectSizeDistribution sizes, boolean all) {
        int[] requests = new int[length];
        for (int i = 0; i < length; i++) {
            requests[i] = number(atPlace[popularity.applyAsInt(random)]);
        }
        for (int object = 0; all && object < atPlace.length; object++) {
            number(object);
        }
        long[] bytes = new long[count];
        for (int number = 0; number < count; number++) {
            bytes[number] = Math.max(1, sizes.draw(numbered[number]));
        }
        return new Trace(name, origin, requests, bytes, 0);
    }

    private int number(int object) {
        if (numbers[object] == 0) {
            numbered[count++] = object;
            numbers[object] = count;
        }
        return numbers[object] - 1;
    }
}
