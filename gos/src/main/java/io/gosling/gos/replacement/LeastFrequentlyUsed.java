package io.gosling.gos.replacement;

/**
 * Keeps every newcomer; the least requested object since it was kept goes first, among equals the one not asked for
 * longest. Nothing ages: a former favourite stays. Not safe for concurrent use.
 *
 * <p>Source: the in-cache LFU of Aldinucci, Torquati, "Accelerating Apache farms through ad-hoc distributed scalable
 * object repository", Euro-Par 2004, and of the comparisons in Arlitt and others, 1999.
 */
final class LeastFrequentlyUsed extends RankedPolicy {
    @Override
    double rank(Figures figures, double uses) {
        return uses;
    }
}
