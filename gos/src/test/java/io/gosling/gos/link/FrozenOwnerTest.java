package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An entry owner that stops answering: what it looks like while its process stands still. */
class FrozenOwnerTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);
    private static final LocalCountReport TALLY = new LocalCountReport("/a", 1, 0, 0, 0, 0, Holding.SEEN);
    private static final Duration LONG = Duration.ofSeconds(10);
    private static final Duration SHORT = Duration.ofMillis(10);

    private final ManualTicker ticker = new ManualTicker();
    private final Transport transport = Transport.open(TransportKind.NIO, 2, "test");
    private final DirectoryNode owner = new DirectoryNode(transport, "n1", 1, NodeRole.ALL, ticker);
    private final DirectoryNode web = new DirectoryNode(transport, "web", 2, NodeRole.WEB, ticker);

    @AfterEach
    void close() {
        web.close();
        owner.close();
        transport.close();
    }

    @Test
    void itCostsOneDeadlineAndThenOneAfterEachPause() {
        DistributedObjectTable patient = web.table(LONG, owner.node);
        assertNotNull(patient.locate(TALLY, NOW));
        DistributedObjectTable table = web.table(SHORT, owner.node);
        owner.frozen = true;
        assertNull(table.locate(TALLY, NOW));
        Eventually.that("it was asked", () -> owner.asked.get() == 2);
        assertQuestions(0, table);
        ticker.advance(Duration.ofMillis(100));
        assertQuestions(1, table);
        ticker.advance(Duration.ofMillis(199));
        assertQuestions(0, table);
        ticker.advance(Duration.ofMillis(1));
        assertQuestions(1, table);
        owner.frozen = false;
        assertNotNull(patient.locate(TALLY, NOW));
    }

    /** Checks the number of questions that reach the owner in the pauses. */
    private void assertQuestions(int expected, DistributedObjectTable table) {
        int before = owner.asked.get();
        assertNull(table.locate(TALLY, NOW));
        assertNull(table.changed("/a", 0));
        table.filled(TALLY, NOW);
        assertTrue(table.report(List.of(TALLY, TALLY), NOW).isEmpty());
        Eventually.that("it was asked", () -> owner.asked.get() >= before + expected);
        assertEquals(before + expected, owner.asked.get());
    }

    @Test
    void aReportThatIsLateIsNoReasonNotToAsk() {
        assertNotNull(web.table(LONG, owner.node).locate(TALLY, NOW));
        DistributedObjectTable table = web.table(SHORT, owner.node);
        owner.frozen = true;
        assertTrue(table.report(List.of(TALLY), NOW).isEmpty());
        assertTrue(table.report(List.of(TALLY), NOW).isEmpty());
        Eventually.that("both have come", () -> owner.asked.get() == 3);
        assertNull(table.locate(TALLY, NOW));
        Eventually.that("it is asked all the same", () -> owner.asked.get() == 4);
        assertTrue(table.report(List.of(TALLY), NOW).isEmpty());
        assertEquals(4, owner.asked.get(), "and then left alone by both");
    }

    @Test
    void anOwnerThatIsSlowTimeAfterTimeIsAskedNowAndThen() {
        DistributedObjectTable table = web.table(LONG, owner.node);
        owner.slowness = Duration.ofMillis(2001);
        for (int i = 0; i < 5; i++) {
            assertNotNull(table.locate(TALLY, NOW), "slow, but an answer");
        }
        assertNull(table.locate(TALLY, NOW));
        ticker.advance(Duration.ofMillis(100));
        assertNotNull(table.locate(TALLY, NOW), "one finds out");
        assertNull(table.locate(TALLY, NOW));
        owner.slowness = Duration.ZERO;
        ticker.advance(Duration.ofMillis(200));
        assertNotNull(table.locate(TALLY, NOW));
        assertNotNull(table.locate(TALLY, NOW), "it is quick again");
        assertEquals(8, owner.asked.get());
    }

    @Test
    void anOwnerThatWasQuickIsNotWaitedForLong() {
        DistributedObjectTable table = web.table(LONG, owner.node);
        for (int i = 0; i < 20; i++) {
            assertNotNull(table.locate(TALLY, NOW));
        }
        owner.frozen = true;
        long begun = System.nanoTime();
        assertNull(table.locate(TALLY, NOW));
        long took = System.nanoTime() - begun;
        assertTrue(took < Duration.ofSeconds(5).toNanos(), took + " ns");
    }
}
