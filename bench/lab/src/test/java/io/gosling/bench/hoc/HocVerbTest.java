package io.gosling.bench.hoc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.figures.PaperFigure;
import io.gosling.tools.process.CalledVerb;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.trace.Trace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HocVerbTest {
    @TempDir
    private Path folder = Path.of(".");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--sets|8k,32k|--sets is 32k; it must be of 8k, 16k, 512, 1m, web",
                "--servers|0|--servers is 0; it must be 1 to 16",
                "--divisor|101|--divisor is 101; it must be 1 to 100",
                "--latency|0|--latency is 0; it must be 1 to 1000",
                "--clients|513|--clients is 513; it must be 1 to 512",
            })
    void wrongValuesAreRefusedWithWhatWasExpected(String option, String value, String message) {
        CalledVerb.isRefused(new HocVerb(), message, option, value);
    }

    @Test
    void aQuickRunOfGetsBringsEveryObject() throws Exception {
        Path csv = folder.resolve("hoc.csv");
        CalledVerb.endsWell(new HocVerb(), "--quick", "--sets", "8k,1m", "--csv", csv.toString());
        List<String> lines = Files.readAllLines(csv);
        assertEquals(
                "set,servers,configuration,requests,seconds,throughput_rps,throughput_mib_s,hit_ratio,late,failed",
                lines.getFirst());
        assertTrue(lines.get(1).startsWith("get-8k,2,,500,"), lines::toString);
        assertTrue(lines.get(2).startsWith("get-1m,2,,200,"), lines::toString);
    }

    @Test
    void theHelpSaysEveryColumn() {
        CalledVerb.saysItsColumns(new HocVerb(), HocResult.COLUMNS.names());
    }

    @Test
    void theWebSetIsAsThePaperHasIt() {
        WebServerWorkload set = WebServerWorkload.of(10);
        Trace trace = set.files().trace();
        assertEquals(25_000, trace.requests().length);
        long small =
                Arrays.stream(trace.sizes()).filter(size -> size <= 100 << 10).count();
        assertEquals(0.9, (double) small / trace.objects(), 0.02);
        assertEquals(36.8, (double) trace.footprint() / trace.objects() / 1024, 6);
        assertTrue(set.hitRatio("lfu", 150) < set.hitRatio("lfu", 900));
        assertTrue(set.hitRatio("rnd", 450) < set.hitRatio("gds", 450));
    }

    @Test
    void everyClaimOfThePaperIsBesideWhatWasFound() {
        HocReport report = new HocReport(
                Map.of("date", "2026-01-01"),
                List.of(
                        new HocResult("get-8k", 1, "", 1000, 8192_000, 0, 0, 0, 1),
                        new HocResult("get-8k", 4, "", 3000, 8192_000, 10, 0, 0, 1),
                        new HocResult("web", 1, "3", 100, 1 << 20, 50, 0, 0, 2),
                        new HocResult("web", 1, "7", 150, 1 << 20, 90, 0, 0, 2),
                        new HocResult("web", 1, "4", 180, 1 << 20, 90, 0, 0, 2),
                        new HocResult("web", 2, "7", 200, 1 << 20, 90, 0, 0, 2),
                        new HocResult("herd", 2, "4", 800, 1 << 20, 600, 0, 0, 2),
                        new HocResult("web", 4, "3", 400, 1 << 20, 200, 0, 0, 2)),
                List.of());
        String table = report.figures().markdown();
        assertTrue(
                table.contains("| 3 | get-8k: 4 servers over 1 | near linear to 10, each on a machine | 3.00 |"),
                table);
        assertTrue(
                table.contains(
                        "| 4 | replies/s, (7) repository apart, 900 MB | 74.4, more than all others | 75.0, hits 60 %"
                                + " |"),
                table);
        assertTrue(table.contains("| 6 | 2 + 2 over 4 alone | 4.1 at 8 + 8, 1 + 1 below | 2.00 |"), table);
        PaperFigure shared = report.figures().figures().stream()
                .filter(figure -> figure.number().equals("5"))
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of(new LineChart.Point(1, 75), new LineChart.Point(2, 100)),
                shared.lines().getFirst().points(),
                "one more node each");
        assertTrue(report.figures().html().contains("Figure 6"), table);
    }
}
