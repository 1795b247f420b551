package io.gosling.replication.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.replication.plan.Decision.Migrate;
import io.gosling.replication.plan.Decision.Replicate;
import io.gosling.replication.plan.Decision.Revoke;
import io.gosling.replication.plan.Decision.Swap;
import io.gosling.replication.plan.PlanSettings.CopyPlacement;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One round, by each method. */
class ReplicationPlannerTest {
    private static final List<Candidate> CANDIDATES =
            List.of(new Candidate("/a", 60, 100), new Candidate("/b", 60, 50), new Candidate("/c", 30, 10));

    private static PlanSettings settings(StorageMethod method, CopyPlacement spread, int perRound) {
        return PlanSettings.defaults()
                .with(PlanSettings.METHOD, method)
                .with(PlanSettings.SPREAD, spread)
                .with(PlanSettings.PER_ROUND, perRound)
                .with(PlanSettings.CANDIDATES, 100);
    }

    private static LoadTable table(double first, double second) {
        return table(first, second, 100);
    }

    private static LoadTable table(double first, double second, long quota) {
        return LoadTable.empty()
                .heard(new CoopServerView("one", new LoadFigure(first), quota, 0))
                .heard(new CoopServerView("two", new LoadFigure(second), quota, 0));
    }

    private static List<Decision> decide(StorageMethod method, HomePlan plan, double own, LoadTable table) {
        return new ReplicationPlanner(settings(method, CopyPlacement.REPLICATION, 2))
                .decide(plan, new LoadFigure(own), table, CANDIDATES);
    }

    @Test
    void anOverloadedHomeGivesTheMostRequestedToTheLeastLoadedWhateverItsRoom() {
        assertEquals(
                List.of(new Replicate("/a", 60, "two"), new Replicate("/b", 60, "two")),
                decide(StorageMethod.NAIVE, HomePlan.empty(), 100, table(50, 20)));
        assertEquals(List.of(), decide(StorageMethod.NAIVE, HomePlan.empty(), 50, table(50, 50)));
    }

    @Test
    void aHomeThatHasLittleToDoGivesNothingAway() {
        for (StorageMethod method : StorageMethod.values()) {
            assertEquals(List.of(), decide(method, HomePlan.empty(), 9, table(0, 0)), method::toString);
        }
    }

    @Test
    void withoutCoopsNothingIsDecided() {
        assertEquals(List.of(), decide(StorageMethod.NAIVE, HomePlan.empty(), 100, LoadTable.empty()));
    }

    @Test
    void whoKnowsTheRoomGivesWhatFits() {
        assertEquals(
                List.of(new Replicate("/a", 60, "two"), new Replicate("/c", 30, "two")),
                decide(StorageMethod.RESOURCE_AWARE, HomePlan.empty(), 100, table(80, 20)));
    }

    @Test
    void aHeavilyLoadedServerHasItsMostRequestedCopiesRevokedUntilItsExcessIsGone() {
        HomePlan plan = HomePlan.empty()
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
        HomePlan plan = HomePlan.empty();
        for (Candidate each : CANDIDATES) {
            plan = plan.with(new Replicate(each.path(), each.bytes(), "one"));
        }
        assertEquals(
                List.of(new Revoke("/a", "one")),
                new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, CopyPlacement.REPLICATION, 1))
                        .decide(plan, new LoadFigure(5), table(1000, 5, 1000), CANDIDATES));
    }

    @Test
    void whereThereIsNoRoomTheUnpopularGiveWayToThePopular() {
        HomePlan plan = HomePlan.empty().with(new Replicate("/b", 60, "two")).with(new Replicate("/c", 30, "two"));
        assertEquals(
                List.of(new Swap(List.of("/c", "/b"), "/a", 60, "two")),
                decide(StorageMethod.RESOURCE_AWARE, plan, 100, table(100, 20)));
        List<Candidate> alike =
                List.of(new Candidate("/a", 60, 61), new Candidate("/b", 60, 50), new Candidate("/c", 30, 10));
        assertEquals(
                List.of(),
                new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, CopyPlacement.REPLICATION, 2))
                        .decide(plan, new LoadFigure(100), table(100, 20), alike));
    }

    @Test
    void eachSwapIsDecidedByWhatTheOnesBeforeItLeft() {
        HomePlan plan = HomePlan.empty().with(new Replicate("/x", 50, "two")).with(new Replicate("/y", 50, "two"));
        List<Candidate> candidates = List.of(
                new Candidate("/a", 50, 100),
                new Candidate("/longer", 101, 90),
                new Candidate("/b", 50, 80),
                new Candidate("/y", 50, 20),
                new Candidate("/c", 50, 15),
                new Candidate("/x", 50, 10));
        ReplicationPlanner rules =
                new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, CopyPlacement.REPLICATION, 10));
        assertEquals(
                List.of(new Swap(List.of("/x"), "/a", 50, "two"), new Swap(List.of("/y"), "/b", 50, "two")),
                rules.decide(plan, new LoadFigure(100), table(100, 20), candidates));
    }

    @Test
    void whatIsBeyondAQuotaThatShrankIsRevokedLeastRequestedFirst() {
        HomePlan plan = HomePlan.empty()
                .with(new Replicate("/a", 60, "two"))
                .with(new Replicate("/b", 60, "two"))
                .with(new Replicate("/never", 30, "two"));
        for (CopyPlacement spread : CopyPlacement.values()) {
            assertEquals(
                    List.of(new Revoke("/never", "two"), new Revoke("/b", "two")),
                    new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, spread, 1))
                            .decide(plan, new LoadFigure(5), table(5, 5), CANDIDATES),
                    spread::toString);
        }
        assertEquals(List.of(), decide(StorageMethod.NAIVE, plan, 5, table(5, 5)));
    }

    @Test
    void aDocumentThatGrewIsCountedWithItsNewSize() {
        HomePlan plan = HomePlan.empty()
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
        HomePlan plan = HomePlan.empty()
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
        HomePlan plan = HomePlan.empty().with(new Migrate("/a", 60, "one"));
        assertEquals(
                List.of(new Migrate("/b", 60, "two")),
                rules.decide(plan, new LoadFigure(100), table(60, 20), CANDIDATES));
        assertEquals(
                List.of(new Migrate("/a", 60, "two")),
                rules.decide(plan, new LoadFigure(50), table(200, 20), CANDIDATES));
    }

    private static List<Decision> migrate(HomePlan plan, double own, LoadTable table) {
        return new ReplicationPlanner(settings(StorageMethod.RESOURCE_AWARE, CopyPlacement.MIGRATION, 10))
                .decide(plan, new LoadFigure(own), table, CANDIDATES);
    }

    /** The other two, each with its load and its room. */
    private static LoadTable table(double first, long firstQuota, double second, long secondQuota) {
        return LoadTable.empty()
                .heard(new CoopServerView("one", new LoadFigure(first), firstQuota, 0))
                .heard(new CoopServerView("two", new LoadFigure(second), secondQuota, 0));
    }

    @Test
    void noMoreMigratesInOneRoundThanThereIsRoomFor() {
        List<Decision> decided = migrate(HomePlan.empty(), 100, table(60, 20));
        assertEquals(List.of(new Migrate("/a", 60, "two"), new Migrate("/c", 30, "two")), decided);
        assertEquals(90, HomePlan.empty().with(decided).bytesAt("two"));
    }

    @Test
    void whereTheLeastLoadedHasNoRoomTheNextOneOfTheLightlyLoadedGetsIt() {
        assertEquals(
                List.of(new Migrate("/a", 60, "one"), new Migrate("/c", 30, "two")),
                migrate(HomePlan.empty(), 100, table(40, 100, 20, 50)));
        assertEquals(
                List.of(new Migrate("/c", 30, "two")),
                migrate(HomePlan.empty(), 100, table(80, 100, 20, 50)),
                "the other one has enough to do");
    }

    @Test
    void whatNobodyElseHasRoomForComesHomeFromTheHeavilyLoaded() {
        HomePlan plan = HomePlan.empty().with(new Migrate("/a", 60, "one"));
        HomePlan both = plan.with(new Migrate("/b", 60, "one"));
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
