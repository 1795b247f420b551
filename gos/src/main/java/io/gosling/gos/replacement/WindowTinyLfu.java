package io.gosling.gos.replacement;

import io.gosling.gos.replacement.ObjectQueue.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * W-TinyLFU: newcomers pass a window of a hundredth of the memory; what leaves the window must have been asked for more
 * often than what would have to go for it, all victims together, by a sketch that forgets. Sized by bytes. Not safe for
 * concurrent use.
 *
 * <pre>
 *   asked for:          sketch + 1; the sketch ages when ten accesses for each object kept have been counted
 *     in the window:    joins the window's tail
 *     on probation:     joins the protected, which have four fifths of the rest; their oldest goes back on probation
 *     protected:        joins the tail of the protected
 *   newcomer:           joins the window; what the window has too much is a candidate, the oldest first
 *   room needed:        each candidate against the oldest on probation that would make as much room:
 *                       the candidate stays if its estimate is above the sum of theirs, and goes otherwise
 * </pre>
 *
 * The window's share is fixed; nothing climbs hills. Remembers of what is not kept the sketch alone: 272 KiB, see
 * {@link FrequencySketch}.
 *
 * <p>Sources: Einziger, Friedman, Manes, "TinyLFU: A Highly Efficient Cache Admission Policy", ACM Transactions on Storage
 * 13, 2017; Einziger, Eytan, Friedman, Manes, "Lightweight Robust Size Aware Cache Management", ACM Transactions on Storage
 * 18, 2022 (victims together).
 */
final class WindowTinyLfu implements ReplacementPolicy {
    private static final long FEWEST_SAMPLED = 64;

    private final Map<String, Item> items = new HashMap<>();
    private final ObjectQueue window = new ObjectQueue();
    private final ObjectQueue probation = new ObjectQueue();
    private final ObjectQueue guarded = new ObjectQueue();
    private final FrequencySketch sketch = new FrequencySketch();
    private long sampled;
    private long capacity;
    private long offer;

    /** One newcomer's offer: what has to go for it. */
    private final class Contest {
        private final List<String> victims = new ArrayList<>();
        private long needed;

        Contest(long needed) {
            this.needed = needed;
        }

        /** A candidate against what would make as much room; whether it stays. Who loses is a victim. */
        boolean wins(String key, long bytes, @Nullable Item candidate) {
            long room = Math.min(needed, bytes);
            long sum = 0;
            long freed = 0;
            List<Item> others = oldest(room, candidate);
            for (Item item : others) {
                sum += sketch.estimate(item.key);
                freed += item.bytes();
            }
            boolean wins = freed >= room && sketch.estimate(key) > sum;
            if (wins) {
                others.forEach(this::name);
            }
            return wins;
        }

        /** What has stood longest, but for one: on probation first, then protected, then in the window. */
        List<Item> oldest(long bytes, @Nullable Item butFor) {
            List<Item> oldest = new ArrayList<>();
            long freed = 0;
            for (ObjectQueue queue : List.of(probation, guarded, window)) {
                for (Item item = queue.oldest(); freed < bytes && !queue.isEnd(item); item = item.newer()) {
                    if (item.named != offer && item != butFor) {
                        oldest.add(item);
                        freed += item.bytes();
                    }
                }
            }
            return oldest;
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
        Contest contest = new Contest(newcomer.bytes() - freeBytes);
        for (Item candidate : candidates(newcomer.bytes())) {
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
            contest.oldest(contest.needed, null).forEach(contest::name);
        }
        return new Decision.Keep(contest.victims);
    }

    /** What has to leave the window for a newcomer: on probation from now on, the oldest first. */
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
        if (sampled >= 10 * Math.max(FEWEST_SAMPLED, items.size())) {
            sketch.age();
            sampled /= 2;
        }
    }

    @Override
    public void kept(String key, Figures figures) {
        Item item = items.get(key);
        if (item == null) {
            item = new Item(key);
            items.put(key, item);
            (figures.bytes() > capacity / 100 ? probation : window).add(item);
        }
        item.resize(figures.bytes());
        item.asked = figures.asked();
    }

    @Override
    public void touched(String key, Figures figures) {
        Item item = items.get(key);
        if (item == null) {
            return;
        }
        count(key, item.count(figures.asked()));
        (item.isIn(window) ? window : guarded).add(item);
        while (guarded.bytes() > capacity / 5 * 4) {
            probation.add(guarded.oldest());
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
        return ObjectQueue.keys(Stream.of(probation, guarded, window).flatMap(ObjectQueue::stream), most);
    }

    @Override
    public Set<String> keys() {
        return items.keySet();
    }
}
