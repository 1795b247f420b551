package io.gosling.gos;

import io.gosling.gos.RankedObjects.Ranked;
import java.util.Collection;
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
final class GreedyDualSize implements ReplacementPolicy {
    private final RankedObjects objects = new RankedObjects();
    private double inflation;

    @Override
    public Decision offer(Figures newcomer, long freeBytes) {
        List<Ranked> victims = objects.lowest(newcomer.bytes() - freeBytes);
        if (!victims.isEmpty()) {
            inflation = Math.max(inflation, victims.getLast().rank());
        }
        return new Decision.Keep(RankedObjects.keys(victims));
    }

    @Override
    public void kept(String key, Figures figures) {
        objects.put(key, worth(figures), figures.bytes());
    }

    @Override
    public void touched(String key, Figures figures) {
        if (objects.find(key) != null) {
            kept(key, figures);
        }
    }

    @Override
    public void recounted(String key, Figures figures) {}

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

    private double worth(Figures figures) {
        return inflation + 1.0 / Math.max(1, figures.bytes());
    }
}
