package io.gosling.bench.jmh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.process.TypedVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench jmh --quick} as it is typed: every benchmark runs, whatever its figure is. */
class JmhIT {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunHasAScoreOfEveryBenchmark() throws Exception {
        Path csv = folder.resolve("jmh.csv");
        Path html = folder.resolve("jmh.html");
        Path json = folder.resolve("jmh.json");
        // JMH runs once at a time on a machine, and knows that by a file there.
        try (TypedVerb run = TypedVerb.start(
                folder,
                Map.of("GOSLING_JVM", "-Djava.io.tmpdir=" + folder),
                ("jmh --quick --csv " + csv + " --html " + html + " --json " + json).split(" "))) {
            run.endsWell();
            List<String> lines = Files.readAllLines(csv);
            assertEquals(ScoreComparison.COLUMNS.names().strip(), lines.getFirst(), run::told);
            Set<String> classes = lines.stream()
                    .skip(1)
                    .map(line -> line.substring(1, line.indexOf('.')))
                    .collect(Collectors.toSet());
            assertEquals(
                    Set.of(
                            "CountersBenchmark",
                            "DecoderBenchmark",
                            "FastLaneBenchmark",
                            "HotMemoryBenchmark",
                            "OfferBenchmark",
                            "PageAssemblyBenchmark",
                            "PageLinksBenchmark",
                            "PolicyBenchmark",
                            "ReplacementBenchmark"),
                    classes,
                    run::told);
            for (BenchmarkScore score : Scores.read(json).scores()) {
                assertTrue(score.value() > 0, score::toString);
            }
            assertEquals(
                    lines.size() - 1,
                    Jsoup.parse(Files.readString(html)).select("svg rect").size());
        }
    }
}
