package io.gosling.gos.objecttable;

import io.gosling.common.BoundsCheck;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The Local Object Table: an entry for each object held here, and for objects recently requested and not held, so that
 * an object that was refused once can earn its place.
 *
 * <p>Safe for use by many threads; no lock. An entry that is forgotten while its object is fetched may lose counts.
 */
public final class LocalObjectTable {
    /** Entries that one call spares at the head: event loops make entries. */
    private static final int MOST_CHANCES = 16;

    private final ConcurrentHashMap<String, LocalObjectEntry> entries = new ConcurrentHashMap<>();

    /** Those of held objects. */
    private final ConcurrentHashMap<String, LocalObjectEntry> held = new ConcurrentHashMap<>();

    private final Round unannounced = new Round(held.values());
    private final Round announcing = new Round(held.values());
    private final Round telling = new Round(entries.values());
    private final int remembered;

    /** Held objects among which unannounced ones may be. */
    private final AtomicInteger toLookAt = new AtomicInteger();

    private volatile Predicate<String> unsettled = key -> false;

    /** The other entries, those that are forgotten first at its head, and some that are held or forgotten by now. */
    private final Queue<LocalObjectEntry> order = new ConcurrentLinkedQueue<>();

    private final AtomicInteger ordered = new AtomicInteger();

    /** The highest cumulative count of any forgotten entry, with which new ones start. */
    private final AtomicLong highestForgotten = new AtomicLong();

    /**
     * @param remembered objects not held that are remembered, 16 to 100 000 000; of those that were
     *     not requested for long, the first is removed
     */
    public LocalObjectTable(int remembered) {
        BoundsCheck.require("remembered objects", remembered, 16, 100_000_000);
        this.remembered = remembered;
    }

    /** The entry of a requested object, made if there is none. */
    public LocalObjectEntry asked(String key) {
        LocalObjectEntry known = find(key);
        if (known != null) {
            known.askedAgain(true);
            return known;
        }
        LocalObjectEntry made = new LocalObjectEntry(key, highestForgotten.get());
        LocalObjectEntry other = entries.putIfAbsent(key, made);
        if (other != null) {
            return other;
        }
        remember(made);
        return made;
    }

    /** The entry of an object; null when there is none. */
    @Nullable
    public LocalObjectEntry find(String key) {
        return entries.get(key);
    }

    /** @param other tests for the keys of entries that may lack holders */
    public void unsettledBy(Predicate<String> other) {
        unsettled = other;
    }

    /** Takes the entry owner's answer; where its entry may lack holders, those known here stay. */
    public void learn(LocalObjectEntry object, EntrySummary reading, Ageing ageing) {
        boolean lacks = unsettled.test(object.key());
        object.learn(lacks ? reading.withHolders(object.holders(), object.version()) : reading, ageing);
    }

    /** Records that the object is in memory. Called under the cache's lock. */
    public void hold(LocalObjectEntry object) {
        object.hold(true);
        held.put(object.key(), object);
        // It may have been forgotten, and made again, while its object was fetched.
        LocalObjectEntry other = entries.put(object.key(), object);
        if (other != null && other != object) {
            forgotten(other);
        }
    }

    /** Records that the object left memory. Called under the cache's lock. */
    public void release(LocalObjectEntry object) {
        object.hold(false);
        held.remove(object.key(), object);
        remember(object);
    }

    /** Forgets the entry, unless its object is held. */
    public void forget(LocalObjectEntry object) {
        LocalObjectEntry left = entries.computeIfPresent(
                object.key(), (key, known) -> known == object && !object.isHeld() ? null : known);
        if (left == null) {
            forgotten(object);
        }
    }

    private void forgotten(LocalObjectEntry object) {
        highestForgotten.accumulateAndGet(object.count(), Math::max);
    }

    /** Puts an entry last. Forgets those at the head, but for some that were requested since they were put there. */
    private void remember(LocalObjectEntry object) {
        putLast(object);
        int chances = MOST_CHANCES;
        while (ordered.get() > remembered) {
            LocalObjectEntry first = order.poll();
            if (first == null) {
                return;
            }
            ordered.decrementAndGet();
            first.endQueueing();
            if (chances > 0 && !first.isHeld() && find(first.key()) == first && first.askedAgain(false)) {
                chances--;
                putLast(first);
            } else {
                forget(first);
            }
        }
    }

    private void putLast(LocalObjectEntry object) {
        if (object.beginQueueing()) {
            order.add(object);
            ordered.incrementAndGet();
        }
    }

    /** The entries of held objects; a live view. */
    public Collection<LocalObjectEntry> held() {
        return held.values();
    }

    /**
     * Moves all counts into a later epoch as they are.
     *
     * @param by number of epochs
     */
    public void carryOver(int by, Ageing now) {
        entries.values().forEach(object -> object.carryOver(by, now));
    }

    /** Marks all held objects for reporting again: their directory entries may have been lost. */
    public void announceAgain() {
        held.values().forEach(LocalObjectEntry::unannounce);
        toLookAt.set(held.size());
    }

    /** The same for the entries of these slots, which have another owner now. */
    public void announceAgain(BitSet slots) {
        if (!slots.isEmpty()) {
            held.values().stream()
                    .filter(object -> slots.get(EntryOwners.slot(object.key())))
                    .forEach(LocalObjectEntry::unannounce);
            toLookAt.set(held.size());
        }
    }

    /**
     * The entries to report to their owners: first those that are to be announced again, then some of the held objects
     * whether changed or not, so that a lost table fills again, and other changed ones. Where there are more than fit,
     * the next report continues where this one ended. Called by one thread at a time.
     *
     * @param reports number of reports that announce all held objects, if half of the remaining entries suffice
     * @param most entries at a time
     */
    public Set<LocalObjectEntry> toReport(int reports, int most) {
        Set<LocalObjectEntry> due = new LinkedHashSet<>();
        while (due.size() < most && toLookAt.get() > 0) {
            toLookAt.decrementAndGet();
            unannounced.next().filter(LocalObjectEntry::isUnannounced).ifPresent(due::add);
        }
        int again = Math.min((held.size() + reports - 1) / reports, (most - due.size()) / 2);
        for (int i = 0; i < again; i++) {
            announcing.next().ifPresent(due::add);
        }
        int all = entries.size();
        for (int i = 0; i < all && due.size() < most; i++) {
            telling.next().filter(LocalObjectEntry::isNews).ifPresent(due::add);
        }
        return due;
    }

    /** A cyclic iteration. Used by one thread at a time. */
    private static final class Round {
        private final Collection<LocalObjectEntry> all;
        private Iterator<LocalObjectEntry> rest = Collections.emptyIterator();

        Round(Collection<LocalObjectEntry> all) {
            this.all = all;
        }

        Optional<LocalObjectEntry> next() {
            if (!rest.hasNext()) {
                rest = all.iterator();
            }
            return rest.hasNext() ? Optional.of(rest.next()) : Optional.empty();
        }
    }

    /** The places in the order, of entries and of those that are held or forgotten by now; for tests. */
    int places() {
        return ordered.get();
    }

    /** The entries with the highest AGAC as known here, highest first. */
    public List<LocalObjectEntry> hottest(int most, Ageing ageing) {
        record Heat(LocalObjectEntry object, double agac) {}
        return entries.values().stream()
                .filter(LocalObjectEntry::exists)
                .map(object -> new Heat(object, object.agac(ageing)))
                .sorted(Comparator.comparingDouble(Heat::agac).reversed())
                .limit(most)
                .map(Heat::object)
                .toList();
    }

    /** Number of entries whose objects are not held. */
    public int remembered() {
        return entries.size() - held.size();
    }
}
