package io.gosling.bench.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.packet.TestbedSetup.Course;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PacketReportTest {
    private static final RequestKind KB_2 = RequestKind.apart(DocumentSet.KB_2);

    /** So many connections in a second of 100 ticks. */
    private static PacketResult found(
            int round, TestbedSetup what, RequestKind asked, double rate, long ticks, long frames) {
        LoadRunResult load = new LoadRunResult(rate, rate * 2300, 4, 3, 9, (long) rate, Map.of());
        PacketResult.Cost cost =
                new PacketResult.Cost(1_000_000_000L, ticks, 40, 180, frames, (long) rate, Map.of("no-session", 2L));
        return new PacketResult(round, what, asked, load, cost);
    }

    private static TestbedSetup of(Course course, ForwarderKind mechanism, int servers) {
        return new TestbedSetup(course, mechanism, servers, false);
    }

    private static PacketReport speed(double lsmac, double kernel) {
        List<PacketResult> measured = new ArrayList<>();
        for (int round = 1; round <= 3; round++) {
            measured.add(found(round, of(Course.SPEED, ForwarderKind.LSMAC, 2), KB_2, lsmac * round, 30, 10_000));
            measured.add(found(round, of(Course.SPEED, ForwarderKind.LSNAT, 2), KB_2, 2000, 60, 10_000));
            measured.add(found(round, of(Course.SPEED, ForwarderKind.NFT_MAC, 2), KB_2, kernel * round, 0, 10_000));
        }
        return new PacketReport(Map.of("machine", "one"), measured);
    }

    @Test
    void aGoalIsComparedRoundByRound() {
        String near = speed(950, 1000).figures().markdown();
        assertTrue(
                near.contains("| goal | lsmac over nft-mac, answers/s, 2 KB | 0.90 or more (of the project) |"
                        + " 0.95 (0.95 to 0.95): reached |"),
                near);
        String far = speed(850, 1000).figures().markdown();
        assertTrue(far.contains("| 0.85 (0.85 to 0.85): not reached |"), far);
    }

    @Test
    void whatWasNotRunIsNotCompared() {
        String table = speed(950, 1000).figures().markdown();
        assertFalse(table.contains("nft-nat"), table);
        assertFalse(table.contains("table 2"), table);
    }

    @Test
    void theDispatchersCpuIsThatOfAFrame() {
        String table = speed(950, 1000).figures().markdown();
        assertTrue(
                table.contains(
                        "| dispatcher's CPU for a frame, lsmac over lsnat, 2 KB | 0.60 or less (of the project) |"
                                + " 0.50 (0.50 to 0.50): reached |"),
                table);
    }

    @Test
    void aDispatcherInTheKernelHasNoCpuTimeOfItsOwn() {
        PacketResult kernel = found(1, of(Course.SPEED, ForwarderKind.NFT_MAC, 2), KB_2, 1000, 0, 10_000);
        assertEquals(
                "1,speed,nft-mac,2,no,2k,apart,1000.0,2300000,4.000,3.000,9.000,1000,0,,,,10000,20.000,400.000,"
                        + "1800.000,no-session:2\n",
                PacketResult.COLUMNS.line(kernel));
        PacketResult ours = found(2, of(Course.SPEED, ForwarderKind.LSMAC, 2), KB_2, 1000, 30, 10_000);
        assertTrue(
                PacketResult.COLUMNS.line(ours).contains(",30.000,300.000,30.000,10000,20.000,"),
                () -> PacketResult.COLUMNS.line(ours));
    }

    @Test
    void everyLineHasAFieldForEachName() {
        String[] lines = speed(950, 1000).figures().csv().split("\n");
        int names = lines[0].split(",", -1).length;
        assertEquals(10, lines.length);
        for (String line : lines) {
            assertEquals(names, line.split(",", -1).length, line);
        }
    }

    @Test
    void keptConnectionsTellNothingOfAConnectionsCost() {
        PacketResult kept = found(
                1, of(Course.SPEED, ForwarderKind.LSMAC, 2), new RequestKind(DocumentSet.KB_2, true), 1000, 30, 10_000);
        assertTrue(Double.isNaN(kept.dispatcherMicrosPerConnection()));
        assertTrue(kept.dispatcherMicrosPerFrame() > 0);
    }

    @Test
    void thePaperStandsBesideAClusterOfThree() {
        List<PacketResult> measured = List.of(
                found(1, of(Course.SCALE, ForwarderKind.ALONE, 1), KB_2, 1000, 0, 0),
                found(1, of(Course.SCALE, ForwarderKind.LSMAC, 3), KB_2, 2500, 20, 10_000),
                found(1, of(Course.SCALE, ForwarderKind.LSNAT, 3), KB_2, 1250, 20, 20_000),
                found(1, new TestbedSetup(Course.SCALE, ForwarderKind.LSMAC, 3, true), KB_2, 2000, 20, 10_000));
        PacketReport report = new PacketReport(Map.of("machine", "one"), measured);
        String table = report.figures().markdown();
        assertTrue(
                table.contains("| 5-8 | lsmac with 3 servers over one alone, answers/s, 2 KB | 2.6 (1800 over 700) |"
                        + " 2.50 (2.50 to 2.50) |"),
                table);
        assertTrue(table.contains("| 5-8 | lsmac over lsnat, answers/s, 2 KB | 2.0 | 2.00 (2.00 to 2.00) |"), table);
        assertTrue(table.contains("| table 2 | CPU of the dispatcher and of a server, lsmac, 2 KB | 98/80 % |"), table);
        assertTrue(
                table.contains("| 15 | one more server on the dispatcher's host, over without, lsmac, 2 KB | below 1 |"
                        + " 0.80 (0.80 to 0.80) |"),
                table);
        assertTrue(report.figures().html().contains("<svg"));
    }
}
