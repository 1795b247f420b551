package io.gosling.tools.trace;

import io.gosling.settings.ByteSizeFormat;
import java.util.Optional;
import java.util.SplittableRandom;

/** Assigns sizes to objects whose trace has none. The same object always gets the same one. */
@FunctionalInterface
public interface ObjectSizeDistribution {
    /** No object of {@link #logNormal(long, double, long, double)} is larger: 1 GiB. */
    long MOST = 1 << 30;

    long draw(long seed);

    /** A number of bytes as people write it, within bounds; empty if the text is none. */
    static Optional<Long> parsed(String text, long least, long most) {
        try {
            long bytes = ByteSizeFormat.parse(text);
            return bytes >= least && bytes <= most ? Optional.of(bytes) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static ObjectSizeDistribution fixed(long bytes) {
        return seed -> bytes;
    }

    /** Log-normal, as sizes of files of web sites are, with a heavier tail cut off at a thousand medians. */
    static ObjectSizeDistribution logNormal(long median) {
        return seed -> {
            double drawn = new SplittableRandom(Trace.mix(seed)).nextGaussian();
            return (long) Math.clamp(median * Math.exp(1.5 * drawn), 64, 1000.0 * median);
        };
    }

    /**
     * Log-normal, and of what would be larger than a bound by Pareto's law instead: of that the share (bound / x)^alpha
     * is larger than x. Up to {@link #MOST}.
     *
     * @param tail the bound; {@link #MOST} for no such tail
     */
    static ObjectSizeDistribution logNormal(long median, double sigma, long tail, double alpha) {
        return seed -> {
            SplittableRandom random = new SplittableRandom(Trace.mix(seed));
            double body = median * Math.exp(sigma * random.nextGaussian());
            double drawn = body <= tail ? body : tail * Math.pow(1 - random.nextDouble(), -1 / alpha);
            return (long) Math.clamp(drawn, 1, MOST);
        };
    }

    /** Those of a list, by their places in it; what is behind it has one of those too. */
    static ObjectSizeDistribution listed(long[] sizes) {
        return place ->
                sizes[(int) (place < sizes.length ? place : Long.remainderUnsigned(Trace.mix(place), sizes.length))];
    }

    /** Of the web set of the HOC paper (section 4): nine files of ten have 2 to 100 KB, the others 101 KB to 1 MB. */
    static ObjectSizeDistribution ofHerd() {
        return seed -> ofHerd(new SplittableRandom(Trace.mix(seed)));
    }

    /** One of those: the means are 13 and 280 KB. */
    static long ofHerd(SplittableRandom random) {
        return random.nextInt(10) > 0 ? exponential(random, 2, 100, 13) : exponential(random, 101, 1024, 280);
    }

    /** Exponential between bounds, in KB; the mean is that of the distribution without the upper one. */
    private static long exponential(SplittableRandom random, int least, int most, int mean) {
        double drawn = least - (mean - least) * Math.log(1 - random.nextDouble());
        return (long) (1024 * Math.min(most, drawn));
    }
}
