package io.gosling.gos;

import io.gosling.gos.RankedObjects.Ranked;
import java.util.Collection;
import java.util.List;

/** Keeps every newcomer; the object that was asked for longest ago goes first. Not safe for concurrent use. */
final class LeastRecentlyUsed implements ReplacementPolicy {
    private final RankedObjects objects = new RankedObjects();

    @Override
    public Decision offer(Figures newcomer, long freeBytes) {
        return new Decision.Keep(RankedObjects.keys(objects.lowest(newcomer.bytes() - freeBytes)));
    }

    @Override
    public void kept(String key, Figures figures) {
        objects.put(key, 0, figures.bytes());
    }

    @Override
    public void touched(String key, Figures figures) {
        Ranked ranked = objects.find(key);
        if (ranked != null) {
            objects.put(key, 0, figures.bytes());
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
}
