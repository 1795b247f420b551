package io.gosling.gos.replacement;

import io.gosling.gos.replacement.ObjectQueue.Item;
import java.util.ArrayList;
import java.util.List;

/**
 * LRU: keeps every newcomer and evicts the least recently used object first. Remembers nothing of objects that are not
 * kept. Not safe for concurrent use.
 */
final class LeastRecentlyUsed extends QueuedPolicy {
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
    void join(Item newcomer, Figures figures) {
        queue.add(newcomer);
    }

    @Override
    void asked(Item item, Figures figures) {
        queue.add(item);
    }

    @Override
    public List<String> nextToGo(int most) {
        return ObjectQueue.keys(queue.stream(), most);
    }
}
