package io.gosling.gos.replacement;

/**
 * Greedy-Dual-Size with cost 1, which favours many small objects over few large ones. Not safe for concurrent use.
 *
 * <pre>
 *   L = 0
 *   asked for p, held or newly kept:  H(p) = L + 1 / size(p)
 *   room needed:                      remove the objects of lowest H; L = the highest H among them
 * </pre>
 *
 * Source: Cao, Irani, "Cost-Aware WWW Proxy Caching Algorithms", USITS 1997.
 */
final class GreedyDualSize extends RankedPolicy {
    @Override
    double rank(Figures figures, double uses) {
        return inflation + 1.0 / Math.max(1, figures.bytes());
    }
}
