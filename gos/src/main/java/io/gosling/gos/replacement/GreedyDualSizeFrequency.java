package io.gosling.gos.replacement;

/**
 * Greedy-Dual-Size-Frequency with cost 1: as {@link GreedyDualSize}, and an object asked for twice is worth two. Not
 * safe for concurrent use.
 *
 * <pre>
 *   L = 0
 *   asked for p, newly kept:  F(p) = 1;         H(p) = L + F(p) / size(p)
 *   asked for p, held:        F(p) = F(p) + 1;  H(p) = L + F(p) / size(p)
 *   room needed:              remove the objects of lowest H; L = the highest H among them
 * </pre>
 *
 * Source: Cherkasova, "Improving WWW Proxies Performance with Greedy-Dual-Size-Frequency Caching Policy",
 * Hewlett-Packard Laboratories, HPL-98-69R1, 1998.
 */
final class GreedyDualSizeFrequency extends RankedPolicy {
    @Override
    double rank(Figures figures, double uses) {
        return inflation + uses / Math.max(1, figures.bytes());
    }
}
