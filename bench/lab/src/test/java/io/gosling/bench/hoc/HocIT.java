package io.gosling.bench.hoc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.process.CalledVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Web servers as processes, before emulated disks: those with the repository read a file once in the cluster. */
// In a plain build: ResponsesInRepositoryIT of node.
@Tag("lab")
@EnabledOnOs(value = OS.LINUX, disabledReason = "gosling bench needs Linux")
class HocIT {
    private static final String HOME = "gosling.home";
    private static final Path CLONE = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir
    private Path folder = Path.of(".");

    /** The nodes are started by the launcher of this clone. */
    @BeforeAll
    static void theLauncherIsThatOfThisClone() {
        System.setProperty(HOME, CLONE.toString());
    }

    @AfterAll
    static void theLauncherIsForgotten() {
        System.clearProperty(HOME);
    }

    @Test
    void aQuickRunHasEveryFigureAndTheRepositoryHitsWhereNoCacheDoesNot() throws Exception {
        Path csv = folder.resolve("hoc.csv");
        Path table = folder.resolve("hoc.md");
        CalledVerb.endsWell(
                new HocVerb(), "--quick", "--sets", "web", "--csv", csv.toString(), "--markdown", table.toString());
        List<String[]> rows = Files.readAllLines(csv).stream()
                .skip(1)
                .map(line -> line.split(","))
                .toList();
        assertEquals(
                List.of("web,1,3", "web,1,4", "web,1,5", "web,2,7", "herd,1,4", "web,2,3"),
                rows.stream()
                        .map(row -> String.join(",", row[0], row[1], row[2]))
                        .toList());
        // A web server with the repository has a memory of 1 MiB too, which is 100 MB of the paper.
        WebServerWorkload set = WebServerWorkload.of(100);
        double most = set.hitRatio("gds", 900);
        double least = (set.hitRatio("gds", 100) + most) / 2;
        for (String[] row : rows) {
            double hits = Double.parseDouble(row[7]);
            if (row[2].equals("5")) {
                assertEquals(0, hits, "no cache");
            } else {
                assertTrue(hits > (row[2].equals("3") ? 0.2 : least), String.join(",", row) + " of " + most);
            }
        }
        String text = Files.readString(table);
        for (int figure = 4; figure <= 6; figure++) {
            assertTrue(text.contains("Figure " + figure + ":"), text);
        }
    }
}
