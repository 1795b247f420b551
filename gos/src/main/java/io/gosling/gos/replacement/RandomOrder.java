package io.gosling.gos.replacement;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Random replacement: keeps every newcomer and evicts any object, each as likely as the others. Remembers nothing of
 * objects that are not kept. Not safe for concurrent use.
 *
 * <p>The order of eviction is a permutation, every one of them equally likely: a newcomer takes a place that is chosen
 * at random, the object that had it takes the last one (Fisher, Yates, inside out), and victims are taken from the
 * end. So the next victims are known beforehand.
 */
final class RandomOrder implements ReplacementPolicy {
    private final SplittableRandom random;
    private final List<Placed> order = new ArrayList<>();
    private final Map<String, Placed> byKey = new HashMap<>();

    private static final class Placed {
        final String key;
        long bytes;
        int place;

        Placed(String key) {
            this.key = key;
        }
    }

    RandomOrder(long seed) {
        random = new SplittableRandom(seed);
    }

    @Override
    public Decision offer(String key, Figures newcomer, long freeBytes) {
        List<String> victims = new ArrayList<>();
        long free = freeBytes;
        for (int i = order.size() - 1; i >= 0 && free < newcomer.bytes(); i--) {
            victims.add(order.get(i).key);
            free += order.get(i).bytes;
        }
        return new Decision.Keep(victims);
    }

    @Override
    public void kept(String key, Figures figures) {
        Placed placed = byKey.get(key);
        if (placed == null) {
            placed = new Placed(key);
            byKey.put(key, placed);
            order.add(placed);
            int place = random.nextInt(order.size());
            place(order.get(place), order.size() - 1);
            place(placed, place);
        }
        placed.bytes = figures.bytes();
    }

    private void place(Placed placed, int place) {
        placed.place = place;
        order.set(place, placed);
    }

    @Override
    public void touched(String key, Figures figures) {}

    @Override
    public void recounted(String key, Figures figures) {}

    @Override
    public void removed(String key) {
        Placed placed = byKey.remove(key);
        if (placed == null) {
            return;
        }
        Placed last = order.removeLast();
        if (last != placed) {
            place(last, placed.place);
        }
    }

    @Override
    public List<String> nextToGo(int most) {
        return order.reversed().stream().limit(most).map(placed -> placed.key).toList();
    }

    @Override
    public Set<String> keys() {
        return byKey.keySet();
    }
}
