package io.gosling.gos.replacement;

import io.gosling.gos.replacement.ObjectQueue.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Keeps every newcomer; the object that was asked for longest ago goes first. Remembers nothing of what is not kept. Not
 * safe for concurrent use.
 */
final class LeastRecentlyUsed implements ReplacementPolicy {
    private final Map<String, Item> items = new HashMap<>();
    private final ObjectQueue queue = new ObjectQueue();

    @Override
    public Decision offer(String key, Figures newcomer, long freeBytes) {
        List<String> victims = new ArrayList<>();
        long free = freeBytes;
        for (Item item = queue.oldest(); free < newcomer.bytes() && !queue.isEnd(item); item = item.newer()) {
            victims.add(item.key);
            free += item.bytes();
        }
        return new Decision.Keep(victims);
    }

    @Override
    public void kept(String key, Figures figures) {
        Item item = items.computeIfAbsent(key, Item::new);
        item.resize(figures.bytes());
        queue.add(item);
    }

    @Override
    public void touched(String key, Figures figures) {
        Item item = items.get(key);
        if (item != null) {
            queue.add(item);
        }
    }

    @Override
    public void recounted(String key, Figures figures) {}

    @Override
    public void removed(String key) {
        Item item = items.remove(key);
        if (item != null) {
            item.leave();
        }
    }

    @Override
    public List<String> nextToGo(int most) {
        return ObjectQueue.keys(queue.stream(), most);
    }

    @Override
    public Set<String> keys() {
        return items.keySet();
    }
}
