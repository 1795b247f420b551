package io.gosling.tools.policies;

import io.gosling.gos.objecttable.Ageing;
import java.util.Arrays;

/**
 * A histogram of the error of the approximate counts against the exact ones, both aged, at the moments when new objects
 * are judged by them: for each count the difference, in hundredths, from -100 (nothing is known) to +300 and above.
 */
final class HitCountErrorHistogram {
    private static final int LEAST = -100;
    private static final int MOST = 300;

    private final double[] exact;
    private final int[] epoch;
    private final long[] judged = new long[MOST - LEAST + 1];

    HitCountErrorHistogram(int objects) {
        exact = new double[objects];
        epoch = new int[objects];
    }

    void count(int object, Ageing now) {
        exact[object] = now.aged(exact[object], epoch[object]) + 1;
        epoch[object] = now.epoch();
    }

    void compare(int object, double known, Ageing now) {
        double truth = Math.min(now.cap(), now.aged(exact[object], epoch[object]));
        long hundredths = Math.round(100 * (known - truth) / truth);
        judged[Math.clamp(hundredths, LEAST, MOST) - LEAST]++;
    }

    int quantile(double share) {
        long all = Arrays.stream(judged).sum();
        long sum = 0;
        for (int i = 0; i < judged.length; i++) {
            sum += judged[i];
            if (sum >= share * all) {
                return i + LEAST;
            }
        }
        return 0;
    }

    /** The share of comparisons with an error of at most so many hundredths, above or below. */
    double within(int hundredths) {
        long all = Arrays.stream(judged).sum();
        long sum = Arrays.stream(judged, -hundredths - LEAST, hundredths - LEAST + 1)
                .sum();
        return all == 0 ? 1 : (double) sum / all;
    }
}
