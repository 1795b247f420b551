package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.gos.warm.DrainTransferReport;
import io.gosling.gos.warm.MoveResult;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.DrainReport;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests leaving of a node, and its report. */
class DrainTest {
    private final ManualTicker ticker = new ManualTicker();
    private final AtomicInteger ends = new AtomicInteger();

    /** Steps that take as long as the test says, within their limits. */
    private final class Steps implements NodeDrain.Steps {
        private final List<String> log = new ArrayList<>();
        private Duration transfer = Duration.ZERO;
        private Duration accepting = Duration.ZERO;

        @Override
        public void announce() {
            log.add("announced");
        }

        @Override
        public DrainTransferReport handOver(Duration within) {
            ticker.advance(transfer.compareTo(within) < 0 ? transfer : within);
            log.add("transfer within " + within.toMillis());
            return report(0);
        }

        @Override
        public void keepAccepting(Duration rest) {
            accepting = rest;
            ticker.advance(rest);
        }

        @Override
        public void endRequests(Duration within) {
            log.add("requests within " + within.toMillis());
        }

        @Override
        public void leave() {
            log.add("left");
        }
    }

    private static DrainTransferReport report(int missed) {
        return new DrainTransferReport(
                12,
                3,
                new MoveResult(6, 1, 2, missed, 1536),
                new TreeSet<>(List.of("n2", "n3")),
                Duration.ofMillis(40));
    }

    private FakeExchange ask(DrainTransferReport report) throws Exception {
        return FakeExchange.of("POST", "/drain").answeredBy(DrainHandler.of("n1", () -> report, ends::incrementAndGet));
    }

    @Test
    void theAnswerSaysWhatWasHandedOverAndThenTheProcessEnds() throws Exception {
        FakeExchange answer = ask(report(0));
        assertEquals(200, answer.status());
        assertEquals(
                "{\"node\":\"n1\",\"objects\":12,\"elsewhere\":3,\"kept\":6,\"held\":1,\"refused\":2,\"missed\":0,"
                        + "\"bytes\":1536,\"to\":[\"n2\",\"n3\"],\"milliseconds\":40}\n",
                answer.responseText());
        assertEquals(1, ends.get());
        assertEquals("""
                n1 has left; it held 12 objects and handed over to n2, n3 in 40 ms

                OBJECTS  WHAT
                      3  that others had
                      6  handed over, 1.5 KiB
                      1  there already
                      2  not worth a place there
                      0  to be fetched again when requested
                """, DrainReport.write(AdminClient.parse(answer.responseText())));
    }

    @Test
    void whatHasComeToNobodyIsSaid() throws Exception {
        assertEquals(207, ask(report(4)).status());
    }

    @Test
    void aNodeThatIsAloneHasNobodyToHandOverTo() throws Exception {
        var alone = new DrainTransferReport(12, 0, MoveResult.NOTHING, new TreeSet<>(), Duration.ZERO);
        assertEquals(
                "n1 has left; it held 12 objects, and nobody took any\n",
                DrainReport.write(AdminClient.parse(ask(alone).responseText())));
    }

    private void assertDrains(Duration transfer, String handOver, String requests) throws InterruptedException {
        Steps steps = new Steps();
        steps.transfer = transfer;
        new NodeDrain(steps, ticker).leaveWithin(Duration.ZERO, Duration.ofSeconds(10), Duration.ofSeconds(20));
        assertEquals(List.of("announced", handOver, requests, "left"), steps.log);
        assertEquals(Duration.ZERO, steps.accepting);
    }

    @Test
    void requestsHaveTheDrainTimeThatTheTransferDoesNotTake() throws Exception {
        assertDrains(Duration.ZERO, "transfer within 5000", "requests within 10000");
        assertDrains(Duration.ofSeconds(2), "transfer within 5000", "requests within 8000");
        assertDrains(Duration.ofMinutes(1), "transfer within 5000", "requests within 5000");
    }

    @Test
    void aDrainByTheAdminPortGivesTransferAndRequestsTheirOwnTimes() throws Exception {
        Steps steps = new Steps();
        steps.transfer = Duration.ofSeconds(15);
        new NodeDrain(steps, ticker).leave(Duration.ZERO, Duration.ofSeconds(20), () -> Duration.ofSeconds(10));
        assertEquals(List.of("announced", "transfer within 20000", "requests within 10000", "left"), steps.log);
    }

    @ParameterizedTest
    @CsvSource({"0, 5, 10", "2, 3, 10", "5, 0, 10", "60, 0, 10"})
    void connectionsAreAcceptedForTheDelayWithTheTransferInIt(int transfer, int rest, int requests) throws Exception {
        Steps steps = new Steps();
        steps.transfer = Duration.ofSeconds(transfer);
        new NodeDrain(steps, ticker).leaveWithin(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(20));
        assertEquals(Duration.ofSeconds(rest), steps.accepting);
        assertEquals("requests within " + requests * 1000, steps.log.get(2));
    }

    @Test
    void aNodeLeavesOnceAndWhoComesLaterWaitsForIt() throws Exception {
        NodeDrain nodeDrain = new NodeDrain(new Steps(), ticker);
        CompletableFuture<DrainTransferReport> slow = new CompletableFuture<>();
        CompletableFuture<DrainTransferReport> first = new CompletableFuture<>();
        Thread leaving = Thread.ofVirtual().start(() -> {
            try {
                first.complete(nodeDrain.once(slow::get));
            } catch (InterruptedException e) {
                first.completeExceptionally(e);
            }
        });
        DrainTransferReport report = report(0);
        while (!nodeDrain.hasBegun()) {
            Thread.onSpinWait();
        }
        Thread.ofVirtual().start(() -> slow.complete(report));
        assertSame(report, nodeDrain.once(() -> report(9)));
        leaving.join();
        assertSame(report, first.get());
    }

    @Test
    void whatGoesWrongIsKnownToAll() throws Exception {
        NodeDrain nodeDrain = new NodeDrain(new Steps(), ticker);
        assertThrows(
                IllegalStateException.class,
                () -> nodeDrain.once(() -> {
                    throw new IllegalArgumentException("no");
                }));
        assertThrows(IllegalStateException.class, () -> nodeDrain.once(() -> report(0)));
    }
}
