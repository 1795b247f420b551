package io.gosling.gos.replacement;

import io.gosling.gos.replacement.ObjectQueue.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * SIEVE: a queue in the order of arrival, and a hand that goes through it from the oldest to the newest and round
 * again. Remembers nothing of objects that are not kept. Not safe for concurrent use.
 *
 * <pre>
 *   requested, held:  mark it
 *   newcomer:         it joins the tail, without a mark
 *   room needed:      the hand clears the mark of marked objects, and removes unmarked ones, until there is room
 * </pre>
 *
 * Source: Zhang, Yang, Yue, Vigfusson, Rashmi, "SIEVE is Simpler than LRU: an Efficient Turn-Key Eviction Algorithm
 * for Web Caches", NSDI 2024.
 */
final class Sieve extends QueuedPolicy {
    private final ObjectQueue queue = new ObjectQueue();

    /** The item that the hand visits next; the queue's end stands for its head. */
    private Item hand = queue.oldest();

    private long offer;

    @Override
    public Decision offer(String key, Figures newcomer, long freeBytes) {
        offer++;
        List<String> victims = new ArrayList<>();
        long free = freeBytes;
        while (free < newcomer.bytes() && victims.size() < size()) {
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
    void join(Item newcomer, Figures figures) {
        queue.add(newcomer);
    }

    @Override
    void asked(Item item, Figures figures) {
        item.uses = 1;
    }

    @Override
    void leaving(Item item) {
        if (item == hand) {
            hand = item.newer();
        }
    }

    @Override
    public List<String> nextToGo(int most) {
        return ObjectQueue.keys(
                Stream.concat(round().filter(item -> item.uses == 0), round().filter(item -> item.uses > 0)), most);
    }

    /** All objects in the order in which the hand meets them. */
    private Stream<Item> round() {
        return Stream.concat(
                Stream.iterate(hand, item -> !queue.isEnd(item), Item::newer),
                queue.stream().takeWhile(item -> item != hand));
    }
}
