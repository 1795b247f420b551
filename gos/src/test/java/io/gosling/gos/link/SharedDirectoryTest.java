package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.Members;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.LocalCountReport;
import io.gosling.gos.objecttable.LocalCountReport.Holding;
import io.gosling.testing.Eventually;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The table on three real members, one of which holds no rows. */
class SharedDirectoryTest {
    private static final Ageing NOW = new Ageing(0, 0.5, 1e6);
    private static final Members CLUSTER = new Members();
    private static Members.Member n1 = CLUSTER.start("n1", NodeRole.ALL);
    private static Members.Member n2 = CLUSTER.start("n2", NodeRole.ALL);
    private static Members.Member web = CLUSTER.start("web", NodeRole.WEB);

    @BeforeAll
    static void settle() {
        CLUSTER.settle();
        Eventually.that("rows are handed out to both", () -> owners().equals(Set.of("n1", "n2")));
    }

    private static Set<String> owners() {
        Set<String> owners = new HashSet<>();
        for (int i = 0; i < 500; i++) {
            String owner = web.table().ownerOf("/" + i);
            if (owner != null) {
                owners.add(owner);
            }
        }
        return owners;
    }

    @AfterAll
    static void close() {
        CLUSTER.close();
    }

    private static LocalCountReport tally(String key, long count, long acknowledged, Holding holding) {
        return new LocalCountReport(key, count, acknowledged, 0, 0, 0, holding);
    }

    private static EntrySummary located(Members.Member member, String key) {
        return Objects.requireNonNull(member.table().locate(tally(key, 0, 0, Holding.UNSEEN), NOW));
    }

    @Test
    void whatOneMemberTellsTheOthersRead() {
        Eventually.that("n2 reads it", () -> {
            // Sent and not awaited, so it may be lost; told again it counts nothing more.
            n1.table().filled(tally("/seen", 3, 0, Holding.HELD), NOW);
            return located(n2, "/seen").agac() == 3;
        });
        assertEquals(List.of(n1.tag()), located(web, "/seen").holders());
        assertEquals(3, located(n1, "/seen").counted());
        assertEquals(0, located(n2, "/seen").counted());
    }

    @Test
    void lookingForWhatDoesNotExistMakesNoRow() {
        assertEquals(EntrySummary.nothing(), located(n1, "/nothing"));
        assertEquals(EntrySummary.nothing(), located(n2, "/nothing"));
    }

    @Test
    void aReportOfManyRowsIsConfirmedRowByRow() {
        List<LocalCountReport> tallies = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            tallies.add(tally("/many/" + i, i + 1, 0, Holding.SEEN));
        }
        tallies.add(tally("/many/dropped", 0, 0, Holding.DROPPED));
        Map<String, EntrySummary> readings = new java.util.HashMap<>(n1.table().report(tallies, NOW));
        Eventually.that("all owners have answered", () -> {
            readings.putAll(n1.table().report(tallies, NOW));
            return readings.size() == tallies.size();
        });
        for (int i = 0; i < 2000; i++) {
            assertEquals(
                    i + 1, Objects.requireNonNull(readings.get("/many/" + i)).agac());
        }
        assertEquals(EntrySummary.nothing(), readings.get("/many/dropped"));
    }

    @Test
    void aChangeNamesTheHoldersThatThereWere() {
        n1.table().locate(tally("/change", 1, 0, Holding.HELD), NOW);
        n2.table().locate(tally("/change", 1, 0, Holding.HELD), NOW);
        EntrySummary changed = Objects.requireNonNull(web.table().changed("/change", 0));
        assertEquals(1, changed.version());
        assertEquals(Set.of(n1.tag(), n2.tag()), new HashSet<>(changed.holders()));
        assertEquals(List.of(), located(n1, "/change").holders());
        EntrySummary again = Objects.requireNonNull(n1.table().changed("/change", 0));
        assertEquals(1, again.version());
    }

    @Test
    void aHolderThatHadNothingIsForgotten() {
        n1.table().locate(tally("/ghost", 1, 0, Holding.HELD), NOW);
        n2.table().notHeld("/ghost", n1.tag());
        Eventually.that(
                "the row is right", () -> located(n2, "/ghost").holders().isEmpty());
    }

    @Test
    void rowsAreOwnedByNodesThatGiveMemoryAndByNoOthers() {
        assertEquals(Set.of("n1", "n2"), owners());
        assertNotNull(n1.table().ownerOf("/0"));
        Eventually.that(
                "both have heard of the last hand-out of rows",
                () -> Objects.equals(n1.table().ownerOf("/0"), n2.table().ownerOf("/0")));
    }

    @Test
    void aFingerprintIsTheSameOnAllNodes() {
        Eventually.that(
                "all have heard of the last change of owners",
                () -> n1.table().ownersFingerprint() == n2.table().ownersFingerprint()
                        && n1.table().ownersFingerprint() == web.table().ownersFingerprint());
    }

    @Test
    void aTableWithoutMembersKnowsNothing() throws Exception {
        try (LinkStage stage = new LinkStage()) {
            assertKnowsNothing(stage);
        }
    }

    private static void assertKnowsNothing(LinkStage stage) {
        DistributedObjectTable none = DirectoryNode.of(stage, stage.entries);
        assertFalse(none.isShared());
        assertNull(none.locate(tally("/a", 1, 0, Holding.SEEN), NOW));
        assertNull(none.changed("/a", 0));
        assertTrue(none.report(List.of(tally("/a", 1, 0, Holding.SEEN)), NOW).isEmpty());
        assertNull(none.ownerOf("/a"));
    }
}
