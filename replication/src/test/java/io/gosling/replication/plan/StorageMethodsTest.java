package io.gosling.replication.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.ModelCluster.Outcome;
import io.gosling.replication.plan.ModelCluster.Site;
import org.junit.jupiter.api.Test;

/** Figure 9 of the paper: a home and three co-op servers under a quota, by each of the three methods. */
class StorageMethodsTest {
    private static final int COOPS = 3;
    private static final int CLIENTS = 64;

    private static Outcome run(Site site, StorageMethod method, double share) {
        PlanSettings settings = settings(site, method);
        // Images of 2 MB take ten minutes until each is where it is to be.
        double from = site.roundSeconds() == 1 ? 30 : 600;
        return new ModelCluster(site, settings, COOPS, (long) (share * site.bytes()), CLIENTS, 1).run(from, 2 * from);
    }

    /** Of images of 2 MB a server gives seven a second: it is not idle with that. */
    private static PlanSettings settings(Site site, StorageMethod method) {
        PlanSettings usual = PlanSettings.of(method, Spread.REPLICATION);
        return site.roundSeconds() == 1
                ? usual
                : new PlanSettings(
                        method,
                        Spread.REPLICATION,
                        usual.weight(),
                        0.5,
                        usual.overloaded(),
                        usual.heavy(),
                        usual.light(),
                        usual.perRound(),
                        usual.candidates(),
                        usual.swapMargin());
    }

    @Test
    void withoutAQuotaTheGroupIsOneServer() {
        double alone =
                run(ModelSites.specWeb(), StorageMethod.RESOURCE_AWARE, 0).perSecond();
        for (StorageMethod method : StorageMethod.values()) {
            double none = run(ModelSites.specWeb(), method, 0).perSecond();
            assertEquals(alone, none, alone * 0.05, method::toString);
        }
    }

    @Test
    void whereEverythingFitsAllMethodsAreEqualAndNearlyFourServersStrong() {
        Site site = ModelSites.specWeb();
        double alone = run(site, StorageMethod.NAIVE, 0).perSecond();
        for (StorageMethod method : StorageMethod.values()) {
            Outcome all = run(site, method, 1.05);
            assertTrue(all.perSecond() > 3.5 * alone, () -> method + ": " + all + " beside " + alone);
            assertEquals(0, all.evictions(), method::toString);
        }
    }

    @Test
    void onSpecWebKnowingTheRoomBeatsHearingOfEvictionsWhichBeatsKnowingNothing() {
        for (double share : new double[] {0.2, 0.4, 0.6}) {
            double naive = run(ModelSites.specWeb(), StorageMethod.NAIVE, share).perSecond();
            double deletion = run(ModelSites.specWeb(), StorageMethod.DELETION_AWARE, share)
                    .perSecond();
            double resource = run(ModelSites.specWeb(), StorageMethod.RESOURCE_AWARE, share)
                    .perSecond();
            String all = share + ": " + naive + ", " + deletion + ", " + resource;
            assertTrue(resource > 1.05 * deletion, all);
            assertTrue(deletion > naive, all);
        }
    }

    /** Swapping costs what it brings where everything is large and asked for alike: the paper's exception. */
    @Test
    void onSequoiaHearingOfEvictionsBeatsKnowingTheRoom() {
        for (double share : new double[] {0.4, 0.6}) {
            double deletion = run(ModelSites.sequoia(), StorageMethod.DELETION_AWARE, share)
                    .perSecond();
            double resource = run(ModelSites.sequoia(), StorageMethod.RESOURCE_AWARE, share)
                    .perSecond();
            assertTrue(deletion > 1.05 * resource, share + ": " + deletion + ", " + resource);
        }
    }

    @Test
    void aRunIsTheSameEveryTime() {
        assertEquals(
                run(ModelSites.specWeb(), StorageMethod.DELETION_AWARE, 0.4),
                run(ModelSites.specWeb(), StorageMethod.DELETION_AWARE, 0.4));
    }
}
