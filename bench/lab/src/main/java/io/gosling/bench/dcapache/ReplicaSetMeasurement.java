package io.gosling.bench.dcapache;

import io.gosling.bench.cluster.LinkFollowingClients;
import io.gosling.bench.cluster.ReplicaSetProcesses;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;

/**
 * Measures a site on real servers, one process each, with equal parts of a CPU where control groups are available.
 *
 * @param warmUp for each server, without bounds on CPUs: until documents have been placed and code is compiled
 */
record ReplicaSetMeasurement(ProcessWorkspace place, Duration warmUp, Duration measured, int percent) {
    static final String REAL = "real";
    /**
     * It gives pages away too, as its paper does, and sees what a round has changed before the next one: with shorter
     * rounds it would answer loads that are gone, and every change of its plan has pages chosen anew.
     */
    private static final List<String> SETTINGS =
            List.of("idle: 1", "round: 2s", "per-round: 50", "documents: on", "page-age: 1s");

    /** So many times as long as it is measured it is waited for, once CPUs are bounded. */
    private static final int SETTLING = 3;

    /**
     * The servers' parameters; requested files are checked for changes every ten seconds: every second would be a third
     * of a server's work here.
     */
    private static final NodeProcesses.Shape SERVER =
            NodeProcesses.Shape.steady("256m", "32m", List.of("--refresh-interval", "10s"));

    DcApacheResult run(String name, Path site, int servers, int clients) throws IOException, InterruptedException {
        try (CpuQuotaGroups groups = CpuQuotaGroups.inOnePiece(percent);
                ReplicaSetProcesses group =
                        ReplicaSetProcesses.start(place, site, Collections.nCopies(servers, SERVER), SETTINGS)) {
            LinkFollowingClients.Visits visits = LinkFollowingClients.Visits.to(group.home(), site);
            // Until each server has answered something, or a timeout.
            new LinkFollowingClients(visits, clients, 1).warmUp(warmUp.multipliedBy(servers), servers);
            for (NodeProcesses.Member server : group.members()) {
                groups.confine(server.name(), server.process().toHandle());
            }
            // The loads and their order have changed, and so will the plan before long.
            new LinkFollowingClients(visits, clients, 2).run(measured.multipliedBy(SETTLING));
            long began = System.nanoTime();
            LinkFollowingClients.Tally loadCounts = new LinkFollowingClients(visits, clients, 3).run(measured);
            double seconds = (System.nanoTime() - began) / 1e9;
            return new DcApacheResult(
                    REAL,
                    name,
                    servers,
                    clients,
                    "resource-aware",
                    "replication",
                    DcApacheResult.NOT_SET,
                    (loadCounts.requests() + loadCounts.redirected()) / seconds,
                    loadCounts.bodies() / seconds,
                    loadCounts.meanMillis(),
                    loadCounts.largestShare(),
                    DcApacheResult.NOT_MEASURED,
                    DcApacheResult.NOT_MEASURED,
                    loadCounts.failed());
        }
    }
}
