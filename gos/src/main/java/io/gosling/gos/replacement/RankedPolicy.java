package io.gosling.gos.replacement;

import io.gosling.gos.replacement.RankedObjects.Ranked;
import java.util.List;

/**
 * The common base of policies that give each object a rank and evict the lowest first and keep every newcomer.
 * Remembers nothing of objects that are not kept. Not safe for concurrent use.
 */
abstract class RankedPolicy implements ReplacementPolicy {
    final RankedObjects objects = new RankedObjects();

    /** The highest rank of any object that was evicted for a newcomer. */
    double inflation;

    /**
     * The rank of an object just requested.
     *
     * @param uses accesses on this node since it was kept, that one included
     */
    abstract double rank(Figures figures, double uses);

    @Override
    public Decision offer(String key, Figures newcomer, long freeBytes) {
        List<Ranked> victims = objects.lowest(newcomer.bytes() - freeBytes);
        if (!victims.isEmpty()) {
            inflation = Math.max(inflation, victims.getLast().rank);
        }
        return new Decision.Keep(RankedObjects.keys(victims));
    }

    @Override
    public void kept(String key, Figures figures) {
        Ranked known = objects.find(key);
        double uses = known == null ? 1 : known.uses;
        Ranked ranked = objects.put(key, rank(figures, uses), figures.bytes());
        ranked.asked = figures.asked();
        ranked.uses = uses;
    }

    @Override
    public void touched(String key, Figures figures) {
        Ranked ranked = objects.find(key);
        if (ranked != null) {
            ranked.uses += Math.max(1, figures.asked() - ranked.asked);
            ranked.asked = figures.asked();
            objects.rank(ranked, rank(figures, ranked.uses), figures.bytes());
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
}
