package io.gosling.gos.cluster;

import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeader;
import io.gosling.gos.objecttable.GlobalObjectTable;
import io.gosling.gos.objecttable.LocalCount;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A table that comes when the cluster is joined, and goes when it is left. Any thread; one volatile reference. */
final class LateTable implements GlobalObjectTable {
    private volatile GlobalObjectTable table = GlobalObjectTable.none();

    void use(GlobalObjectTable now) {
        table = now;
    }

    @Override
    public @Nullable EntrySummary locate(LocalCount localCount, Ageing ageing) {
        return table.locate(localCount, ageing);
    }

    @Override
    public boolean beginLocate(
            LocalCount localCount, Ageing ageing, Executor loop, Consumer<@Nullable EntrySummary> reader) {
        return table.beginLocate(localCount, ageing, loop, reader);
    }

    @Override
    public void filled(LocalCount localCount, Ageing ageing) {
        table.filled(localCount, ageing);
    }

    @Override
    public @Nullable EntrySummary claimFetch(String key, FetchLeader mine, FetchLeader failed) {
        return table.claimFetch(key, mine, failed);
    }

    @Override
    public void endFetch(String key, FetchLeader mine, boolean held) {
        table.endFetch(key, mine, held);
    }

    @Override
    public void notHeld(String key, int tag) {
        table.notHeld(key, tag);
    }

    @Override
    public @Nullable EntrySummary changed(String key, long since) {
        return table.changed(key, since);
    }

    @Override
    public Map<String, EntrySummary> report(Collection<LocalCount> tallies, Ageing ageing) {
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
