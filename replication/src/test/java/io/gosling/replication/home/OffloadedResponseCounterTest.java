package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.replication.coop.CopyResponseCounter;
import io.gosling.replication.coop.ReplicaCopy;
import io.gosling.replication.members.CopyTraffic;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests the reports of responses from copies. */
class OffloadedResponseCounterTest {
    private static final String ONE = "one:80";
    private static final String OTHER = "other:80";

    private static ReplicaCopy copy(String home, String path) {
        return new ReplicaCopy(home, path, Path.of("c"), 10, "image/png", "\"e\"", Instant.EPOCH, "\"e\"", 7, 1, 0);
    }

    @Test
    void aReportCountsOnceAndNoneBehindALaterOne() {
        OffloadedResponseCounter savings = new OffloadedResponseCounter();
        savings.said("/a", ONE, 5, new CopyTraffic(2, 20));
        savings.said("/a", ONE, 5, new CopyTraffic(2, 20));
        savings.said("/a", ONE, 4, new CopyTraffic(100, 1000));
        assertEquals(new CopyTraffic(2, 20), savings.of("/a"), "the same again, or an old one");
        savings.said("/a", ONE, 6, new CopyTraffic(1, 10));
        savings.said("/a", OTHER, 1, new CopyTraffic(3, 0));
        savings.said("/b", ONE, 6, new CopyTraffic(1, 1));
        assertEquals(new CopyTraffic(6, 30), savings.of("/a"));
        assertEquals(new CopyTraffic(7, 31), savings.sum());
        savings.retain(Set.of("/b"));
        assertEquals(CopyTraffic.NONE, savings.of("/a"));
        assertEquals(new CopyTraffic(7, 31), savings.sum());
    }

    @Test
    void whatAHomeIsToldIsToldOnceAndNothingIsForgottenForLackOfRoom() {
        CopyResponseCounter answers = new CopyResponseCounter();
        for (int i = 0; i < 10; i++) {
            answers.add(copy(ONE, "/" + i), new CopyTraffic(1, 10));
        }
        answers.add(copy(ONE, "/0"), new CopyTraffic(2, 5));
        answers.add(copy(OTHER, "/0"), new CopyTraffic(1, 1));
        Map<String, CopyTraffic> told = new HashMap<>(answers.take(ONE, 4));
        assertEquals(4, told.size());
        answers.take(ONE, 4).forEach((path, more) -> told.merge(path, more, CopyTraffic::plus));
        answers.take(ONE, 4).forEach((path, more) -> told.merge(path, more, CopyTraffic::plus));
        assertEquals(10, told.size());
        assertEquals(new CopyTraffic(3, 15), told.get("/0"));
        assertEquals(Map.of(), answers.take(ONE, 4));
        assertEquals(Map.of("/0", new CopyTraffic(1, 1)), answers.take(OTHER, 4));
        answers.add(copy(OTHER, "/0"), new CopyTraffic(1, 1));
        answers.retain(Set.of(ONE));
        assertEquals(Map.of(), answers.take(OTHER, 4), "it has left");
        assertEquals(new CopyTraffic(14, 107), answers.sum());
    }
}
