package io.gosling.bench.compare;

import io.gosling.bench.cluster.LinkFollowingClients;
import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Runs a forwarding mode: hosts, nodes and a front-end of its own are started, checked, warmed up, measured and ended.
 *
 * @param entry path of what clients ask for first
 * @param apart whether each host is a network namespace; otherwise all are on loopback
 * @param rounds with the percentage of one CPU for the front-end and for each node; 0 for no bounds
 */
record ForwardingModeTrial(
        Path site,
        String entry,
        boolean apart,
        int nodes,
        int clients,
        boolean kept,
        String policy,
        ExperimentProcedure rounds) {
    /** For which the clients' last requests may last: rates are over all of the time until everybody was answered. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    private int answering(ForwardingModeCase way) {
        return way == ForwardingModeCase.REPLICATION ? nodes() : 1;
    }

    ForwardingModeResult run(int round, ForwardingModeCase way) throws IOException, InterruptedException {
        // Closed last, when the processes in them have ended.
        try (CpuQuotaGroups groups = rounds.percent() > 0 ? CpuQuotaGroups.open(rounds.percent()) : null;
                TrialHosts ground = TrialHosts.open(apart(), way, nodes());
                ProcessWorkspace place = ProcessWorkspace.open();
                ForwardingModeCluster cluster = ForwardingModeCluster.start(place, ground, way, this)) {
            ContentCheck content = new ContentCheck(ground.client(), site(), way == ForwardingModeCase.REPLICATION);
            for (InetSocketAddress home : cluster.homes()) {
                content.check(home);
            }
            LinkFollowingClients.Visits visits =
                    new LinkFollowingClients.Visits(ground.client(), cluster.homes(), entry(), kept());
            int heard = new LinkFollowingClients(visits, clients(), 1).warmUp(rounds.warmUp(), answering(way));
            if (groups != null) {
                cluster.confine(groups);
                new LinkFollowingClients(visits, clients(), 2)
                        .run(rounds.measured().dividedBy(4));
            }
            ForwardingModeResult.Cost before = cluster.first();
            LinkFollowingClients.Tally loadCounts =
                    new LinkFollowingClients(visits, clients(), 3).run(rounds.measured());
            ForwardingModeResult.Cost cost = cluster.last().since(before);
            long late = cost.nanos() - rounds.measured().toNanos();
            if (late > LONGEST_END.toNanos()) {
                throw new IOException(
                        "a client waited " + Duration.ofNanos(late).toSeconds()
                                + " s for an answer when the others were done, so nothing was measured of it"
                                + cluster.lastWords(place));
            }
            String instead = instead(way, heard, loadCounts, cost);
            if (!instead.isEmpty()) {
                throw new IOException(instead + ", so nothing was measured of it" + cluster.lastWords(place));
            }
            return new ForwardingModeResult(round, way, clients(), nodes(), loadCounts, cost);
        }
    }

    /** A sign that clients were answered in another way than this one; empty if there is none. */
    private String instead(
            ForwardingModeCase way, int heard, LinkFollowingClients.Tally loadCounts, ForwardingModeResult.Cost cost) {
        return switch (way) {
            case HANDOFF_LOCAL, HANDOFF -> cost.handoffs().taken() > 0 ? "" : "no connection was handed over";
            case REDIRECT -> loadCounts.redirected() > 0 ? "" : "no client was sent to a node";
            case REPLICATION -> heard >= answering(way) ? "" : "pages have not led to every server";
            default -> "";
        };
    }
}
