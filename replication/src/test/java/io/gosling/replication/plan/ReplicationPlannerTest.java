package io.gosling.replication.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.replication.plan.PlanSettings.CopyPlacement;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.replication.plan.ReplicationDecision.Migrate;
import io.gosling.replication.plan.ReplicationDecision.Replicate;
import io.gosling.replication.plan.ReplicationDecision.Revoke;
import io.gosling.replication.plan.ReplicationDecision.Swap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One round, by each method. */
class ReplicationPlannerTest {
    private static final List<ReplicationCandidate> CANDIDATES = List.of(
            new ReplicationCandidate("/a", 60, 100),
            new ReplicationCandidate("/b", 60, 50),
            new ReplicationCandidate("/c", 30, 10));

    private static PlanSettings settings(StorageMethod method, CopyPlacement spread, int perRound) {
        return PlanSettings.defaults()
                .with(PlanSettings.METHOD, method)
                .with(PlanSettings.SPREAD, spread)
                .with(PlanSettings.PER_ROUND, perRound)
                .with(PlanSettings.CANDIDATES, 100);
    }

    private static ServerLoadTable table(double first, double second) {
        return table(first, second, 100);
    }

    private static ServerLoadTable table(double first, double second, long quota) {
        return ServerLoadTable.empty()
                .heard(new CoopServerView("one", new ServerLoad(first), quota, 0))
                .heard(new CoopServerView("two", new ServerLoad(second), quota, 0));
    }

    private static List<ReplicationDecision> decide(
            StorageMethod method, ReplicationPlan plan, double own, ServerLoadTable table) {
        return new ReplicationPlanner(settings(method, CopyPlacement.REPLICATION, 2))
                .decide(plan, new ServerLoad(own), table, CANDIDATES);
    }

    @Test
    void anOverloadedHomeGivesTheMostRequestedToTheLeastLoadedWhateverItsRoom() {
        assertEquals(
                List.of(new Replicate("/a", 60, "two"), new Replicate("/b", 60, "two")),
                decide(StorageMethod.NAIVE, ReplicationPlan.empty(), 100, table(50, 20)));
        assertEquals(List.of(), decide(StorageMethod.NAIVE, ReplicationPlan.empty(), 50, table(50, 50)));
    }

    @Test
    void aHomeThatHasLittleToDoGivesNothingAway() {
        for (StorageMethod method : StorageMethod.values()) {
            assertEquals(List.of(), decide(method, ReplicationPlan.empty(), 9, table(0, 0)), method::toString);
        }
    }

    @Test
    void withoutCoopsNothingIsDecided() {
        assertEquals(List.of(), decide(StorageMethod.NAIVE, ReplicationPlan.empty(), 100, ServerLoadTable.empty()));
    }

    @Test
    void whoKnowsTheRoomGivesWhatFits() {
        assertEquals(
                List.of(new Replicate("/a", 60, "two"), new Replicate("/c", 30, "two")),
                decide(StorageMethod.RESOURCE_AWARE, ReplicationPlan.empty(), 100, table(80, 20)));
    }

    @Test
    void aHeavilyLoadedServerHasItsMostRequestedCopiesRevokedUntilItsExcessIsGone() {
        ReplicationPlan plan = ReplicationPlan.empty()
                .with(new Replicate("/a", 60, "one"))
                .with(new Replicate("/b", 60, "one"))
                .with(new Replicate("/c", 30, "one"));
        // The mean is 120, and 40 % of what it does is in excess; the first copy is 62 % of that.
        assertEquals(
                List.of(new Revoke("/a", "one")),
                decide(StorageMethod.RESOURCE_AWARE, plan, 30, table(200, 130, 1000)));
        // 65 % in excess; another holder halves what each has of the first, and it takes two.
        assertEquals(
                List.of(new Revoke("/a", "one"), new Revoke("/b", "one")),
                decide(
                        StorageMethod.RESOURCE_AWARE,
                        plan.with(new Replicate("/a", 60, "two")),
                        5,
                        table(200, 5, 1000)));
    }

    @Test
    void noMoreIsRevokedInARoundThanTheSettingSays() {
        ReplicationPlan plan = ReplicationPlan.empty();
        for (ReplicationCandidate each : CANDIDATES) {
            plan = plan.with(new Replicate(each.path(), each.bytes(), "one"));
        }
        assertEquals(
                List.of(new Revoke("/a", "one")),
                new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, CopyPlacement.REPLICATION, 1))
                        .decide(plan, new ServerLoad(5), table(1000, 5, 1000), CANDIDATES));
    }

    @Test
    void whereThereIsNoRoomTheUnpopularGiveWayToThePopular() {
        ReplicationPlan plan =
                ReplicationPlan.empty().with(new Replicate("/b", 60, "two")).with(new Replicate("/c", 30, "two"));
        assertEquals(
                List.of(new Swap(List.of("/c", "/b"), "/a", 60, "two")),
                decide(StorageMethod.RESOURCE_AWARE, plan, 100, table(100, 20)));
        List<ReplicationCandidate> alike = List.of(
                new ReplicationCandidate("/a", 60, 61),
                new ReplicationCandidate("/b", 60, 50),
                new ReplicationCandidate("/c", 30, 10));
        assertEquals(
                List.of(),
                new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, CopyPlacement.REPLICATION, 2))
                        .decide(plan, new ServerLoad(100), table(100, 20), alike));
    }

    @Test
    void eachSwapIsDecidedByWhatTheOnesBeforeItLeft() {
        ReplicationPlan plan =
                ReplicationPlan.empty().with(new Replicate("/x", 50, "two")).with(new Replicate("/y", 50, "two"));
        List<ReplicationCandidate> candidates = List.of(
                new ReplicationCandidate("/a", 50, 100),
                new ReplicationCandidate("/longer", 101, 90),
                new ReplicationCandidate("/b", 50, 80),
                new ReplicationCandidate("/y", 50, 20),
                new ReplicationCandidate("/c", 50, 15),
                new ReplicationCandidate("/x", 50, 10));
        ReplicationPlanner rules =
                new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, CopyPlacement.REPLICATION, 10));
        assertEquals(
                List.of(new Swap(List.of("/x"), "/a", 50, "two"), new Swap(List.of("/y"), "/b", 50, "two")),
                rules.decide(plan, new ServerLoad(100), table(100, 20), candidates));
    }

    @Test
    void whatIsBeyondAQuotaThatShrankIsRevokedLeastRequestedFirst() {
        ReplicationPlan plan = ReplicationPlan.empty()
                .with(new Replicate("/a", 60, "two"))
                .with(new Replicate("/b", 60, "two"))
                .with(new Replicate("/never", 30, "two"));
        for (CopyPlacement spread : CopyPlacement.values()) {
            assertEquals(
                    List.of(new Revoke("/never", "two"), new Revoke("/b", "two")),
                    new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, spread, 1))
                            .decide(plan, new ServerLoad(5), table(5, 5), CANDIDATES),
                    spread::toString);
        }
        assertEquals(List.of(), decide(StorageMethod.NAIVE, plan, 5, table(5, 5)));
    }

    @Test
    void aDocumentThatGrewIsCountedWithItsNewSize() {
        ReplicationPlan plan = ReplicationPlan.empty()
                .with(new Replicate("/c", 30, "one"))
                .with(new Replicate("/c", 30, "two"))
                .with(new Replicate("/b", 60, "two"))
                .fitted(path -> path.equals("/c") ? 50 : 60);
        assertEquals(50, plan.bytesAt("one"));
        assertEquals(110, plan.bytesAt("two"));
        assertEquals(List.of(new Revoke("/c", "two")), decide(StorageMethod.RESOURCE_AWARE, plan, 5, table(5, 5)));
        assertEquals(0, plan.gone("/c", "one").bytesAt("one"));
        assertSame(plan, plan.fitted(path -> path.equals("/c") ? 50 : 60), "nothing is another");
    }

    @Test
    void whatCanBeGivenNoMoreLeavesThePlanWithItsBytes() {
        ReplicationPlan plan = ReplicationPlan.empty()
                .with(new Replicate("/b", 60, "one"))
                .with(new Replicate("/c", 30, "one"))
                .with(new Replicate("/c", 30, "two"))
                .fitted(path -> path.equals("/c") ? -1 : 0);
        assertEquals(List.of("/b"), List.copyOf(plan.documents().keySet()));
        assertEquals(0, plan.bytesAt("one"));
        assertEquals(0, plan.bytesAt("two"));
    }

    @Test
    void migrationMovesWhatIsAtHomeAndFromTheHeavilyLoaded() {
        ReplicationPlanner rules = new ReplicationPlanner(settings(StorageMethod.NAIVE, CopyPlacement.MIGRATION, 1));
        ReplicationPlan plan = ReplicationPlan.empty().with(new Migrate("/a", 60, "one"));
        assertEquals(
                List.of(new Migrate("/b", 60, "two")),
                rules.decide(plan, new ServerLoad(100), table(60, 20), CANDIDATES));
        assertEquals(
                List.of(new Migrate("/a", 60, "two")),
                rules.decide(plan, new ServerLoad(50), table(200, 20), CANDIDATES));
    }

    private static List<ReplicationDecision> migrate(ReplicationPlan plan, double own, ServerLoadTable table) {
        return new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, CopyPlacement.MIGRATION, 10))
                .decide(plan, new ServerLoad(own), table, CANDIDATES);
    }

    /** The other two, each with its load and its room. */
    private static ServerLoadTable table(double first, long firstQuota, double second, long secondQuota) {
        return ServerLoadTable.empty()
                .heard(new CoopServerView("one", new ServerLoad(first), firstQuota, 0))
                .heard(new CoopServerView("two", new ServerLoad(second), secondQuota, 0));
    }

    @Test
    void noMoreMigratesInOneRoundThanThereIsRoomFor() {
        List<ReplicationDecision> decided = migrate(ReplicationPlan.empty(), 100, table(60, 20));
        assertEquals(List.of(new Migrate("/a", 60, "two"), new Migrate("/c", 30, "two")), decided);
        assertEquals(90, ReplicationPlan.empty().with(decided).bytesAt("two"));
    }

    @Test
    void whereTheLeastLoadedHasNoRoomTheNextOneOfTheLightlyLoadedGetsIt() {
        assertEquals(
                List.of(new Migrate("/a", 60, "one"), new Migrate("/c", 30, "two")),
                migrate(ReplicationPlan.empty(), 100, table(40, 100, 20, 50)));
        assertEquals(
                List.of(new Migrate("/c", 30, "two")),
                migrate(ReplicationPlan.empty(), 100, table(80, 100, 20, 50)),
                "the other one has enough to do");
    }

    @Test
    void whatNobodyElseHasRoomForComesHomeFromTheHeavilyLoaded() {
        ReplicationPlan plan = ReplicationPlan.empty().with(new Migrate("/a", 60, "one"));
        ReplicationPlan both = plan.with(new Migrate("/b", 60, "one"));
        assertEquals(List.of(new Migrate("/a", 60, "two")), migrate(both, 50, table(200, 200, 20, 60)));
        assertEquals(List.of(new Revoke("/a", "one")), migrate(both, 50, table(200, 200, 20, 10)));
        assertEquals(List.of(new Revoke("/b", "one")), migrate(both, 100, table(200, 200, 20, 10)));
        assertEquals(List.of(), migrate(both, 210, table(200, 200, 10, 10)), "there is more to do at home");
        assertEquals(List.of(), migrate(plan, 50, table(200, 100, 20, 10)), "it would be given away again");
    }

    @Test
    void aSettingOutOfBoundsIsNamed() {
        IllegalArgumentException bad = assertThrows(
                IllegalArgumentException.class, () -> PlanSettings.defaults().with(PlanSettings.WEIGHT, 1.0));
        assertEquals("replication.weight: value \"1.0\"; expected a number from 0 to 0.99", bad.getMessage());
        assertThrows(
                IllegalArgumentException.class,
                () -> PlanSettings.defaults().with(PlanSettings.HEAVY, 1.2).with(PlanSettings.LIGHT, 1.3));
    }
}
