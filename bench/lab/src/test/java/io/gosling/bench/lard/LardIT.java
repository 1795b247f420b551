package io.gosling.bench.lard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.process.TypedVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench lard --quick} as it is typed. */
class LardIT {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunMeasuresAPolicy() throws Exception {
        Path table = folder.resolve("lard.md");
        Path page = folder.resolve("lard.html");
        Path csv = folder.resolve("lard.csv");
        TypedVerb run = TypedVerb.run(
                folder, ("lard --quick --markdown " + table + " --csv " + csv + " --html " + page).split(" "));
        List<String> rounds = Files.readAllLines(csv);
        assertEquals(2, rounds.size(), run::told);
        String[] fields = rounds.get(1).split(",");
        assertTrue(Long.parseLong(fields[3]) > 0, run::told);
        assertTrue(Double.parseDouble(fields[6]) > 0, run::told);
        assertTrue(Double.parseDouble(fields[7]) > 0, run::told);
        assertEquals("0", fields[8], run::told);
        assertTrue(Files.readString(table).contains("| 2 | `lard-r` | off |"), run::told);
        assertTrue(Files.readString(page).contains("<svg"), run::told);
    }
}
