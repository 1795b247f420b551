package io.gosling.gos.objecttable;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.gosling.common.Bounds;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The Local Object Table: an entry for each object held here, and for objects recently requested and not held, so that
 * an object that was refused once can earn its place.
 *
 * <p>Used by worker paths, threads that read files, the cache's writers and the reporter; event loops only look entries
 * up. One lock around changes of the entries of objects that are not held.
 */
public final class LocalObjectTable {
    private final ConcurrentHashMap<String, LocalObject> held = new ConcurrentHashMap<>();
    private final Round announcing = new Round();
    private final Round telling = new Round();
    private final int remembered;

    @GuardedBy("asked")
    private final Map<String, LocalObject> asked = new LinkedHashMap<>(16, 0.75f, true);

    /** The same entries, for readers without the lock. */
    private final ConcurrentHashMap<String, LocalObject> notHeld = new ConcurrentHashMap<>();

    /** The highest cumulative count of any forgotten entry, with which new ones start. */
    @GuardedBy("asked")
    private long highestForgotten;

    /**
     * @param remembered objects not held that are remembered, 16 to 100 000 000; the least recently requested one
     *     is removed
     */
    public LocalObjectTable(int remembered) {
        Bounds.require("remembered objects", remembered, 16, 100_000_000);
        this.remembered = remembered;
    }

    /** The entry of a requested object, made if there is none. */
    public LocalObject asked(String key) {
        LocalObject known = held.get(key);
        if (known != null) {
            return known;
        }
        synchronized (asked) {
            LocalObject localObject = asked.get(key);
            if (localObject == null) {
                localObject = new LocalObject(key, highestForgotten);
                remember(localObject);
            }
            return localObject;
        }
    }

    /** The entry of an object; null when there is none. No lock, and no effect on what is forgotten first. */
    @Nullable
    public LocalObject find(String key) {
        LocalObject known = held.get(key);
        return known == null ? notHeld.get(key) : known;
    }

    /**
     * Records that the object is in memory. Takes no lock of its own: called under the cache's, before {@link #settle}.
     */
    public void hold(LocalObject object) {
        object.hold(true);
        held.put(object.key(), object);
    }

    /** Records that the object left memory. Takes no lock of its own: called under the cache's. */
    public void release(LocalObject object) {
        object.hold(false);
        held.remove(object.key(), object);
    }

    /** Files an entry that was held or released, after the cache's lock was released. */
    public void settle(LocalObject object) {
        synchronized (asked) {
            if (object.isHeld()) {
                asked.remove(object.key());
                notHeld.remove(object.key());
            } else {
                remember(object);
            }
        }
    }

    @GuardedBy("asked")
    private void remember(LocalObject object) {
        asked.put(object.key(), object);
        notHeld.put(object.key(), object);
        while (asked.size() > remembered) {
            LocalObject oldest = asked.values().iterator().next();
            asked.remove(oldest.key());
            forgotten(oldest);
        }
    }

    public void forget(LocalObject object) {
        synchronized (asked) {
            if (asked.remove(object.key(), object)) {
                forgotten(object);
            }
        }
    }

    @GuardedBy("asked")
    private void forgotten(LocalObject object) {
        notHeld.remove(object.key(), object);
        highestForgotten = Math.max(highestForgotten, object.count());
    }

    /** The entries of held objects; a live view. */
    public Collection<LocalObject> held() {
        return held.values();
    }

    private void eachAsked(Consumer<LocalObject> visitor) {
        synchronized (asked) {
            asked.values().forEach(visitor);
        }
    }

    /**
     * Moves all counts into a later epoch as they are.
     *
     * @param by number of epochs
     */
    public void carryOver(int by, Ageing now) {
        held.values().forEach(object -> object.carryOver(by, now));
        eachAsked(object -> object.carryOver(by, now));
    }

    /** Marks all held objects for reporting again: their directory entries may have been lost. */
    public void announceAgain() {
        held.values().forEach(LocalObject::unannounce);
    }

    /** The same for the entries of these slots, which have another owner now. */
    public void announceAgain(BitSet slots) {
        if (!slots.isEmpty()) {
            held.values().stream()
                    .filter(object -> slots.get(EntryOwners.slot(object.key())))
                    .forEach(LocalObject::unannounce);
        }
    }

    /**
     * The entries to report to their owners: changed ones, and some of the held objects whether changed or not, so that
     * a lost table fills again. Where there are more than fit, each kind has its share, and the next report continues
     * where this one ended. Called by one thread at a time.
     *
     * @param reports number of reports that announce all held objects again, if half the entries suffice
     * @param most entries at a time
     */
    public Set<LocalObject> toReport(int reports, int most) {
        Set<LocalObject> rows = new LinkedHashSet<>();
        int objects = held.size();
        int again = Math.min((objects + reports - 1) / reports, most / 2);
        for (int i = 0; i < again; i++) {
            announcing.next().ifPresent(rows::add);
        }
        int refusedShare = rows.size() + most / 4;
        eachAsked(object -> {
            if (rows.size() < refusedShare && object.isNews()) {
                rows.add(object);
            }
        });
        for (int i = 0; i < objects && rows.size() < most; i++) {
            telling.next().filter(LocalObject::isNews).ifPresent(rows::add);
        }
        return rows;
    }

    /** A cyclic iteration over the held objects. Used by one thread at a time. */
    private final class Round {
        private Iterator<LocalObject> rest = Collections.emptyIterator();

        Optional<LocalObject> next() {
            if (!rest.hasNext()) {
                rest = held.values().iterator();
            }
            return rest.hasNext() ? Optional.of(rest.next()) : Optional.empty();
        }
    }

    /** The entries with the highest AGAC as known here, highest first. */
    public List<LocalObject> hottest(int most, Ageing ageing) {
        record Heat(LocalObject object, double agac) {}
        List<Heat> heats = new ArrayList<>();
        held.values().forEach(object -> heats.add(new Heat(object, object.agac(ageing))));
        eachAsked(object -> {
            if (object.exists()) {
                heats.add(new Heat(object, object.agac(ageing)));
            }
        });
        return heats.stream()
                .sorted((a, b) -> Double.compare(b.agac, a.agac))
                .limit(most)
                .map(Heat::object)
                .toList();
    }

    public int remembered() {
        synchronized (asked) {
            return asked.size();
        }
    }
}
