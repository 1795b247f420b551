package io.gosling.gos.space;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import io.gosling.gos.CountSettings;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalObjectEntry;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One round of reporting: local counts go to the directory entries, global ones come back, and everything is aged when
 * it is due. Run by one thread at a time.
 */
public final class CountReporter {
    /** Directory entries in one report; the rest waits for the next. */
    private static final int MOST_ENTRIES = 10_000;

    /** At most one entry in so many of a report is for the counts of the objects that would be evicted next. */
    private static final int DOUBTED = 32;

    /** The least number of such entries in reports that are not short. */
    private static final int LEAST_DOUBTED = 16;

    private final NodeObjectMemory memory;
    private final Supplier<GlobalObjectTable> table;
    private final int slices;
    private final int self;
    private long evicted;
    private boolean alone;

    public CountReporter(NodeObjectMemory memory, Supplier<GlobalObjectTable> table, CountSettings settings, int self) {
        this.self = self;
        this.memory = memory;
        this.table = table;
        this.slices = settings.get(CountSettings.SLICES);
    }

    /** Reports once; returns when it was confirmed, or when the table's deadline passed. */
    public void run() {
        boolean shared = table.get().isShared();
        if (shared && alone) {
            // What was confirmed while this node was alone is not in the directory.
            memory.localObjects().announceAgain();
        }
        alone = !shared;
        List<LocalObjectEntry> objects = due();
        if (shared) {
            report(objects);
        } else {
            objects.forEach(localObject -> localObject.confirm(memory.epoch().now()));
        }
        carryOver();
        memory.hot().recount(objects);
        Ageing ageing = memory.epoch().now();
        if (memory.epoch()
                .raiseIfDue(memory.hot().meanAgac(ageing), memory.hot().fullness(), ageing.epoch())) {
            memory.statistics().count(Event.AGEINGS);
        }
    }

    private void carryOver() {
        int by = memory.epoch().takeFar();
        if (by > 0) {
            memory.localObjects().carryOver(by, memory.epoch().now());
            memory.hot().recount(memory.localObjects().held());
        }
    }

    /**
     * Returns the entries to report, and the next victims, whose counts must be current: twice as many as were evicted
     * since the last report, and a few at least.
     */
    private List<LocalObjectEntry> due() {
        long now = memory.statistics().of(Event.EVICTIONS);
        long doubted = Math.min(MOST_ENTRIES / DOUBTED, LEAST_DOUBTED + 2 * (now - evicted));
        evicted = now;
        Set<LocalObjectEntry> objects = new LinkedHashSet<>(memory.hot().nextToGo(Math.toIntExact(doubted)));
        objects.addAll(memory.localObjects().toReport(slices, MOST_ENTRIES - objects.size()));
        return List.copyOf(objects);
    }

    private void report(List<LocalObjectEntry> objects) {
        if (objects.isEmpty()) {
            return;
        }
        Ageing ageing = memory.epoch().now();
        List<LocalCountReport> tallies =
                objects.stream().map(LocalObjectEntry::localCount).toList();
        BitSet announced = new BitSet();
        for (int i = 0; i < tallies.size(); i++) {
            announced.set(i, objects.get(i).announces(tallies.get(i)));
        }
        Map<String, EntrySummary> readings = table.get().report(tallies, ageing);
        int confirmed = 0;
        for (int i = 0; i < tallies.size(); i++) {
            EntrySummary reading = readings.get(tallies.get(i).key());
            if (reading != null) {
                confirmed++;
                learn(objects.get(i), tallies.get(i), reading, ageing);
            } else if (announced.get(i)) {
                objects.get(i).unannounce();
            }
        }
        memory.statistics().add(Event.REPORTS_CONFIRMED, confirmed);
        memory.statistics().add(Event.REPORTS_UNCONFIRMED, tallies.size() - confirmed);
    }

    private void learn(LocalObjectEntry localObject, LocalCountReport told, EntrySummary reading, Ageing ageing) {
        memory.learn(localObject, reading, ageing);
        localObject.confirmed(told);
        if (!localObject.isHeld() && reading.holders().contains(self)) {
            localObject.announce();
        }
        if (localObject.isHeld()) {
            // An invalidation that was lost is made good here.
            memory.hot().drop(localObject.key(), reading.version());
        }
    }
}
