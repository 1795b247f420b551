package io.gosling.bench.dcapache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.process.TypedVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./gosling bench dc-apache} on processes, in its short form: no figure of it counts. */
// In a plain build: DcApacheVerbTest.
@Tag("lab")
class DcApacheIT {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void aQuickRunOnServersAnswersEverythingAndTellsWhatAPageCosts() throws Exception {
        Path csv = folder.resolve("dc.csv");
        Path markdown = folder.resolve("dc.md");
        TypedVerb run = TypedVerb.run(
                folder, ("dc-apache --only-real --quick --csv " + csv + " --markdown " + markdown).split(" "));
        List<String> rows = Files.readAllLines(csv);
        assertEquals(2, rows.size(), run::told);
        assertTrue(rows.get(1).startsWith("real,lod,2,4,resource-aware,replication,,"), run::told);
        // The other server has answered as well, and nobody has counted what went there.
        String[] fields = rows.get(1).split(",");
        assertTrue(Double.parseDouble(fields[10]) < 1, run::told);
        assertEquals("", fields[11] + fields[12], run::told);
        String table = Files.readString(markdown);
        for (int links : ChosenLinkMeasurement.LINKS) {
            assertTrue(table.contains("a page with " + links + " links, " + links + " of them chosen"), table);
        }
    }
}
