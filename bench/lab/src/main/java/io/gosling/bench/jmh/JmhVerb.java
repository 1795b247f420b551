package io.gosling.bench.jmh;

import io.gosling.command.CommandFailure;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.Machine;
import io.gosling.tools.process.OutputFile;
import io.gosling.tools.process.PageFile;
import io.gosling.tools.process.ReportFiles;
import io.gosling.tools.process.ReportOutput;
import io.gosling.tools.process.ReportingVerb;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gosling bench jmh}: runs the micro-benchmarks, and compares them with an earlier run. */
@Command(
        name = "jmh",
        description = {
            "Run micro-benchmarks, keep their scores as JSON with the machine's facts, and compare them with a run"
                    + " before.",
            "What differs by less than both errors together is said to be the same. gosling bench micro hands JMH's"
                    + " own",
            "arguments to JMH instead.",
        },
        footer = {
            "",
            "All of them take about a quarter of an hour, each in a process of its own; with --quick no more than 20 s,"
                    + " in one.",
            "",
            "Columns of the CSV: benchmark, unit, value, error, before, before_error, verdict. What is not known is"
                    + " empty.",
            "",
            "Examples:",
            "  gosling bench jmh --json today.json --csv today.csv --html today.html",
            "  gosling bench jmh Policy FastLane --against today.json"
        })
public final class JmhVerb extends ReportingVerb {
    /**
     * For a quick run: one value of each parameter that is an amount or a kind. Policies keep all their values, since
     * each chooses in its own way.
     */
    private static final Map<String, String> FEW =
            Map.of("nodes", "16", "links", "10", "size", "1024", "log", "off", "replacement", "lru");

    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Benchmarks with this in their names (regular expressions). Default: all.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", converter = OutputFile.class, description = "Keep the scores there.")
    private @Nullable Path json;

    @Option(names = "--against", paramLabel = "FILE", description = "Compare with scores that --json has kept.")
    private @Nullable Path against;

    @Option(
            names = "--quick",
            description =
                    "One iteration of a tenth of a second of each, with one size and kind of what they work on: whether"
                            + " they run, and no figure to go by.")
    private boolean quick;

    @Mixin
    private ReportFiles reports = new ReportFiles();

    @Mixin
    private PageFile page = new PageFile();

    @Override
    public ExitCode call() throws IOException {
        Optional<Scores> before = before();
        List<BenchmarkScore> scores = run();
        Map<String, String> head = Machine.head(typed());
        tellTaken(head);
        Scores now = new Scores(head, scores);
        publish(new ScoreComparison(now, before), reports, page);
        ReportOutput.write(json, now::json);
        return ExitCode.OK;
    }

    /** Read before anything long begins. */
    private Optional<Scores> before() {
        return Optional.ofNullable(against).map(file -> read("--against", () -> Scores.read(file)));
    }

    private List<BenchmarkScore> run() {
        ChainedOptionsBuilder options = new OptionsBuilder().verbosity(quick ? VerboseMode.SILENT : VerboseMode.NORMAL);
        names.forEach(options::include);
        if (quick) {
            // A benchmark that only has to run needs no process of its own, which takes longer to start than to run.
            options.forks(0).warmupIterations(0).measurementIterations(1).measurementTime(TimeValue.milliseconds(100));
            FEW.forEach(options::param);
        }
        try {
            return new Runner(options.build())
                    .run().stream()
                            .map(BenchmarkScore::of)
                            .sorted(Comparator.comparing(BenchmarkScore::benchmark))
                            .toList();
        } catch (NoBenchmarksException e) {
            throw refused("NAME is " + String.join(", ", names)
                    + "; it must be part of a benchmark's name, as gosling bench micro -- -l lists them");
        } catch (RunnerException e) {
            throw new CommandFailure(ExitCode.FAILURE, "a benchmark failed: " + e.getMessage());
        }
    }
}
