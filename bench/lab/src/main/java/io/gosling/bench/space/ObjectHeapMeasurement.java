package io.gosling.bench.space;

import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.util.List;

/**
 * Measures the heap that objects take where the tables are: by how much heaps grow while objects arrive, and by how
 * much they shrink when the Global Object Table is emptied, which is the size of its entries. Bodies lie off the heap.
 */
record ObjectHeapMeasurement(ProcessWorkspace place, NodeProcesses processes, LiveHeap empty) {
    static final String NAME = "table";
    private static final double GOAL_BYTES = 120;
    private static final double MEGABYTE = 1e6;

    List<MeasuredFigure> run() throws IOException, InterruptedException {
        LiveHeap full = LiveHeap.of(place, processes);
        long held = processes.held();
        try (KeepAliveConnection admin =
                KeepAliveConnection.open(processes.member(0).admin())) {
            admin.admin("DELETE", "/object-table");
        }
        LiveHeap emptied = LiveHeap.of(place, processes);
        int nodes = processes.members().size();
        double row = (double) (full.bytes() - emptied.bytes()) / Math.max(1, full.rows() - emptied.rows());
        double object = (double) (full.bytes() - empty.bytes()) / Math.max(1, held);
        String what = "heap for an object in memory: its header, its own row, two of the table";
        return List.of(
                MeasuredFigure.of(NAME, "rows and their backups, all nodes", "rows", full.rows()),
                MeasuredFigure.of(NAME, "objects in memory, all nodes", "objects", held),
                MeasuredFigure.of(NAME, "heap in use, with them", "MB a node", full.bytes() / MEGABYTE / nodes),
                MeasuredFigure.of(NAME, "heap in use, before", "MB a node", empty.bytes() / MEGABYTE / nodes),
                MeasuredFigure.of(NAME, "heap for a row (a backup is another)", "bytes", row)
                        .below(GOAL_BYTES),
                MeasuredFigure.of(NAME, what, "bytes", object));
    }
}
