package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.testing.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests directory entries after their owner's death. */
class DeadEntryOwnerTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);
    private static final int ROWS = 100;

    private static LocalCountReport tally(String key, long count, Holding holding) {
        return new LocalCountReport(key, count, 0, 0, 0, 0, holding);
    }

    @Test
    void whoHoldsAnObjectIsKnownWhenTheRowsOwnerHasDied() {
        try (Members members = new Members()) {
            Members.Member n1 = members.start("n1", NodeRole.ALL);
            Members.Member n2 = members.start("n2", NodeRole.ALL);
            Members.Member n3 = members.start("n3", NodeRole.ALL);
            members.settle();
            Eventually.that(
                    "rows are handed out to all", () -> owned("n3", n1).size() == ROWS);
            List<String> keys = owned("n2", n1);
            List<String> located = keys.subList(0, ROWS / 3);
            List<String> reported = keys.subList(ROWS / 3, 2 * ROWS / 3);
            List<String> filled = keys.subList(2 * ROWS / 3, ROWS);

            FetchLeaderTag lead = new FetchLeaderTag(n1.tag(), 7);
            Eventually.that("all is told", () -> {
                // An owner that misses one deadline is asked nothing for a while, and notices are not awaited.
                located.forEach(key -> n1.table().locate(tally(key, 1, Holding.HELD), NOW));
                n1.table()
                        .report(
                                reported.stream()
                                        .map(key -> tally(key, 1, Holding.HELD))
                                        .toList(),
                                NOW);
                filled.forEach(key -> n1.table().claimFetch(key, lead, FetchLeaderTag.NOBODY));
                filled.forEach(key -> n1.table().endFetch(key, lead, true));
                return keys.stream().allMatch(key -> isHeldBy(n1, key, n3));
            });
            assertEquals(keys, owned("n2", n1), "rows have moved before their owner dies");
            Objects.requireNonNull(n2.member().instance()).getLifecycleService().terminate();
            Eventually.that("others have what it had", () -> owned("n2", n1).isEmpty());

            Eventually.that("every holder is known", () -> {
                // As a node does that hears of another owner.
                n1.table()
                        .report(
                                keys.stream()
                                        .map(key -> tally(key, 1, Holding.HELD))
                                        .toList(),
                                NOW);
                return keys.stream().allMatch(key -> isHeldBy(n1, key, n3));
            });
        }
    }

    private static boolean isHeldBy(Members.Member holder, String key, Members.Member requester) {
        EntrySummary reading = requester.table().locate(tally(key, 0, Holding.UNSEEN), NOW);
        return reading != null && reading.holders().equals(List.of(holder.tag()));
    }

    private static List<String> owned(String owner, Members.Member requester) {
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 10_000 && keys.size() < ROWS; i++) {
            if (owner.equals(requester.table().ownerOf("/" + i))) {
                keys.add("/" + i);
            }
        }
        return keys;
    }
}
