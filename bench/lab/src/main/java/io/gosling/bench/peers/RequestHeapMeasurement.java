package io.gosling.bench.peers;

import io.gosling.bench.process.OwnJavaCommands;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Measures the heap that a request on the event-loop path allocates: {@link io.gosling.bench.micro.CacheHitBenchmark}
 * under JMH's allocation profiler.
 */
record RequestHeapMeasurement(ProcessWorkspace place, ComparisonRunner.Pace pace) {
    private static final Pattern ALLOCATED =
            Pattern.compile("(?s)gc\\.alloc\\.rate\\.norm\" : \\{.*?\"rawData\" : \\[\\s*\\[([^\\]]*)\\]");
    private static final int SPARE_SECONDS = 120;

    void run(ComparisonRow row, SampleCollector ledger) throws IOException, InterruptedException {
        Path result = place.directory(row.label).resolve("jmh.json");
        String log = row == ComparisonRow.HEAP_LOG ? "on" : "off";
        place.run(
                "jmh",
                OwnJavaCommands.launch(
                        "micro -- CacheHitBenchmark -f 1 -p size=1024 -prof gc -w 1 -rf json -p log=" + log,
                        "-wi " + pace.warmUp() + " -i " + pace.rounds() + " -r " + pace.seconds() + " -rff",
                        result),
                pace.warmUp() + (long) pace.rounds() * pace.seconds() + SPARE_SECONDS);
        List<Double> figures = allocated(Files.readString(result));
        for (int round = 1; round <= figures.size(); round++) {
            double figure = figures.get(round - 1);
            ledger.enter(new ComparisonSample(row, round, OwnServers.NAME, figure, 0, pace.seconds(), Double.NaN));
        }
    }

    static List<Double> allocated(String json) {
        Matcher found = ALLOCATED.matcher(json);
        if (!found.find()) {
            throw new CommandFailureException(ExitCode.FAILURE, "JMH's result says nothing about allocation:\n" + json);
        }
        return Stream.of(found.group(1).split(","))
                .map(String::strip)
                .map(Double::valueOf)
                .toList();
    }
}
