package io.gosling.bench.space;

import io.gosling.bench.process.OwnJavaCommands;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.LaunchCommand;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The live objects on the heaps of nodes, after a collection of each. */
record LiveHeap(long bytes, long rows) {
    private static final long TIMEOUT_SECONDS = 60;
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total +\\d+ +(\\d+)");
    private static final Pattern ROWS =
            Pattern.compile("(?m)^ *\\d+: +(\\d+) +\\d+ +com\\.hazelcast\\.map\\.impl\\.record\\.\\w*Record\\w*\\b");

    static LiveHeap of(ProcessWorkspace place, NodeProcesses processes) throws IOException, InterruptedException {
        long bytes = 0;
        long rows = 0;
        for (NodeProcesses.Member member : processes.members()) {
            LaunchCommand histogram = LaunchCommand.of(
                    OwnJavaCommands.program("jcmd"), member.process().pid(), "GC.class_histogram");
            LiveHeap one = read(place.run("histogram", histogram, TIMEOUT_SECONDS));
            bytes += one.bytes;
            rows += one.rows;
        }
        return new LiveHeap(bytes, rows);
    }

    static LiveHeap read(String histogram) throws IOException {
        Matcher total = TOTAL.matcher(histogram);
        if (!total.find()) {
            throw new IOException("no total in what jcmd has printed: "
                    + histogram.lines().limit(5).toList());
        }
        long rows = ROWS.matcher(histogram)
                .results()
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .sum();
        return new LiveHeap(Long.parseLong(total.group(1)), rows);
    }
}
