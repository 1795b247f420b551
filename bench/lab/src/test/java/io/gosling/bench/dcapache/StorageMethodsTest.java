package io.gosling.bench.dcapache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.tools.workload.DcApacheSite;
import io.gosling.tools.workload.DcApacheSiteGenerator;
import org.junit.jupiter.api.Test;

/** Figure 9 of the paper: a home and three co-op servers under a quota, by each of the three methods. */
class StorageMethodsTest {
    private static DcApacheResult run(DcApacheSite site, StorageMethod method, double share) {
        // Images of 2 MB take ten minutes until each is where it is to be.
        return new SimulatedReplicaSetMeasurement(site.roundSeconds() == 1 ? 30 : 120, 1).quota(site, method, share);
    }

    private static double specWeb(StorageMethod method, double share) {
        return run(DcApacheSiteGenerator.specWeb(), method, share).perSecond();
    }

    @Test
    void withoutAQuotaTheGroupIsOneServer() {
        double alone = new SimulatedReplicaSetMeasurement(30, 1)
                .scale(DcApacheSiteGenerator.specWeb(), 1, 64)
                .perSecond();
        for (StorageMethod method : StorageMethod.values()) {
            double none = specWeb(method, 0);
            assertTrue(none > 0.95 * alone && none < 1.05 * alone, () -> method + ": " + none + " beside " + alone);
        }
    }

    @Test
    void whereEverythingFitsAllMethodsAreEqualAndNearlyFourServersStrong() {
        double alone = specWeb(StorageMethod.NAIVE, 0);
        for (StorageMethod method : StorageMethod.values()) {
            DcApacheResult all = run(DcApacheSiteGenerator.specWeb(), method, 1.05);
            assertTrue(all.perSecond() > 3.5 * alone, () -> method + ": " + all + " beside " + alone);
            assertEquals(0, all.evictions(), method::toString);
        }
    }

    @Test
    void onSpecWebKnowingTheRoomBeatsHearingOfEvictionsWhichBeatsKnowingNothing() {
        for (double share : new double[] {0.2, 0.4, 0.6}) {
            double naive = specWeb(StorageMethod.NAIVE, share);
            double deletion = specWeb(StorageMethod.DELETION_AWARE, share);
            double resource = specWeb(StorageMethod.RESOURCE_AWARE, share);
            String all = share + ": " + naive + ", " + deletion + ", " + resource;
            assertTrue(resource > 1.05 * deletion, all);
            assertTrue(deletion > naive, all);
        }
    }

    /** Swapping costs what it brings where everything is large and asked for alike: the paper's exception. */
    @Test
    void onSequoiaHearingOfEvictionsBeatsKnowingTheRoom() {
        for (double share : new double[] {0.4, 0.6}) {
            double deletion = run(DcApacheSiteGenerator.sequoia(), StorageMethod.DELETION_AWARE, share)
                    .perSecond();
            double resource = run(DcApacheSiteGenerator.sequoia(), StorageMethod.RESOURCE_AWARE, share)
                    .perSecond();
            assertTrue(deletion > 1.05 * resource, share + ": " + deletion + ", " + resource);
        }
    }

    @Test
    void aRunIsTheSameEveryTime() {
        assertEquals(
                run(DcApacheSiteGenerator.specWeb(), StorageMethod.DELETION_AWARE, 0.4),
                run(DcApacheSiteGenerator.specWeb(), StorageMethod.DELETION_AWARE, 0.4));
    }
}
