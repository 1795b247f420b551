package io.gosling.gos.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The catalogue of a disk store: the records that can be found, and the purges. Events are numbered in order: a record
 * is removed if a purge with a higher number selects it. A purge of one base takes its entries out of the index; one of
 * many objects is remembered as a text for as long as there are records from before it. Both become notes, to be
 * written behind those records.
 *
 * <p>Safe for use by many threads. Its monitor is held for some accesses to maps and never during a disk access.
 */
final class DiskCatalogue {
    /** Purges of many objects that are remembered; with more, the oldest records go. */
    static final int MOST_WIDE = 1 << 14;

    /** Their characters together. */
    static final int MOST_CHARACTERS = 4 << 20;

    /** Bases purged during the scan; with more, everything is deleted. */
    static final int MOST_EARLY = 1 << 16;

    /** The first number for new events, after everything found on the disk. */
    private static final long NOW = 1L << 40;

    final DiskIndex index = new DiskIndex();
    private final ConcurrentHashMap<String, Long> wides = new ConcurrentHashMap<>();
    private volatile boolean loaded;
    private volatile boolean flooded;

    @GuardedBy("this")
    private final Set<PurgeTombstone> notes = new LinkedHashSet<>();

    @GuardedBy("this")
    private final Set<Long> early = new HashSet<>();

    @GuardedBy("this")
    private long characters;

    @GuardedBy("this")
    private long old;

    @GuardedBy("this")
    private long latest = NOW;

    boolean isLoaded() {
        return loaded;
    }

    /** True if more was purged than can be remembered: nothing is found until all is deleted. */
    boolean isFlooded() {
        return flooded;
    }

    /** Returns true if so many purges of many objects are remembered that the oldest records should go. */
    synchronized boolean isFull() {
        return wides.size() > MOST_WIDE || characters > MOST_CHARACTERS;
    }

    /** Returns a number below those of all later events. */
    synchronized long mark() {
        return loaded ? latest : old;
    }

    /** Adds a scanned record, after those before it. */
    synchronized void met(long base, long key, long identity, DiskSegment segment, long offset) {
        if (!flooded && !early.contains(base)) {
            index.put(base, new DiskIndex.Entry(key, identity, ++old, segment, offset));
        }
    }

    synchronized void met(PurgeTombstone note) {
        if (note.isWide()) {
            remember(note.text(), ++old);
        } else {
            index.remove(note.base());
        }
    }

    synchronized void loaded() {
        early.clear();
        loaded = true;
    }

    /**
     * Adds a written record.
     *
     * @param good true if no purge selects it; later purges are checked here, earlier ones by this
     * @return true if it can be found; if not, a note will follow it
     */
    synchronized boolean add(DiskRecord record, SegmentFiles.Place place, BooleanSupplier good) {
        if (flooded) {
            return false;
        }
        long base = KeyHash.of(record.base());
        if (!good.getAsBoolean()) {
            notes.add(PurgeTombstone.of(base));
            return false;
        }
        long key = KeyHash.of(record.key());
        index.put(base, new DiskIndex.Entry(key, record.identity(), ++latest, place.segment(), place.offset()));
        return true;
    }

    /**
     * Purges records.
     *
     * @param above run when they cannot be found, before anything else is written
     */
    synchronized void purge(Collection<Long> bases, Collection<String> texts, Runnable above) {
        if (!flooded) {
            purge(bases, texts);
        }
        above.run();
    }

    @GuardedBy("this")
    private void purge(Collection<Long> bases, Collection<String> texts) {
        for (Long base : bases) {
            boolean there = index.remove((long) base);
            // Its records that the scan has not reached yet are gone as well.
            boolean first = !loaded && early.add(base);
            if (there || first) {
                notes.add(PurgeTombstone.of(base));
            }
        }
        if (!texts.isEmpty()) {
            latest++;
            texts.forEach(text -> remember(text, latest));
            texts.forEach(text -> notes.add(PurgeTombstone.of(text)));
        }
        if (early.size() > MOST_EARLY || wides.size() > 2 * MOST_WIDE || characters > 2 * MOST_CHARACTERS) {
            clear();
            flooded = true;
        }
    }

    @GuardedBy("this")
    private void remember(String text, long number) {
        if (!wides.containsKey(text)) {
            characters += text.length();
        }
        wides.merge(text, number, Math::max);
    }

    /** True if a purge of many objects after a number selects the object, by {@code meant} applied to its text. */
    boolean isPurged(long number, Predicate<String> meant) {
        return wides.entrySet().stream().anyMatch(wide -> wide.getValue() > number && meant.test(wide.getKey()));
    }

    synchronized List<PurgeTombstone> takeNotes() {
        List<PurgeTombstone> taken = new ArrayList<>(notes);
        notes.clear();
        return taken;
    }

    synchronized void giveBack(Collection<PurgeTombstone> unwritten) {
        if (!flooded) {
            notes.addAll(unwritten);
        }
    }

    /**
     * Handles a deleted segment file.
     *
     * @param from the number with which the oldest remaining one begins
     */
    void deleted(DiskSegment segment, long from) {
        index.remove(segment);
        forgetPurges(from);
    }

    private synchronized void forgetPurges(long from) {
        wides.forEach((text, number) -> {
            if (number <= from) {
                wides.remove(text);
                characters -= text.length();
            }
        });
    }

    /** Forgets the scanned records, before another scan. */
    synchronized void unload() {
        index.clear();
        loaded = false;
    }

    /** Records that the disk was emptied. */
    synchronized void emptied() {
        clear();
        flooded = false;
        loaded = true;
    }

    @GuardedBy("this")
    private void clear() {
        index.clear();
        wides.clear();
        notes.clear();
        early.clear();
        characters = 0;
    }
}
