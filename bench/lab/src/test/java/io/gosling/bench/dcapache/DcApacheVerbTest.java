package io.gosling.bench.dcapache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.process.CalledVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DcApacheVerbTest {
    @TempDir
    private Path folder = Path.of(".");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--sets|mapug,web|--sets is web; it must be of lod, mapug, sequoia, specweb",
                "--servers|17|--servers is 17; it must be 1 to 16",
                "--clients|0|--clients is 0; it must be 1 to 1024",
                "--seeds|0|--seeds is 0; it must be 1 to 100",
                "--real-servers|9|--real-servers is 9; it must be 1 to 8",
                "--real-clients|1025|--real-clients is 1025; it must be 1 to 1024",
                "--seconds|0|--seconds is 0; it must be 1 to 600",
                "--percent|101|--percent is 101; it must be 1 to 100",
            })
    void wrongValuesAreRefusedWithWhatWasExpected(String option, String value, String message) {
        CalledVerb.isRefused(new DcApacheVerb(), message, option, value);
    }

    @Test
    void aQuickRunHasEveryFigureOfThePaper() throws Exception {
        Path csv = folder.resolve("dc.csv");
        Path table = folder.resolve("dc.md");
        Path html = folder.resolve("dc.html");
        Path site = Files.createDirectory(folder.resolve("site"));
        Files.writeString(site.resolve("index.html"), "<!doctype html><img src=a.png><a href=b.html>b</a>");
        CalledVerb.endsWell(
                new DcApacheVerb(),
                "--quick",
                "--site",
                site.toString(),
                "--csv",
                csv.toString(),
                "--markdown",
                table.toString(),
                "--html",
                html.toString());
        List<String> lines = Files.readAllLines(csv);
        assertEquals(
                "part,site,servers,clients,method,spread,quota_share,connections_per_s,mib_per_s,response_ms,"
                        + "largest_share,transfers,evictions,failed",
                lines.getFirst());
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("scale,lod,4,64,")), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("quota,sequoia,4,64,naive,")), lines::toString);
        assertTrue(
                lines.stream().anyMatch(line -> line.startsWith("hot-spot,hot-spot,4,64,resource-aware,migration,")),
                lines::toString);
        String text = Files.readString(table);
        for (String figure : List.of("6a", "6b", "7a", "7b", "8", "9a", "9b")) {
            assertTrue(text.contains("Figure " + figure + ":"), figure);
        }
        assertTrue(text.contains("reading the links of site: 1 pages, 2 links"), text);
        assertTrue(Files.readString(html).contains("Figure 9b"));
    }

    @Test
    void theHelpSaysEveryColumn() {
        CalledVerb.saysItsColumns(new DcApacheVerb(), DcApacheResult.COLUMNS.names());
    }

    @Test
    void whatRealServersDoNotTellIsEmptyAndNotNone() {
        DcApacheResult real = new DcApacheResult(
                "real",
                "lod",
                2,
                4,
                "naive",
                "replication",
                DcApacheResult.NOT_SET,
                9,
                1 << 20,
                3,
                0.5,
                DcApacheResult.NOT_MEASURED,
                DcApacheResult.NOT_MEASURED,
                0);
        assertEquals("real,lod,2,4,naive,replication,,9.0,1.000,3.00,0.5000,,,0\n", DcApacheResult.COLUMNS.line(real));
    }

    /**
     * The system counts processor time in steps of 10 ms: of requests of 20 µs a percent is told apart in a hundred
     * steps.
     */
    @Test
    void shortPagesAreAskedForOftenEnoughToTellAPercentApart() {
        for (int links : ChosenLinkMeasurement.LINKS) {
            double leastMicros = links < 1000 ? 20 : 100;
            assertTrue(
                    ChosenLinkMeasurement.asked(20_000, links) * leastMicros / 10_000 >= 100, () -> links + " links");
        }
    }

    @Test
    void everyClaimOfThePaperIsBesideWhatWasFound() {
        DcApacheReport report = new DcApacheReport(
                Map.of("date", "2026-01-01"),
                List.of(
                        row("scale", "lod", 1, "resource-aware", 2, 500, 100),
                        row("scale", "lod", 4, "resource-aware", 2, 1900, 26),
                        row("quota", "specweb", 4, "naive", 0.4, 1000, 1),
                        row("quota", "specweb", 4, "deletion-aware", 0.4, 1200, 1),
                        row("quota", "specweb", 4, "resource-aware", 0.4, 1300, 1),
                        row("quota", "specweb", 4, "naive", 0.6, 1000, 1),
                        row("quota", "specweb", 4, "deletion-aware", 0.6, 1400, 1),
                        row("quota", "specweb", 4, "resource-aware", 0.6, 1300, 1)),
                List.of(new ChosenLinkMeasurement.Cost(10, 10, 1300, 1900, 50, 88, 100, 110)),
                List.of(new PageParseMeasurement.Speed("site", 2, 1000, 5, 61)));
        String table = report.figures().markdown();
        assertTrue(table.contains("| 7 | 4 servers over 1: lod, simulated | near linear to 16 | 3.8 |"), table);
        assertTrue(table.contains("| falls as 1/n | 1/3.8, 100.0 to 26.0 ms |"), table);
        assertTrue(
                table.contains("| 9 | order on specweb: resource-aware before deletion-aware before naive |"
                        + " at every quota but none and all | so at 0.40; not so at 0.60 |"),
                table);
        assertTrue(
                table.contains("| +10 %; over a node in no replica set +120 %, and +25 % over it with a page as long"
                        + " (1900 bytes, and 1300 plain) |"),
                table);
        assertTrue(table.contains("| 61.0 MB/s on one thread |"), table);
    }

    private static DcApacheResult row(
            String part, String site, int servers, String method, double quota, double perSecond, double millis) {
        return new DcApacheResult(
                part, site, servers, 64, method, "replication", quota, perSecond, 1 << 20, millis, 0.3, 0, 0, 0);
    }
}
