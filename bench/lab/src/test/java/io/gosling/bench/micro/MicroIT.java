package io.gosling.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.bench.process.TypedVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench micro} as it is typed, in one short iteration and one process. */
class MicroIT {
    private static final String SHORTEST = " -- -f 0 -wi 0 -i 1 -r 10ms -w 10ms -rf csv -rff ";

    @TempDir
    private Path folder = Path.of(".");

    @Test
    void theBenchmarksThatAreNamedHaveScores() throws Exception {
        assertEquals(Set.of("HotMemoryBenchmark"), measured("micro HotMemoryBenchmark"));
    }

    @Test
    @Tag("lab")
    void allBenchmarksHaveScores() throws Exception {
        assertEquals(
                Set.of("CacheHitBenchmark", "HotMemoryBenchmark", "OfferBenchmark", "PolicyBenchmark"),
                measured("micro"));
    }

    /** The classes with a score in JMH's own table of results. */
    private Set<String> measured(String verb) throws Exception {
        Path scores = folder.resolve("scores.csv");
        // JMH runs once at a time on a machine, and knows that by a file there.
        try (TypedVerb run = TypedVerb.start(
                folder, Map.of("GOSLING_JVM", "-Djava.io.tmpdir=" + folder), (verb + SHORTEST + scores).split(" "))) {
            run.endsWell();
        }
        Set<String> classes = new TreeSet<>();
        Files.readAllLines(scores).stream()
                .skip(1)
                .map(line -> line.substring(1, line.indexOf('"', 1)).split("\\."))
                .forEach(name -> classes.add(name[name.length - 2]));
        return classes;
    }
}
