package io.gosling.gos.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.FetchLeaderTag;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.testing.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests backups of directory entries after their owner's death. */
class BackedUpRowsTest {
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
                    "rows are handed out to all, and nothing moves",
                    () -> owned("n3", n1).size() == ROWS && isSafe(n1) && isSafe(n2) && isSafe(n3));
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
            kill(n2, keys);
            Eventually.that("others have what it had", () -> owned("n2", n1).isEmpty());

            Eventually.that("every holder is known", () -> keys.stream().allMatch(key -> isHeldBy(n1, key, n3)));
        }
    }

    private static boolean isHeldBy(Members.Member holder, String key, Members.Member requester) {
        EntrySummary reading = requester.table().locate(tally(key, 0, Holding.UNSEEN), NOW);
        return reading != null && reading.holders().equals(List.of(holder.tag()));
    }

    private static boolean isSafe(Members.Member member) {
        return Objects.requireNonNull(member.member().instance())
                .getPartitionService()
                .isClusterSafe();
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

    /** As when its process is killed, once its backups are where they are to be. */
    private static void kill(Members.Member member, List<String> keys) {
        var instance = Objects.requireNonNull(member.member().instance());
        member.entries().flush();
        Eventually.that("it is written", () -> instance.getMap("got").keySet().containsAll(keys));
        assertTrue(instance.getPartitionService().forceLocalMemberToBeSafe(30, TimeUnit.SECONDS));
        instance.getLifecycleService().terminate();
    }
}
