package io.gosling.purge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.purge.message.PurgeRecord;
import io.gosling.purge.message.PurgeRecordRange;
import io.gosling.purge.message.PurgeRequest;
import io.gosling.purge.message.PurgeSelector;
import io.gosling.purge.message.PurgeVersionVector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests the log of known purges. */
class ReplicatedPurgeSetTest {
    private static final long STREAM = 7;
    private static final PurgeSettings SMALL = new PurgeSettings(
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofMillis(200),
            Duration.ofMillis(300),
            Duration.ofSeconds(6),
            Duration.ofMinutes(10),
            16,
            1 << 20,
            16);

    private final List<PurgeRequest> applied = new ArrayList<>();
    private final List<Long> claimed = new ArrayList<>();
    private Runnable claims = () -> {};
    private final List<Long> ends = new ArrayList<>();
    private int doubts;
    private final PurgeableCopies copies = new PurgeableCopies() {
        @Override
        public void apply(PurgeRequest purge) {
            applied.add(purge);
            claims.run();
        }

        @Override
        public void learn(PurgeRecord record, long leaseEnd) {
            ends.add(leaseEnd);
            apply(record.purge());
        }

        @Override
        public void doubt() {
            doubts++;
            claims.run();
        }
    };
    private final CurrentLease serving = new CurrentLease(copies, 0);
    private final ReplicatedPurgeSet log = log(SMALL);

    private ReplicatedPurgeSet log(PurgeSettings settings) {
        return new ReplicatedPurgeSet(settings, copies, serving);
    }

    private static PurgeRecordRange run(long after, String... urls) {
        return new PurgeRecordRange(
                STREAM, after, List.of(urls).stream().map(PurgeRequest::hard).toList());
    }

    @Test
    void whatIsAboutToBeDoneIsClaimedBeforeAndNotMore() {
        claims = () -> claimed.add(log.claimed().at(STREAM));
        log.learn(run(0, "/a", "/b"), 0);
        assertEquals(List.of(2L, 2L), claimed, "while they were done");
        log.learn(run(5, "/z"), 0);
        assertEquals(2, log.claimed().at(STREAM), "it could not be learnt");
        log.catchUp(run(8, "/c"), 0);
        assertEquals(List.of(2L, 2L, 8L, 9L), claimed, "doubt first, then what is known");
        assertEquals(log.clock(), log.claimed());
    }

    /** Nobody waited for this node once its lease was over: a purge may have been complete since then. */
    @Test
    void whatIsLearntIsToldWithTheMomentUntilWhichOthersWaited() {
        serving.until(1_000);
        log.learn(run(0, "/a"), 900);
        log.learn(run(1, "/b"), 1_000);
        log.learn(run(2, "/c"), 7_000);
        serving.until(8_000);
        log.learn(run(3, "/d"), 7_100);
        assertEquals(List.of(1_000L, 1_000L, 1_000L, 8_000L), ends);
    }

    @Test
    void whatIsLearntIsDoneOnceInItsOrderBeforeTheClockSaysSo() {
        assertTrue(log.learn(run(0, "/a", "/b"), 0));
        assertTrue(log.learn(run(0, "/a", "/b"), 0), "again, and it is known");
        assertTrue(log.learn(run(1, "/b", "/c"), 0), "half of it is news");
        assertEquals(List.of(PurgeRequest.hard("/a"), PurgeRequest.hard("/b"), PurgeRequest.hard("/c")), applied);
        assertEquals(3, log.clock().at(STREAM));
        assertEquals(0, doubts);
    }

    @Test
    void whatOthersCanStandForTakesHalfThePlaceAndPushesNothingElseOut() {
        PurgeableCopies objectsCopies = new PurgeableCopies() {
            @Override
            public void apply(PurgeRequest purge) {}

            @Override
            public @Nullable PurgeRequest shorter(PurgeRequest purge) {
                return purge.selectors().size() > 1 ? PurgeRequest.hard("/any") : null;
            }

            @Override
            public void doubt() {
                doubts++;
            }
        };
        ReplicatedPurgeSet objects =
                new ReplicatedPurgeSet(PurgeSettings.defaults(), objectsCopies, new CurrentLease(objectsCopies, 0));
        List<PurgeSelector> names = IntStream.range(0, 1000)
                .mapToObj(i ->
                        (PurgeSelector) new PurgeSelector.Url("/objects/0123456789012345678901234567890123456789/" + i))
                .toList();
        PurgeRequest many = new PurgeRequest(names, PurgeRequest.Strength.HARD);
        int rounds = 1000;
        for (int i = 0; i < rounds; i++) {
            objects.learn(new PurgeRecordRange(STREAM, 2L * i, List.of(PurgeRequest.hard("/page" + i), many)), 0);
        }
        PurgeRecordRange whole = objects.whole().getFirst();
        assertEquals(0, whole.after(), "nothing is forgotten");
        assertEquals(2 * rounds, whole.purges().size());
        int exact = 0;
        for (int i = 0; i < rounds; i++) {
            assertEquals(PurgeRequest.hard("/page" + i), whole.purges().get(2 * i));
            PurgeRequest told = whole.purges().get(2 * i + 1);
            exact += told.equals(many) ? 1 : 0;
            assertEquals(exact > 0 ? many : PurgeRequest.hard("/any"), told, "the newest are as they were");
        }
        long half = PurgeSettings.defaults().keepBytes() / 2;
        assertEquals(half / many.size(), exact);

        objects.tick(PurgeSettings.defaults().keep().toNanos() + 1);
        objects.learn(new PurgeRecordRange(STREAM, 2L * rounds, List.of(many, many)), 0);
        assertEquals(List.of(many, many), objects.whole().getFirst().purges(), "what is forgotten takes no place");
    }

    @Test
    void nothingIsLearntPastAHole() {
        log.learn(run(0, "/a"), 0);
        assertFalse(log.learn(run(2, "/c"), 0));
        assertEquals(1, log.clock().at(STREAM));
        assertEquals(List.of(PurgeRequest.hard("/a")), applied);
        assertEquals(List.of(), log.since(log.clock()));
    }

    @Test
    void aHoleThatNobodyCanFillMakesEveryCopyDoubtful() {
        log.learn(run(0, "/a"), 0);
        log.catchUp(run(5, "/f", "/g"), 0);
        assertEquals(1, doubts);
        assertEquals(7, log.clock().at(STREAM));
        assertEquals(List.of(run(5, "/f", "/g")), log.whole(), "what was before the hole is passed on to nobody");
        log.catchUp(run(9), 0);
        assertEquals(2, doubts);
        assertEquals(9, log.clock().at(STREAM));
    }

    @Test
    void whoKnowsSomethingIsToldTheRest() {
        log.learn(run(0, "/a", "/b", "/c"), 0);
        log.learn(new PurgeRecordRange(3, 0, List.of(PurgeRequest.hard("/x"))), 0);
        PurgeVersionVector known = PurgeVersionVector.ZERO.with(STREAM, 2);
        assertEquals(
                List.of(new PurgeRecordRange(3, 0, List.of(PurgeRequest.hard("/x"))), run(2, "/c")), log.since(known));
        assertTrue(log.clock().covers(known));
        assertFalse(known.covers(log.clock()));
    }

    @Test
    void oldRecordsAreForgottenAndTheClockIsNot() {
        log.learn(run(0, "/a"), 0);
        log.learn(run(1, "/b"), Duration.ofMinutes(9).toNanos());
        log.tick(Duration.ofMinutes(11).toNanos());
        assertEquals(List.of(run(1, "/b")), log.whole());
        log.tick(Duration.ofMinutes(20).toNanos());
        assertEquals(List.of(run(2)), log.whole());
        assertEquals(2, log.clock().at(STREAM));
    }

    @Test
    void noMoreIsRememberedThanTheSettingsSay() {
        for (int i = 0; i < 100; i++) {
            log.learn(run(i, "/" + i), 0);
        }
        assertEquals(16, log.whole().getFirst().purges().size());
        assertEquals(84, log.whole().getFirst().after());
        String long8192 = "/" + "x".repeat(8191);
        for (int i = 100; i < 300; i++) {
            log.learn(
                    new PurgeRecordRange(
                            STREAM, i, List.of(new PurgeRequest(selectors(long8192, 15), PurgeRequest.Strength.SOFT))),
                    0);
        }
        assertTrue(
                log.whole().getFirst().size() <= 1 << 20,
                "bytes: " + log.whole().getFirst().size());
        assertEquals(300, log.clock().at(STREAM));
    }

    @Test
    void aLetterHoldsAPartAndTheNextOneTheRest() {
        ReplicatedPurgeSet large = log(PurgeSettings.defaults());
        String long8192 = "/" + "x".repeat(8191);
        for (int i = 0; i < 20; i++) {
            large.learn(
                    new PurgeRecordRange(
                            STREAM, i, List.of(new PurgeRequest(selectors(long8192, 15), PurgeRequest.Strength.HARD))),
                    0);
        }
        ReplicatedPurgeSet other = log(PurgeSettings.defaults());
        int envelopes = 0;
        while (!other.clock().covers(large.clock())) {
            List<PurgeRecordRange> missing = large.since(other.clock());
            assertTrue(missing.getFirst().size() < 2 * ReplicatedPurgeSet.ENVELOPE_BYTES);
            missing.forEach(run -> other.catchUp(run, 0));
            envelopes++;
        }
        assertTrue(envelopes > 1, envelopes + " messages");
        assertEquals(0, doubts);
    }

    private static List<PurgeSelector> selectors(String name, int count) {
        return Collections.nCopies(count, new PurgeSelector.Url(name));
    }
}
