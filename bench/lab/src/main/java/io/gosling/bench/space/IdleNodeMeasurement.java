package io.gosling.bench.space;

import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.ProcessTreeUsage;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures the CPU time and the resident memory of each node of small clusters that get no requests. */
record IdleNodeMeasurement(ProcessWorkspace place, NodeProcesses.Shape shape, int seconds) {
    static final String NAME = "idle";
    static final int SECONDS = 60;

    private static final List<Integer> CLUSTERS = List.of(3, 4);
    /** The maximum time for what a start leaves to be done, such as compilation; it is not measured. */
    private static final int MOST_SETTLING = 10;

    private static final double GOAL_PERCENT = 0.5;
    private static final double GOAL_MEGABYTES = 140;
    private static final double MEGABYTE = 1e6;

    List<MeasuredFigure> run() throws IOException, InterruptedException {
        List<MeasuredFigure> lines = new ArrayList<>();
        for (int nodes : CLUSTERS) {
            try (NodeProcesses processes =
                    NodeProcesses.start(place, shape, place.directory("idle").toString(), nodes)) {
                TimeUnit.SECONDS.sleep(Math.min(seconds, MOST_SETTLING));
                List<Long> before = ticks(processes);
                TimeUnit.SECONDS.sleep(seconds);
                List<Long> after = ticks(processes);
                for (int i = 0; i < nodes; i++) {
                    NodeProcesses.Member member = processes.member(i);
                    long bytes = ProcessTreeUsage.residentBytes(member.process().toHandle());
                    lines.addAll(lines(nodes, member.name(), after.get(i) - before.get(i), seconds, bytes));
                }
            }
        }
        return lines;
    }

    static List<MeasuredFigure> lines(int nodes, String node, long ticks, int seconds, long bytes) {
        String what = nodes + " nodes without requests, " + node + ": ";
        double percent = 100 * ticks / ProcessTreeUsage.TICKS_A_SECOND / seconds;
        return List.of(
                MeasuredFigure.of(NAME, what + "CPU", "% of a CPU", percent).below(GOAL_PERCENT),
                MeasuredFigure.of(NAME, what + "resident", "MB", bytes / MEGABYTE)
                        .below(GOAL_MEGABYTES));
    }

    private static List<Long> ticks(NodeProcesses processes) throws IOException {
        List<Long> ticks = new ArrayList<>();
        for (NodeProcesses.Member member : processes.members()) {
            ticks.add(ProcessTreeUsage.cpuTicks(member.process().toHandle()));
        }
        return ticks;
    }
}
