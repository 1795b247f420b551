package io.gosling.gos.replacement;

import io.gosling.gos.replacement.LfuAgingSettings.Size;
import io.gosling.gos.replacement.RankedObjects.Ranked;
import java.util.List;

/**
 * LFU with Aging over the approximate global access counter: the aged AGAC decides, at admission and at eviction.
 * Remembers nothing of objects that are not kept; the tables do. Not safe for concurrent use.
 *
 * <pre>
 *   offer(newcomer):
 *     victims = the objects of lowest aged worth, until the newcomer fits
 *     for each victim:
 *       if aged worth(newcomer) &lt;= margin * aged worth(victim): refuse
 *     keep, after removing the victims
 *
 *   whenever the mean aged AGAC of the objects held exceeds the trigger:
 *     epoch += 1, so that every count is worth factor times what it was
 *   no count exceeds the cap
 *
 *   worth(object) = AGAC, as in the paper; by settings of their own:
 *     lastCopy L:        of an object that no other node holds, L times as much
 *     size RANKED:       everything divided by the object's bytes
 * </pre>
 *
 * Sources: Robinson, Devarakonda, "Data Cache Management Using Frequency-Based Replacement", SIGMETRICS 1990 (aging by
 * the mean count, and a largest count); Arlitt, Cherkasova, Dilley, Friedrich, Jin, "Evaluating Content Management
 * Techniques for Web Proxy Caches", 1999 (LFU-Aging); Chen, Wang, Lau, CLUSTER 2001 (by global counters); Dahlin,
 * Wang, Anderson, Patterson, "Cooperative Caching: Using Remote Client Memory to Improve File System Performance",
 * OSDI 1994 (the last copy outlives duplicates). The margin is ours: counts are approximate, and to displace on a
 * difference within their error would churn.
 *
 * <p>The queue is ordered by a rank that an ageing does not change, so nothing is ever sorted again.
 */
final class LfuAging extends RankedPolicy {
    /** Ranks to a doubling of the worth: far finer than counts are known, far coarser than rounding errors. */
    private static final double RANKS = 1L << 30;

    /** The least change of a count for which an object is ranked anew: about 1 %, within the error of counts. */
    private static final double LEAST_CHANGE = 1.0 / 64;

    private final Size size;
    private final double cap;
    private final double margin;
    private final double factor;
    private final double lastCopy;

    LfuAging(LfuAgingSettings settings) {
        this.size = settings.get(LfuAgingSettings.SIZE);
        this.cap = settings.get(LfuAgingSettings.CAP);
        this.margin = log2(settings.get(LfuAgingSettings.MARGIN));
        this.factor = log2(settings.get(LfuAgingSettings.FACTOR));
        this.lastCopy = log2(settings.get(LfuAgingSettings.LAST_COPY));
    }

    @Override
    public Decision offer(String key, Figures newcomer, long freeBytes) {
        double rank = rank(newcomer, 0);
        List<Ranked> victims = objects.lowest(newcomer.bytes() - freeBytes, victim -> rank > victim.rank + margin);
        return victims == null ? new Decision.Refuse() : new Decision.Keep(RankedObjects.keys(victims));
    }

    /** An offer changes nothing here. */
    @Override
    public boolean wouldKeep(String key, Figures newcomer, long freeBytes) {
        return offer(key, newcomer, freeBytes) instanceof Decision.Keep;
    }

    @Override
    public void touched(String key, Figures figures) {
        recounted(key, figures);
    }

    @Override
    public void recounted(String key, Figures figures) {
        Ranked ranked = objects.find(key);
        double rank = rank(figures, 0);
        if (ranked != null && Math.abs(ranked.rank - rank) >= LEAST_CHANGE) {
            objects.put(key, rank, figures.bytes());
        }
    }

    /** A number that orders worths of any epochs: the binary logarithm of the worth as of epoch 0, rounded. */
    @Override
    double rank(Figures figures, double uses) {
        double rank = log2(Math.min(figures.agac(), cap)) - figures.epoch() * factor;
        if (!figures.elsewhere()) {
            rank += lastCopy;
        }
        if (size == Size.RANKED) {
            rank -= log2(Math.max(1, figures.bytes()));
        }
        return Math.rint(rank * RANKS) / RANKS;
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
