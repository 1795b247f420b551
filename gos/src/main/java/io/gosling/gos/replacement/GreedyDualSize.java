package io.gosling.gos.replacement;

import io.gosling.gos.replacement.RankedObjects.Ranked;
import java.util.List;

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
class GreedyDualSize extends RankedPolicy {
    private double inflation;

    @Override
    void going(List<Ranked> victims) {
        inflation = Math.max(inflation, victims.getLast().rank());
    }

    double inflation() {
        return inflation;
    }

    @Override
    double rank(Figures figures, double uses) {
        return inflation + 1.0 / Math.max(1, figures.bytes());
    }
}
