package io.gosling.gos;

import static io.gosling.gos.ObjectSpaceStatistics.Event;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One round of reporting: local counts go to the rows, global ones come back, and everything is aged when it is due. Run
 * by one thread at a time.
 */
public final class CountReport {
    /** One row in so many of a report is for the counts of what would go next. */
    private static final int DOUBTED = 32;

    private final NodeMemory memory;
    private final GlobalObjectTable table;
    private final CountSettings settings;
    private final int self;
    private int slice;

    /** @param self this node's tag */
    public CountReport(NodeMemory memory, GlobalObjectTable table, CountSettings settings, int self) {
        this.self = self;
        this.memory = memory;
        this.table = table;
        this.settings = settings;
    }

    /** Reports once; returns when it was confirmed, or when the table's deadline passed. */
    public void run() {
        slice = (slice + 1) % settings.slices();
        List<LocalObject> rows = rows();
        if (table.isShared()) {
            report(rows);
        } else {
            rows.forEach(row -> row.confirm(memory.epoch().now()));
        }
        memory.rows().carryOver(memory.epoch().takeFar(), memory.epoch().now());
        memory.hot().recount();
        Ageing ageing = memory.epoch().now();
        if (memory.epoch()
                .raiseIfDue(memory.hot().meanAgac(ageing), memory.hot().fullness(), ageing.epoch())) {
            memory.statistics().count(Event.AGEINGS);
        }
    }

    /** What is to be told, and what would go next: a copy that only others ask for must not go by a count of long ago. */
    private List<LocalObject> rows() {
        Set<LocalObject> rows = new LinkedHashSet<>(memory.hot().nextToGo(settings.reportRows() / DOUBTED));
        rows.addAll(memory.rows().toReport(slice, settings.slices(), settings.reportRows()));
        return rows.stream().limit(settings.reportRows()).toList();
    }

    private void report(List<LocalObject> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Ageing ageing = memory.epoch().now();
        List<Tally> tallies = rows.stream().map(LocalObject::tally).toList();
        Map<String, RowReading> readings = table.report(tallies, ageing);
        int confirmed = 0;
        for (int i = 0; i < tallies.size(); i++) {
            RowReading reading = readings.get(tallies.get(i).key());
            if (reading != null) {
                confirmed++;
                learn(rows.get(i), tallies.get(i), reading, ageing);
            }
        }
        memory.statistics().add(Event.REPORTS_CONFIRMED, confirmed);
        memory.statistics().add(Event.REPORTS_UNCONFIRMED, tallies.size() - confirmed);
    }

    private void learn(LocalObject row, Tally told, RowReading reading, Ageing ageing) {
        memory.epoch().heard(reading.epoch());
        row.learn(reading, ageing);
        row.confirmed(told);
        if (!row.isHeld() && reading.holders().contains(self)) {
            row.announce();
        }
        if (row.isHeld()) {
            // An invalidation that was lost is made good here.
            memory.hot().drop(row.key(), reading.version());
        }
    }
}
