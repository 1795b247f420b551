package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
    void itCostsOneDeadlineAndIsAskedAgainWhenItAnswers() {
        DistributedObjectTable patient = web.table(LONG, owner.node);
        assertNotNull(patient.locate(TALLY, NOW));
        DistributedObjectTable table = web.table(SHORT, owner.node);
        owner.freeze();
        assertNull(table.locate(TALLY, NOW));
        Eventually.that("it was asked, and for a sign of life", () -> owner.asked.get() == 3);
        assertNull(table.locate(TALLY, NOW));
        assertNull(patient.changed("/a", 0), "by all");
        assertNull(table.claimFetch("/a", new FetchLeaderTag(2, 1), FetchLeaderTag.NOBODY));
        assertTrue(table.report(List.of(TALLY, TALLY), NOW).isEmpty());
        ticker.advance(Duration.ofHours(1));
        assertNull(patient.locate(TALLY, NOW), "time alone says nothing");
        patient.filled(TALLY, NOW);
        Eventually.that("it will learn of what was told meanwhile", () -> owner.asked.get() == 4);
        owner.thaw();
        Eventually.that("it is asked again", () -> patient.locate(TALLY, NOW) != null);
    }

    @Test
    void aQuestionThatWasUnderWayEndsByItsOwnDeadline() throws Exception {
        DistributedObjectTable patient = web.table(LONG, owner.node);
        assertNotNull(patient.locate(TALLY, NOW));
        owner.freeze();
        CompletableFuture<@Nullable EntrySummary> early = new CompletableFuture<>();
        Thread.startVirtualThread(() -> early.complete(patient.locate(TALLY, NOW)));
        Eventually.that("it was asked", () -> owner.asked.get() == 2);
        assertNull(web.table(SHORT, owner.node).locate(TALLY, NOW));
        owner.thaw();
        assertNotNull(early.get(30, TimeUnit.SECONDS), "it may still be answered");
    }

    @Test
    void anOwnerThatWasQuickIsNotWaitedForLong() {
        DistributedObjectTable table = web.table(LONG, owner.node);
        for (int i = 0; i < 20; i++) {
            assertNotNull(table.locate(TALLY, NOW));
        }
        owner.freeze();
        long begun = System.nanoTime();
        assertNull(table.locate(TALLY, NOW));
        long took = System.nanoTime() - begun;
        assertTrue(took < Duration.ofSeconds(5).toNanos(), took + " ns");
    }
}
