package io.gosling.gos.replacement;

import io.gosling.gos.replacement.ObjectQueue.Item;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The common base of policies that keep objects in queues: it records which objects there are. Not safe for concurrent
 * use.
 */
abstract class QueuedPolicy implements ReplacementPolicy {
    private final Map<String, Item> items = new HashMap<>();

    abstract void join(Item newcomer, Figures figures);

    abstract void asked(Item item, Figures figures);

    void leaving(Item item) {}

    final int size() {
        return items.size();
    }

    @Override
    public final void kept(String key, Figures figures) {
        Item item = items.get(key);
        if (item == null) {
            item = new Item(key);
            items.put(key, item);
            item.asked = figures.asked();
            join(item, figures);
        }
        item.resize(figures.bytes());
    }

    @Override
    public final void touched(String key, Figures figures) {
        Item item = items.get(key);
        if (item != null) {
            asked(item, figures);
        }
    }

    @Override
    public final void removed(String key) {
        Item item = items.remove(key);
        if (item != null) {
            leaving(item);
            item.leave();
        }
    }

    @Override
    public final Set<String> keys() {
        return items.keySet();
    }
}
