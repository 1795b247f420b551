package io.gosling.bench.dcapache;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.PlanSettings.CopyPlacement;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.tools.workload.DcApacheSite;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One image that three of five requests are for (DC-Apache, section 3): migration moves it, replication spreads it. */
class HotSpotTest {
    private static final SimulatedReplicaSetMeasurement COURSE = new SimulatedReplicaSetMeasurement(30, 1);

    private static SimulatedReplicaSet cluster(CopyPlacement spread) {
        DcApacheSite site = SimulatedReplicaSetMeasurement.hotSpotSite();
        return new SimulatedReplicaSet(
                site,
                SimulatedReplicaSetMeasurement.settings(site, StorageMethod.RESOURCE_AWARE, spread),
                3,
                site.bytes() * 2,
                64,
                1);
    }

    @Test
    void migrationLeavesOneServerWithTheHotSpotAndReplicationDoesNot() {
        DcApacheResult migrated = COURSE.hotSpot(CopyPlacement.MIGRATION);
        DcApacheResult replicated = COURSE.hotSpot(CopyPlacement.REPLICATION);
        assertTrue(migrated.largestShare() > 0.45, () -> migrated + " " + replicated);
        assertTrue(replicated.largestShare() < 0.35, replicated::toString);
        assertTrue(replicated.perSecond() > 1.3 * migrated.perSecond(), () -> replicated + " " + migrated);
    }

    @Test
    void whatHasMigratedHasOneCopyAndTheEntryStaysAtHome() {
        SimulatedReplicaSet cluster = cluster(CopyPlacement.MIGRATION);
        cluster.run(0, 30);
        assertTrue(cluster.plan().documents().values().stream()
                .allMatch(placed -> placed.migrated() && placed.servers().size() == 1));
        assertTrue(cluster.plan().holders("/index.html").isEmpty());
        assertTrue(cluster.plan().holders("/hot.png").size() == 1);
    }

    @Test
    void everyServerGetsACopyOfTheHotSpot() {
        SimulatedReplicaSet cluster = cluster(CopyPlacement.REPLICATION);
        cluster.run(0, 30);
        assertTrue(cluster.plan().holders("/hot.png").containsAll(List.of("coop1", "coop2", "coop3")));
    }
}
