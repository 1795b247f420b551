package io.gosling.bench.compare;

import io.gosling.bench.fleet.LinkClients;
import io.gosling.bench.process.CpuGroups;
import io.gosling.bench.process.Workplace;
import java.io.IOException;
import java.net.InetSocketAddress;

/** Runs a way: hosts, nodes and a front-end of its own, looked at, warmed up, measured and ended. */
record Trial(Setting setting) {
    /** The node by which replication begins has to give the others what they are to answer. */
    private int answering(Way way) {
        return way == Way.REPLICATION ? setting.nodes() : 1;
    }

    Measured run(int round, Way way) throws IOException, InterruptedException {
        // Closed last, when what was in them has ended.
        try (CpuGroups groups = setting.percent() > 0 ? CpuGroups.open(setting.percent()) : null;
                Ground ground = Ground.open(setting.apart(), way, setting.nodes());
                Workplace place = Workplace.open();
                Cluster cluster = Cluster.start(place, ground, way, setting)) {
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
            Readings before = cluster.read();
            LinkClients.Tally tally = new LinkClients(visits, setting.clients(), 3).run(setting.measured());
            Readings cost = cluster.read().since(before);
            String instead = instead(way, heard, tally, cost);
            if (!instead.isEmpty()) {
                throw new IOException(instead + ", so nothing was measured of it" + cluster.lastWords(place));
            }
            return new Measured(round, way, setting.clients(), setting.nodes(), tally, cost);
        }
    }

    /** What shows that clients were answered in another way than this; empty where nothing does. */
    private String instead(Way way, int heard, LinkClients.Tally tally, Readings cost) {
        return switch (way) {
            case HANDOFF_LOCAL, HANDOFF -> cost.handoffs().taken() > 0 ? "" : "no connection was handed over";
            case REDIRECT -> tally.redirected() > 0 ? "" : "no client was sent to a node";
            case REPLICATION -> heard >= answering(way) ? "" : "pages have not led to every server";
            default -> "";
        };
    }
}
