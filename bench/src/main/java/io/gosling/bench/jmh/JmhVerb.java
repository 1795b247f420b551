package io.gosling.bench.jmh;

import io.gosling.bench.process.BenchVerb;
import io.gosling.bench.process.Machine;
import io.gosling.bench.process.Published;
import io.gosling.node.CommandFailure;
import io.gosling.node.ExitCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gosling bench jmh}: the micro-benchmarks, beside those of an earlier run. */
@Command(
        name = "jmh",
        description = {
            "Run micro-benchmarks, keep their scores as JSON with the machine's facts, and compare them with a run before.",
            "What differs by less than both errors together is said to be the same. gosling bench micro hands JMH's own",
            "arguments to JMH instead.",
        },
        footer = {
            "",
            "All of them take about ten minutes, with --quick one.",
            "",
            "Examples:",
            "  gosling bench jmh --json today.json",
            "  gosling bench jmh Policy FastLane --against today.json"
        })
public final class JmhVerb extends BenchVerb {
    @Parameters(
            paramLabel = "NAME",
            arity = "0..*",
            description = "Benchmarks with this in their names (regular expressions). Default: all.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--json", paramLabel = "FILE", description = "Keep the scores there.")
    private @Nullable Path json;

    @Option(names = "--against", paramLabel = "FILE", description = "Compare with scores that --json has kept.")
    private @Nullable Path against;

    @Option(names = "--markdown", paramLabel = "FILE", description = "Write the table there too.")
    private @Nullable Path markdown;

    @Option(
            names = "--quick",
            description = "One iteration of a tenth of a second of each: whether they run, and no figure to go by.")
    private boolean quick;

    @Override
    public ExitCode call() throws IOException {
        Optional<Scores> before = before();
        Scores now = new Scores(Machine.head(typed()), run());
        Comparison comparison = new Comparison(now, before);
        print(comparison.markdown());
        Published.write(markdown, comparison::markdown);
        Published.write(json, now::json);
        return ExitCode.OK;
    }

    /** Read before anything long begins. */
    private Optional<Scores> before() {
        if (against == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(Scores.read(against));
        } catch (IllegalArgumentException e) {
            throw refused(e.getMessage());
        } catch (IOException e) {
            throw new CommandFailure(ExitCode.NOT_FOUND, "--against cannot be read: " + e.getMessage());
        }
    }

    private List<Score> run() {
        ChainedOptionsBuilder options = new OptionsBuilder().verbosity(quick ? VerboseMode.SILENT : VerboseMode.NORMAL);
        names.forEach(options::include);
        if (quick) {
            options.forks(1).warmupIterations(0).measurementIterations(1).measurementTime(TimeValue.milliseconds(100));
        }
        try {
            return new Runner(options.build())
                    .run().stream()
                            .map(Score::of)
                            .sorted(Comparator.comparing(Score::benchmark))
                            .toList();
        } catch (NoBenchmarksException e) {
            throw refused("NAME is " + String.join(", ", names)
                    + "; it must be part of a benchmark's name, as gosling bench micro -- -l lists them");
        } catch (RunnerException e) {
            throw new CommandFailure(ExitCode.FAILURE, "a benchmark failed: " + e.getMessage());
        }
    }
}
