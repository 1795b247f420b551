package io.gosling.gos.replacement;

import io.gosling.gos.replacement.ObjectQueue.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * SIEVE: a queue in the order of arrival, and a hand that goes through it from the oldest to the newest and round again.
 * Remembers nothing of what is not kept. Not safe for concurrent use.
 *
 * <pre>
 *   asked for, held:  mark it
 *   newcomer:         it joins the tail, without a mark
 *   room needed:      the hand takes the mark off what has one, and removes what has none, until there is room
 * </pre>
 *
 * Source: Zhang, Yang, Yue, Vigfusson, Rashmi, "SIEVE is Simpler than LRU: an Efficient Turn-Key Eviction Algorithm for Web
 * Caches", NSDI 2024.
 */
final class Sieve implements ReplacementPolicy {
    private final Map<String, Item> items = new HashMap<>();
    private final ObjectQueue queue = new ObjectQueue();

    /** What the hand looks at next; the queue's end means its head. */
    private Item hand = queue.oldest();

    private long offer;

    @Override
    public Decision offer(String key, Figures newcomer, long freeBytes) {
        offer++;
        List<String> victims = new ArrayList<>();
        long free = freeBytes;
        while (free < newcomer.bytes() && victims.size() < items.size()) {
            Item item = queue.isEnd(hand) ? queue.oldest() : hand;
            hand = item.newer();
            if (item.uses > 0) {
                item.uses = 0;
            } else if (item.named != offer) {
                item.named = offer;
                victims.add(item.key);
                free += item.bytes();
            }
        }
        return new Decision.Keep(victims);
    }

    @Override
    public void kept(String key, Figures figures) {
        Item item = items.get(key);
        if (item == null) {
            item = new Item(key);
            items.put(key, item);
            queue.add(item);
        }
        item.resize(figures.bytes());
    }

    @Override
    public void touched(String key, Figures figures) {
        Item item = items.get(key);
        if (item != null) {
            item.uses = 1;
        }
    }

    @Override
    public void recounted(String key, Figures figures) {}

    @Override
    public void removed(String key) {
        Item item = items.remove(key);
        if (item == null) {
            return;
        }
        if (item == hand) {
            hand = item.newer();
        }
        item.leave();
    }

    @Override
    public List<String> nextToGo(int most) {
        Stream<Item> ahead = Stream.iterate(hand, item -> !queue.isEnd(item), Item::newer);
        Stream<Item> behind = queue.stream().takeWhile(item -> item != hand);
        List<Item> round = Stream.concat(ahead, behind).toList();
        return ObjectQueue.keys(
                Stream.concat(
                        round.stream().filter(item -> item.uses == 0),
                        round.stream().filter(item -> item.uses > 0)),
                most);
    }

    @Override
    public Set<String> keys() {
        return items.keySet();
    }
}
