package io.gosling.gos.replacement;

import io.gosling.gos.replacement.ObjectQueue.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * W-TinyLFU: newcomers pass a window of a hundredth of the memory; an object that leaves the window must have been
 * requested more often than the objects that would have to go for it, all victims together, by a sketch that ages.
 * Sized by bytes. Not safe for concurrent use.
 *
 * <pre>
 *   requested:          sketch + 1; the sketch ages when ten accesses for each object kept have been counted
 *     in the window:    joins the window's tail
 *     on probation:     joins the protected, which have four fifths of the rest; their oldest goes back on probation
 *     protected:        joins the tail of the protected
 *   newcomer:           joins the window; the excess of the window are candidates, the oldest first
 *   room needed:        each candidate against the oldest on probation that would make as much room:
 *                       the candidate stays if its estimate is above the sum of theirs, and goes otherwise
 * </pre>
 *
 * The window's share is fixed; there is no hill climbing. Of objects that are not kept, only the sketch is remembered:
 * 272 KiB, see {@link FrequencySketch}.
 *
 * <p>Sources: Einziger, Friedman, Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", ACM Transactions on
 * Storage 13, 2017; Einziger, Eytan, Friedman, Manes, "Lightweight Robust Size Aware Cache Management", ACM
 * Transactions on Storage 18, 2022 (victims together).
 */
final class WindowTinyLfu extends QueuedPolicy {
    private static final long FEWEST_SAMPLED = 64;

    private final ObjectQueue window = new ObjectQueue();
    private final ObjectQueue probation = new ObjectQueue();
    private final ObjectQueue guarded = new ObjectQueue();
    private final FrequencySketch sketch = new FrequencySketch();
    private long sampled;
    private long capacity;
    private long offer;

    private final class Contest {
        private final List<String> victims = new ArrayList<>();
        private final List<ObjectQueue> queues = List.of(probation, guarded, window);
        private final List<Item> firsts = new ArrayList<>();

        private long needed;

        Contest(long needed) {
            this.needed = needed;
            queues.forEach(queue -> firsts.add(queue.oldest()));
        }

        /** Compares a candidate with the items that would make as much room; the losers are victims. */
        boolean wins(String key, long bytes, @Nullable Item candidate) {
            return nameOldest(Math.min(needed, bytes), candidate, sketch.estimate(key));
        }

        /**
         * Makes the oldest unnamed items except one victims, by queue; returns false without enough room, or at
         * estimates of {@code worth}.
         */
        boolean nameOldest(long bytes, @Nullable Item butFor, long worth) {
            List<Item> oldest = new ArrayList<>();
            long freed = 0;
            long sum = 0;
            for (int i = 0; i < queues.size(); i++) {
                ObjectQueue queue = queues.get(i);
                for (Item item = first(i); freed < bytes && !queue.isEnd(item); item = item.newer()) {
                    if (item.named != offer && item != butFor) {
                        oldest.add(item);
                        freed += item.bytes();
                        sum += sketch.estimate(item.key);
                    }
                    if (sum >= worth) {
                        return false;
                    }
                }
            }
            if (freed >= bytes) {
                oldest.forEach(this::name);
            }
            return freed >= bytes;
        }

        private Item first(int i) {
            Item first = firsts.get(i);
            while (!queues.get(i).isEnd(first) && first.named == offer) {
                first = first.newer();
            }
            firsts.set(i, first);
            return first;
        }

        void name(Item item) {
            item.named = offer;
            victims.add(item.key);
            needed -= item.bytes();
        }
    }

    @Override
    public Decision offer(String key, Figures newcomer, long freeBytes) {
        offer++;
        count(key, 1);
        capacity = window.bytes() + probation.bytes() + guarded.bytes() + freeBytes;
        List<Item> candidates = candidates(newcomer.bytes());
        Contest contest = new Contest(newcomer.bytes() - freeBytes);
        for (Item candidate : candidates) {
            boolean contested = contest.needed > 0 && candidate.named != offer;
            if (contested && !contest.wins(candidate.key, candidate.bytes(), candidate)) {
                contest.name(candidate);
            }
        }
        boolean passesTheWindow = newcomer.bytes() > capacity / 100;
        if (contest.needed > 0 && passesTheWindow && !contest.wins(key, newcomer.bytes(), null)) {
            return new Decision.Refuse();
        }
        if (contest.needed > 0) {
            contest.nameOldest(contest.needed, null, Long.MAX_VALUE);
        }
        return new Decision.Keep(contest.victims);
    }

    private List<Item> candidates(long newcomer) {
        List<Item> candidates = new ArrayList<>();
        while (!window.isEmpty() && window.bytes() + newcomer > capacity / 100) {
            Item oldest = window.oldest();
            probation.add(oldest);
            candidates.add(oldest);
        }
        return candidates;
    }

    private void count(String key, long times) {
        sketch.add(key, times);
        sampled += times;
        if (sampled >= 10 * Math.max(FEWEST_SAMPLED, size())) {
            sketch.age();
            sampled /= 2;
        }
    }

    @Override
    void join(Item newcomer, Figures figures) {
        (figures.bytes() > capacity / 100 ? probation : window).add(newcomer);
    }

    @Override
    void asked(Item item, Figures figures) {
        count(item.key, item.count(figures.asked()));
        (item.isIn(window) ? window : guarded).add(item);
        while (guarded.bytes() > capacity / 5 * 4) {
            probation.add(guarded.oldest());
        }
    }

    @Override
    public List<String> nextToGo(int most) {
        return ObjectQueue.keys(Stream.of(probation, guarded, window).flatMap(ObjectQueue::stream), most);
    }
}
