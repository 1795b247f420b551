package io.gosling.replication.plan;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.ModelCluster.Item;
import io.gosling.replication.plan.ModelCluster.Outcome;
import io.gosling.replication.plan.ModelCluster.Site;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One image that three of five requests are for (DC-Apache, section 3): migration moves it, replication spreads it. */
class HotSpotTest {
    private static final Site SITE = new Site(
            Stream.concat(
                            Stream.of(new Item("/hot.png", 20_000, 60)),
                            IntStream.range(0, 40).mapToObj(i -> new Item("/page" + i + ".html", 4_000, 1)))
                    .toList(),
            8 << 10,
            1);

    private static ModelCluster cluster(Spread spread) {
        return new ModelCluster(
                SITE, PlanSettings.of(StorageMethod.RESOURCE_AWARE, spread), 3, SITE.bytes() * 2, 64, 1);
    }

    @Test
    void migrationLeavesOneServerWithTheHotSpotAndReplicationDoesNot() {
        Outcome migrated = cluster(Spread.MIGRATION).run(30, 60);
        Outcome replicated = cluster(Spread.REPLICATION).run(30, 60);
        assertTrue(migrated.largestShare() > 0.45, () -> migrated + " " + replicated);
        assertTrue(replicated.largestShare() < 0.35, replicated::toString);
        assertTrue(replicated.perSecond() > 1.3 * migrated.perSecond(), () -> replicated + " " + migrated);
    }

    @Test
    void whatHasMigratedHasOneCopyAndTheEntryStaysAtHome() {
        ModelCluster cluster = cluster(Spread.MIGRATION);
        cluster.run(0, 30);
        assertTrue(cluster.plan().documents().values().stream()
                .allMatch(placed -> placed.migrated() && placed.servers().size() == 1));
        assertTrue(cluster.plan().holders("/index.html").isEmpty());
        assertTrue(cluster.plan().holders("/hot.png").size() == 1);
    }

    @Test
    void everyServerGetsACopyOfTheHotSpot() {
        ModelCluster cluster = cluster(Spread.REPLICATION);
        cluster.run(0, 30);
        assertTrue(cluster.plan().holders("/hot.png").containsAll(List.of("coop1", "coop2", "coop3")));
    }
}
