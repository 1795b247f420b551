package io.gosling.gos.replacement;

import io.gosling.gos.replacement.ObjectQueue.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * S3-FIFO: a small queue in which newcomers have to prove themselves, a main queue, and ghosts. Sized by bytes. Not
 * safe for concurrent use.
 *
 * <pre>
 *   asked for, held:  uses = min(uses + 1, 3)
 *   newcomer:         joins the main queue if it is a ghost, the small one otherwise; uses = 0
 *   room needed:      from the small queue if it has a tenth of the memory or more, else from the main queue:
 *     small:          the oldest joins main if it was used more than once, else it goes and becomes a ghost
 *     main:           the oldest joins the tail again with one use less if it has any, else it goes
 * </pre>
 *
 * Ghosts are remembered for as many bytes as the main queue may have, nine tenths of the memory: {@link GhostList}.
 *
 * <p>Source: Yang, Zhang, Qiu, Yue, Vigfusson, "FIFO Queues are All You Need for Cache Eviction", SOSP 2023.
 */
final class S3Fifo extends QueuedPolicy {
    private static final int MOST_USES = 3;

    /** Uses that move an object from the small queue to the main one; with fewer it is evicted. */
    private static final int PROVEN = 2;

    private final ObjectQueue small = new ObjectQueue();
    private final ObjectQueue main = new ObjectQueue();
    private final GhostList ghosts = new GhostList();

    /** The newcomer that was a ghost when it was offered. */
    private String returned = "";

    @Override
    public Decision offer(String key, Figures newcomer, long freeBytes) {
        long capacity = small.bytes() + main.bytes() + freeBytes;
        if (ghosts.forget(key)) {
            returned = key;
        }
        List<Item> victims = new ArrayList<>();
        long free = freeBytes;
        while (free < newcomer.bytes() && !(small.isEmpty() && main.isEmpty())) {
            boolean fromSmall = main.isEmpty() || (!small.isEmpty() && small.bytes() >= capacity / 10);
            Item item = fromSmall ? small.oldest() : main.oldest();
            if (fromSmall ? isProven(item) : isUsed(item)) {
                main.add(item);
                continue;
            }
            if (fromSmall) {
                ghosts.add(item.key, item.bytes(), capacity - capacity / 10);
            }
            item.leave();
            victims.add(item);
            free += item.bytes();
        }
        return new Decision.Keep(victims.stream().map(item -> item.key).toList());
    }

    private static boolean isProven(Item item) {
        boolean proven = item.uses >= PROVEN;
        item.uses = 0;
        return proven;
    }

    private static boolean isUsed(Item item) {
        return item.uses-- > 0;
    }

    @Override
    void join(Item newcomer, Figures figures) {
        (returned.equals(newcomer.key) ? main : small).add(newcomer);
        returned = "";
    }

    @Override
    void asked(Item item, Figures figures) {
        item.uses = (int) Math.min(MOST_USES, item.uses + item.count(figures.asked()));
    }

    @Override
    public List<String> nextToGo(int most) {
        return ObjectQueue.keys(
                Stream.of(
                                small.stream().filter(item -> item.uses < PROVEN),
                                main.stream().filter(item -> item.uses == 0),
                                small.stream().filter(item -> item.uses >= PROVEN),
                                main.stream().filter(item -> item.uses > 0))
                        .flatMap(items -> items),
                most);
    }
}
