package io.gosling.tools.trace;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A few hot objects that take a share of all requests from the others (Pai et al. 1998, section 4.2).
 *
 * @param percent of the requests, 0 to 99
 * @param objects how many share them evenly, 1 to 10 000
 * @param bytes of each, 1 to 1 GiB
 */
public record InjectedHotObjects(double percent, int objects, long bytes) {
    public static final InjectedHotObjects NONE = new InjectedHotObjects(0, 1, 1);

    public InjectedHotObjects {
        if (!(percent >= 0 && percent <= 99)) {
            throw new IllegalArgumentException("hot targets take " + percent + " %; expected 0 to 99");
        }
        if (objects < 1 || objects > 10_000 || bytes < 1 || bytes > 1 << 30) {
            throw new IllegalArgumentException(
                    "hot targets are " + objects + " of " + bytes + " bytes; expected 1 to 10000 of 1 byte to 1 GiB");
        }
    }

    /** Each request becomes one for a hot object with that probability; the same for the same seed. */
    public Trace in(Trace trace, long seed) {
        if (percent == 0) {
            return trace;
        }
        SplittableRandom random = new SplittableRandom(seed);
        int others = trace.objects();
        int[] requests = trace.requests().clone();
        for (int i = 0; i < requests.length; i++) {
            if (random.nextDouble() * 100 < percent) {
                requests[i] = others + random.nextInt(objects);
            }
        }
        long[] sizes = Arrays.copyOf(trace.sizes(), others + objects);
        Arrays.fill(sizes, others, sizes.length, bytes);
        String origin = trace.origin() + "; " + objects + " hot objects of " + bytes + " bytes take " + percent + " %";
        return new Trace(trace.name(), origin, requests, sizes, trace.broken());
    }
}
