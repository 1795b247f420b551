package io.gosling.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeersReportTest {
    private static final List<ComparisonSample> SAMPLES = List.of(
            new ComparisonSample(ComparisonRow.KB_1, 1, "gosling", 7.6, 400_000, 3, 0.014),
            new ComparisonSample(ComparisonRow.KB_1, 1, "nginx", 8, 390_000, 3, 0.01),
            new ComparisonSample(ComparisonRow.KB_1, 1, "haproxy", 6.5, 390_000, 3, 0.01),
            new ComparisonSample(ComparisonRow.LOG, 1, "gosling", 9, 400_000, 3, 0.01),
            new ComparisonSample(ComparisonRow.LOG, 1, "nginx", 9, 400_000, 3, 0.01),
            new ComparisonSample(ComparisonRow.IDLE, 1, "gosling", 3379.4, 0, 5, Double.NaN));

    private final Map<String, String> head = new LinkedHashMap<>();

    @BeforeEach
    void sayWhereWhenAndHow() {
        head.put("machine", "2 CPUs");
        head.put("date", "2026-11-21");
        head.put("command", "`./gosling bench peers`");
        head.put("versions", "Gosling \"0.1.0\"");
    }

    private PeersReport report() {
        return new PeersReport(
                head,
                List.of(ComparisonRow.values()),
                SAMPLES,
                List.of("row chain-1k without varnish: it is not there"));
    }

    @Test
    void itsTableHasTheFormOfThePage() {
        FiguresPage.Block block = FiguresPage.read(report().markdown()).blocks().getFirst();
        assertEquals(head, block.head());
        assertEquals(
                List.of(
                        new FiguresPage.Line("1k", "1 KB, kept alive", "of nginx", "0.95", 0.95, 0.95, 0.95, "0 %"),
                        new FiguresPage.Line("log", "1 KB, kept alive, access log on", "of nginx", "-", 1, 1, 1, "-"),
                        new FiguresPage.Line(
                                "idle",
                                "an idle connection, of 10 000, resident",
                                "bytes",
                                "3072",
                                3379,
                                3379,
                                3379,
                                "10 %")),
                block.lines());
        assertTrue(report().markdown().contains("| row | gosling | haproxy | nginx |\n"), report()::markdown);
        assertTrue(report().markdown().contains("| `1k` | 7.60 | 6.50 | 8.00 |\n"), report()::markdown);
        assertTrue(report().markdown().contains("| `idle` | 3379.40 | - | - |\n"), report()::markdown);
        assertTrue(report().markdown().endsWith("\nLeft out: row chain-1k without varnish: it is not there.\n"));
    }

    @Test
    void aBarStandsForEveryFigureAndForEveryServerOfARow() {
        Document page = Jsoup.parse(report().html());
        assertEquals(
                List.of(
                        "CPU time of a request, as a part of another server's",
                        "1k: 1 KB, kept alive, microseconds of CPU a request",
                        "log: 1 KB, kept alive, access log on, microseconds of CPU a request",
                        "idle: an idle connection, of 10 000, resident, bytes"),
                page.select("svg .title").eachText());
        assertEquals(
                List.of(2, 3, 2, 1),
                page.select("svg").stream()
                        .map(svg -> svg.select("rect").size())
                        .toList());
        // The goals of 1k and idle; log has none.
        assertEquals(2, page.select("svg line.beside").size());
        assertTrue(page.text().contains("0.950 (0.950 to 0.950), goal 0.950"), page::text);
        assertTrue(page.text().contains("row chain-1k without varnish: it is not there"), page::text);
        assertEquals(0, page.select("[src], [href], script").size());
    }

    @Test
    void everyRoundIsInTheRawLines() {
        assertEquals(SAMPLES.size() + 1, report().csv().lines().count());
        assertTrue(report().csv().contains("\n1k,1,gosling,7.600,400000,3.000,0.014\n"), report()::csv);
        assertTrue(report().csv().contains("\nidle,1,gosling,3379.400,0,5.000,\n"), report()::csv);
    }
}
