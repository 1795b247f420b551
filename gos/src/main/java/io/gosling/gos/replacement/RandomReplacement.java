package io.gosling.gos.replacement;

import java.util.SplittableRandom;

/**
 * Random replacement: keeps every newcomer and evicts any object, each as likely as the others. Remembers nothing of
 * objects that are not kept. Not safe for concurrent use.
 *
 * <p>A newcomer is ranked by an exponential variate above the highest rank evicted. What is left of such a variate
 * beyond any bound is distributed as the whole was, so that all objects have the same chances, however old they are,
 * and the next victims are known beforehand.
 */
final class RandomReplacement extends RankedPolicy {
    private final SplittableRandom random;

    RandomReplacement(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    double rank(Figures figures, double uses) {
        return inflation + random.nextExponential();
    }

    @Override
    public void touched(String key, Figures figures) {}
}
