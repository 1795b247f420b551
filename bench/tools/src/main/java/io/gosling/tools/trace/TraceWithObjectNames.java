package io.gosling.tools.trace;

import java.util.AbstractList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * A trace with the names of its objects.
 *
 * @param names of each object, as the file has it; made when asked for, and safe for use by many threads
 */
public record TraceWithObjectNames(Trace trace, List<String> names) {
    /** A trace that was made: its objects are called by their numbers. */
    public static TraceWithObjectNames numbered(Trace trace) {
        return new TraceWithObjectNames(trace, names(trace.objects(), Integer::toString));
    }

    public TraceWithObjectNames sample(double share) {
        if (share >= 1) {
            return this;
        }
        int[] chosen = trace.chosen(share);
        return new TraceWithObjectNames(trace.sample(share), names(chosen.length, number -> names.get(chosen[number])));
    }

    static List<String> names(int count, IntFunction<String> name) {
        return new AbstractList<>() {
            @Override
            public String get(int number) {
                return name.apply(number);
            }

            @Override
            public int size() {
                return count;
            }
        };
    }
}
