package io.gosling.tools.workload;

import io.gosling.tools.trace.ObjectSizeDistribution;
import io.gosling.tools.trace.Trace;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/**
 * Generates the requests of a trace, by the popularity of places and by an access pattern. Each place holds an object,
 * which may change; the pattern adds more objects. Memory: four bytes for each request, and some twelve for each
 * object. For one trace, used by one thread.
 */
final class TraceGenerator {
    private final int[] atPlace;
    private final ToIntFunction<SplittableRandom> popularity;
    private final TraceCorrelations habits;
    private final SplittableRandom random;
    private final LruStack recent;
    private final int firstOfCrowds;
    private int objects;
    /** Of each object, its number in the trace plus one; 0 before its first request. */
    private int[] numbers;
    /** And back from those. */
    private int[] numbered;

    private int count;

    /**
     * @param atPlace which objects are at the places at first: each number from 0 on, once
     * @param popularity draws the place of the next object, if no pattern names another one
     */
    TraceGenerator(
            int[] atPlace,
            ToIntFunction<SplittableRandom> popularity,
            TraceCorrelations habits,
            SplittableRandom random) {
        this.atPlace = atPlace;
        this.popularity = popularity;
        this.habits = habits;
        this.random = random;
        this.recent = new LruStack(habits.depth());
        this.firstOfCrowds = atPlace.length;
        this.objects = atPlace.length + habits.crowds().size();
        this.numbers = new int[objects];
        this.numbered = new int[Math.max(1, objects)];
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
            if (habits.change() > 0 && i % habits.change() == habits.change() - 1) {
                atPlace[random.nextInt(atPlace.length)] = objects++;
            }
            requests[i] = number(next((double) i / length));
        }
        for (int object = 0; all && object < firstOfCrowds; object++) {
            number(object);
        }
        long[] bytes = new long[count];
        for (int number = 0; number < count; number++) {
            bytes[number] = Math.max(1, sizes.draw(numbered[number]));
        }
        return new Trace(name, origin, requests, bytes, 0);
    }

    private int next(double at) {
        if (!habits.isAny()) {
            return atPlace[popularity.applyAsInt(random)];
        }
        double drawn = random.nextDouble();
        for (int crowd = 0; crowd < habits.crowds().size(); crowd++) {
            FlashCrowdSpecification one = habits.crowds().get(crowd);
            if (one.isThere(at)) {
                drawn -= one.share();
                if (drawn < 0) {
                    return asked(firstOfCrowds + crowd);
                }
            }
        }
        drawn -= habits.once();
        if (drawn < 0) {
            return objects++;
        }
        drawn -= habits.again();
        return asked(drawn < 0 && !recent.isEmpty() ? recent.draw(random) : atPlace[popularity.applyAsInt(random)]);
    }

    private int asked(int object) {
        if (habits.again() > 0) {
            recent.asked(object);
        }
        return object;
    }

    private int number(int object) {
        if (object >= numbers.length) {
            numbers = Arrays.copyOf(numbers, Math.max(object + 1, 2 * numbers.length));
        }
        if (numbers[object] == 0) {
            if (count == numbered.length) {
                numbered = Arrays.copyOf(numbered, 2 * count);
            }
            numbered[count++] = object;
            numbers[object] = count;
        }
        return numbers[object] - 1;
    }
}
