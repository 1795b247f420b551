package io.gosling.gos;

import io.gosling.gos.RankedObjects.Ranked;
import java.util.Collection;
import java.util.List;

/**
 * LFU with Aging over the approximate global access counter: the aged AGAC decides, at admission and at eviction, and
 * nothing else does. Not safe for concurrent use.
 *
 * <pre>
 *   offer(newcomer):
 *     victims = the objects of lowest aged AGAC, until the newcomer fits
 *     for each victim:
 *       if aged AGAC(newcomer) &lt;= margin * aged AGAC(victim): refuse
 *     keep, after removing the victims
 *
 *   whenever the mean aged AGAC of the objects held exceeds the trigger:
 *     epoch += 1, so that every count is worth factor times what it was
 *   no count exceeds the cap
 * </pre>
 *
 * Sources: Robinson, Devarakonda, "Data Cache Management Using Frequency-Based Replacement", SIGMETRICS 1990 (aging by
 * the mean count, and a largest count); Arlitt, Cherkasova, Dilley, Friedrich, Jin, "Evaluating Content Management
 * Techniques for Web Proxy Caches", 1999 (LFU-Aging); Chen, Wang, Lau, CLUSTER 2001 (by global counters). The margin is
 * ours: counts are approximate, and to displace on a difference within their error would churn.
 *
 * <p>The queue is ordered by {@link Ageing#rank}, which an ageing does not change, so nothing is ever sorted again.
 */
final class LfuAging implements ReplacementPolicy {
    private final RankedObjects objects = new RankedObjects();
    private final Ageing scale;
    private final double margin;

    LfuAging(AgeingSettings settings) {
        this.scale = new Ageing(0, settings.factor(), settings.cap());
        this.margin = Ageing.log2(settings.margin());
    }

    @Override
    public Decision offer(Figures newcomer, long freeBytes) {
        double rank = rank(newcomer);
        List<Ranked> victims = objects.lowest(newcomer.bytes() - freeBytes);
        for (Ranked victim : victims) {
            if (rank <= victim.rank() + margin) {
                return new Decision.Refuse();
            }
        }
        return new Decision.Keep(RankedObjects.keys(victims));
    }

    @Override
    public void kept(String key, Figures figures) {
        objects.put(key, rank(figures), figures.bytes());
    }

    @Override
    public void touched(String key, Figures figures) {
        recounted(key, figures);
    }

    @Override
    public void recounted(String key, Figures figures) {
        Ranked ranked = objects.find(key);
        if (ranked != null && ranked.rank() != rank(figures)) {
            objects.put(key, rank(figures), figures.bytes());
        }
    }

    @Override
    public void removed(String key) {
        objects.remove(key);
    }

    @Override
    public List<String> nextToGo(int most) {
        return objects.first(most);
    }

    @Override
    public Collection<String> keys() {
        return objects.keys();
    }

    private double rank(Figures figures) {
        return scale.rank(figures.agac(), figures.epoch());
    }
}
