package io.gosling.bench.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.tools.process.CalledVerb;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SpaceVerbTest {
    @Test
    void wrongValuesAreRefusedWithWhatWasExpected() {
        assertRefused(
                "--figures is rows; it must be of peer, encrypted, idle, memory, purge, flight, tag",
                "--figures",
                "rows");
        assertRefused("--nodes is 0; it must be 1 to 16", "--nodes", "0");
        assertRefused("--objects is 99; it must be 100 to 10000000", "--objects", "99");
        assertRefused("--body is 63; it must be 64 to 1000000", "--body", "63");
        assertRefused("--clients is 60001; it must be 1 to 60000", "--clients", "60001");
    }

    private static void assertRefused(String message, String... arguments) {
        CalledVerb.isRefused(new SpaceVerb(), message, arguments);
    }

    @Test
    void theTableShowsGoalsBesideFigures() {
        MeasuredFigure line = MeasuredFigure.of("purge", "longest", "ms", 12.345);
        assertEquals(List.of("`purge`", "longest", "ms", "-", "12.3"), row(line));
        assertEquals(List.of("`purge`", "longest", "ms", "50", "12.3"), row(line.below(50)));
        String report = new SpaceVerb.SpaceReport(Map.of("date", "2026-01-01"), List.of(line)).markdown();
        assertTrue(report.startsWith("- date: 2026-01-01\n\n| figure |"), report);
    }

    @Test
    void anIdleNodeHasItsShareOfACpuAndItsMemory() {
        List<MeasuredFigure> lines = IdleNodeMeasurement.lines(4, "n2", 150, 60, 150_000_000);
        assertEquals(
                List.of("`idle`", "4 nodes without requests, n2: CPU", "% of a CPU", "0.50", "2.50"),
                row(lines.getFirst()));
        assertEquals(
                List.of("`idle`", "4 nodes without requests, n2: resident", "MB", "140", "150"), row(lines.getLast()));
    }

    @Test
    void aWholeMissIsComparedWithTheBareConnectionAndWithOneNodesCpuTime() {
        List<List<String>> rows = PeerFetchMeasurement.lines(times(50), times(200), times(500), 12.5, 50, 250).stream()
                .map(SpaceVerbTest::row)
                .toList();
        assertTrue(
                rows.contains(
                        List.of("`peer`", "10 KB, whole miss with finding the holder, median", "µs", "-", "500.2")),
                rows::toString);
        assertTrue(rows.contains(List.of("`peer`", "the medians", "ratio", "1.50", "4.00")), rows::toString);
        assertTrue(
                rows.contains(
                        List.of("`peer`", "the medians, whole miss with finding the holder", "ratio", "2.50", "10.0")),
                rows::toString);
        assertTrue(
                rows.contains(List.of("`peer`", "CPU of both nodes, over that of the one", "ratio", "4", "4")),
                rows::toString);
        assertEquals(
                List.of("`peer`", "CPU of both nodes, whole miss, over that of the one", "ratio", "4", "20"),
                rows.getLast());
    }

    @Test
    void noTagIsPurgedTwiceAndHalfOfThemStay() {
        List<PurgeMeasurement.Purge> purges = PurgeMeasurement.ofTags(20_500, 1000, 8);
        assertEquals(10, purges.size());
        assertEquals(
                10,
                purges.stream().map(PurgeMeasurement.Purge::selector).distinct().count());
        for (PurgeMeasurement.Purge purge : purges) {
            assertEquals(3, purge.objects().size());
            for (int object : purge.objects()) {
                assertEquals(purge.selector(), "tag=" + ObjectPreloader.tag(object));
                assertTrue(object < 20_000, "the last tag has 500 objects");
                assertTrue(object % 8 != 0, "the first node purges");
            }
            assertEquals(
                    3,
                    purge.objects().stream()
                            .map(object -> object % 8)
                            .distinct()
                            .count());
        }
        assertEquals(4, PurgeMeasurement.ofTags(20_000, 4, 3).size());
        assertEquals(1, PurgeMeasurement.ofTags(600, 20, 1).size(), "all objects have one tag");
    }

    @Test
    void urlsOfOtherNodesArePurgedUnlessThereIsOneObject() {
        for (PurgeMeasurement.Purge purge : PurgeMeasurement.ofUrls(600, 20, 3)) {
            assertTrue(purge.objects().getFirst() % 3 != 0, "the first node purges");
        }
        assertEquals(2, PurgeMeasurement.ofUrls(1, 2, 3).size());
    }

    private static Histogram times(long micros) {
        Histogram nanos = new Histogram(3);
        nanos.recordValue(micros * 1000);
        return nanos;
    }

    private static List<String> row(MeasuredFigure line) {
        return MeasuredFigure.COLUMNS.table(List.of(line)).getLast();
    }
}
