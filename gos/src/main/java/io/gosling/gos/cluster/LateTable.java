package io.gosling.gos.cluster;

import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.Lead;
import io.gosling.gos.objecttable.RowReading;
import io.gosling.gos.objecttable.Tally;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A table that comes when the cluster is joined, and goes when it is left. Any thread; one volatile reference. */
final class LateTable implements GlobalObjectTable {
    private volatile GlobalObjectTable table = GlobalObjectTable.none();

    void use(GlobalObjectTable now) {
        table = now;
    }

    @Override
    public @Nullable RowReading locate(Tally tally, Ageing ageing) {
        return table.locate(tally, ageing);
    }

    @Override
    public void filled(Tally tally, Ageing ageing) {
        table.filled(tally, ageing);
    }

    @Override
    public @Nullable RowReading lead(String key, Lead mine, Lead failed) {
        return table.lead(key, mine, failed);
    }

    @Override
    public void led(String key, Lead mine, boolean held) {
        table.led(key, mine, held);
    }

    @Override
    public void notHeld(String key, int tag) {
        table.notHeld(key, tag);
    }

    @Override
    public @Nullable RowReading changed(String key, long since) {
        return table.changed(key, since);
    }

    @Override
    public Map<String, RowReading> report(Collection<Tally> tallies, Ageing ageing) {
        return table.report(tallies, ageing);
    }

    @Override
    public @Nullable String ownerOf(String key) {
        return table.ownerOf(key);
    }

    @Override
    public boolean isShared() {
        return table.isShared();
    }
}
