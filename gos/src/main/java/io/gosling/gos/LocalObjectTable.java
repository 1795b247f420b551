package io.gosling.gos;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The Local Object Table: a row for each object held here, and for objects recently asked for and not held, so that an
 * object that was refused once can earn its place.
 *
 * <p>Used by slow lanes, the cache's writers and the reporter; event loops reach rows through held objects and never come
 * here. One lock around the rows of objects that are not held.
 */
public final class LocalObjectTable {
    private final ConcurrentHashMap<String, LocalObject> held = new ConcurrentHashMap<>();
    private final int remembered;

    @GuardedBy("asked")
    private final Map<String, LocalObject> asked = new LinkedHashMap<>(16, 0.75f, true);

    /** The highest cumulative count of any row that was forgotten: where new rows begin, so that no count goes back. */
    @GuardedBy("asked")
    private long highestForgotten;

    /** @param remembered objects not held that are remembered, 16 to 100 000 000; the one not asked for longest goes */
    public LocalObjectTable(int remembered) {
        if (remembered < 16 || remembered > 100_000_000) {
            throw new IllegalArgumentException(
                    "remembered objects: " + remembered + " is out of bounds; expected 16 to 100000000");
        }
        this.remembered = remembered;
    }

    /** The row of an object that is being asked for, made if there is none. */
    LocalObject asked(String key) {
        LocalObject known = held.get(key);
        if (known != null) {
            return known;
        }
        synchronized (asked) {
            LocalObject row = asked.computeIfAbsent(key, made -> new LocalObject(made, highestForgotten));
            forgetOldest();
            return row;
        }
    }

    /** The row of an object, if there is one. */
    @Nullable
    LocalObject find(String key) {
        LocalObject known = held.get(key);
        if (known != null) {
            return known;
        }
        synchronized (asked) {
            return asked.get(key);
        }
    }

    /** The object is in memory now. Takes no lock of its own: called under the cache's, before {@link #settle}. */
    void hold(LocalObject object) {
        object.hold(true);
        held.put(object.key(), object);
    }

    /** The object is not in memory any more. Takes no lock of its own: called under the cache's. */
    void release(LocalObject object) {
        object.hold(false);
        held.remove(object.key(), object);
    }

    /** Files a row that was held or released, after the cache's lock was given back. */
    void settle(LocalObject object) {
        synchronized (asked) {
            if (object.isHeld()) {
                asked.remove(object.key());
            } else {
                asked.put(object.key(), object);
                forgetOldest();
            }
        }
    }

    /** There is no such document: its row is of no use to anybody. */
    void forget(LocalObject object) {
        synchronized (asked) {
            if (asked.remove(object.key(), object)) {
                highestForgotten = Math.max(highestForgotten, object.count());
            }
        }
    }

    @GuardedBy("asked")
    private void forgetOldest() {
        while (asked.size() > remembered) {
            LocalObject oldest = asked.values().iterator().next();
            asked.remove(oldest.key());
            highestForgotten = Math.max(highestForgotten, oldest.count());
        }
    }

    /** The rows of held objects; a live view. */
    public Collection<LocalObject> held() {
        return held.values();
    }

    /** Visits the rows of objects that are not held, under the lock. */
    private void eachAsked(Consumer<LocalObject> visitor) {
        synchronized (asked) {
            asked.values().forEach(visitor);
        }
    }

    /**
     * Moves all counts into a later epoch as they are: the cluster has aged without them.
     *
     * @param by how many epochs; 0 moves nothing
     * @param now the epoch moved to
     */
    void carryOver(int by, Ageing now) {
        if (by > 0) {
            held.values().forEach(object -> object.carryOver(by, now));
            eachAsked(object -> object.carryOver(by, now));
        }
    }

    /**
     * The rows whose owners should hear something: news, and a slice of what is held, so that a table that was lost fills
     * again.
     *
     * @param slice which of {@code slices} parts of the held objects to announce again
     * @param most rows at a time; the rest comes with the next report
     */
    List<LocalObject> toReport(int slice, int slices, int most) {
        List<LocalObject> rows = new ArrayList<>();
        for (LocalObject object : held.values()) {
            if (object.isNews() || Math.floorMod(object.key().hashCode(), slices) == slice) {
                rows.add(object);
            }
        }
        eachAsked(object -> {
            if (object.isNews()) {
                rows.add(object);
            }
        });
        return rows.size() > most ? List.copyOf(rows.subList(0, most)) : rows;
    }

    /** The rows with the highest AGAC as known here, highest first. */
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

    int remembered() {
        synchronized (asked) {
            return asked.size();
        }
    }
}
