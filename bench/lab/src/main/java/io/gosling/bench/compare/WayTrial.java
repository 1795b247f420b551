package io.gosling.bench.compare;

import io.gosling.bench.fleet.LinkClients;
import io.gosling.bench.process.CpuGroups;
import io.gosling.tools.process.Workplace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Runs a forwarding mode: hosts, nodes and a front-end of its own are started, checked, warmed up, measured and ended.
 */
record WayTrial(WaySetting setting) {
    /** For which the clients' last requests may last: rates are over all of the time until everybody was answered. */
    private static final Duration LONGEST_END = Duration.ofSeconds(10);

    /** The node by which replication begins has to give the others what they are to answer. */
    private int answering(Way way) {
        return way == Way.REPLICATION ? setting.nodes() : 1;
    }

    WayResult run(int round, Way way) throws IOException, InterruptedException {
        // Closed last, when the processes in them have ended.
        try (CpuGroups groups = setting.percent() > 0 ? CpuGroups.open(setting.percent()) : null;
                Ground ground = Ground.open(setting.apart(), way, setting.nodes());
                Workplace place = Workplace.open();
                WayCluster cluster = WayCluster.start(place, ground, way, setting)) {
            Proof proof = new Proof(ground.client(), setting.site(), way == Way.REPLICATION);
            for (InetSocketAddress home : cluster.homes()) {
                proof.check(home);
            }
            LinkClients.Visits visits =
                    new LinkClients.Visits(ground.client(), cluster.homes(), setting.entry(), setting.kept());
            int heard = new LinkClients(visits, setting.clients(), 1).warmUp(setting.warmUp(), answering(way));
            if (groups != null) {
                cluster.confine(groups);
                new LinkClients(visits, setting.clients(), 2)
                        .run(setting.measured().dividedBy(4));
            }
            WayCost before = cluster.first();
            LinkClients.Tally tally = new LinkClients(visits, setting.clients(), 3).run(setting.measured());
            WayCost cost = cluster.last().since(before);
            long late = cost.nanos() - setting.measured().toNanos();
            if (late > LONGEST_END.toNanos()) {
                throw new IOException(
                        "a client waited " + Duration.ofNanos(late).toSeconds()
                                + " s for an answer when the others were done, so nothing was measured of it"
                                + cluster.lastWords(place));
            }
            String instead = instead(way, heard, tally, cost);
            if (!instead.isEmpty()) {
                throw new IOException(instead + ", so nothing was measured of it" + cluster.lastWords(place));
            }
            return new WayResult(round, way, setting.clients(), setting.nodes(), tally, cost);
        }
    }

    /** A sign that clients were answered in another way than this one; empty if there is none. */
    private String instead(Way way, int heard, LinkClients.Tally tally, WayCost cost) {
        return switch (way) {
            case HANDOFF_LOCAL, HANDOFF -> cost.handoffs().taken() > 0 ? "" : "no connection was handed over";
            case REDIRECT -> tally.redirected() > 0 ? "" : "no client was sent to a node";
            case REPLICATION -> heard >= answering(way) ? "" : "pages have not led to every server";
            default -> "";
        };
    }
}
