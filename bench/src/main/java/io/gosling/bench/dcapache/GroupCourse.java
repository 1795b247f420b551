package io.gosling.bench.dcapache;

import io.gosling.bench.fleet.Fleet;
import io.gosling.bench.fleet.ServerGroup;
import io.gosling.bench.process.CpuGroups;
import io.gosling.bench.process.Workplace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * A site on real servers, one process each, with equal parts of a CPU where control groups can be made.
 *
 * @param warmUp until documents are where they are to be, without bounds on CPUs
 * @param percent of one CPU for each server
 */
record GroupCourse(Workplace place, Duration warmUp, Duration measured, int percent) {
    static final String REAL = "real";

    private static final int MOST_WARM_UPS = 10;

    /** Decides quickly, and gives pages away too, as the paper does. */
    private static final List<String> SETTINGS =
            List.of("idle: 1", "round: 500ms", "per-round: 200", "documents: on", "page-age: 1s");

    /** Until each server has answered something, or it has been waited for long enough. */
    private void warmUp(ServerGroup group, int clients) throws InterruptedException {
        int heard = 0;
        for (int i = 0; i < MOST_WARM_UPS && heard < group.members().size(); i++) {
            heard = new LinkClients(group.home(), clients, 1)
                    .run(warmUp)
                    .servers()
                    .size();
        }
    }

    Row run(String name, Path site, int servers, int clients) throws IOException, InterruptedException {
        try (CpuGroups groups = CpuGroups.open(percent);
                ServerGroup group = ServerGroup.start(place, site, servers, "256m", "32m", SETTINGS)) {
            warmUp(group, clients);
            for (Fleet.Member server : group.members()) {
                groups.confine(server.name(), server.process().toHandle());
            }
            new LinkClients(group.home(), clients, 2).run(measured.dividedBy(2));
            long began = System.nanoTime();
            LinkClients.Tally tally = new LinkClients(group.home(), clients, 3).run(measured);
            double seconds = (System.nanoTime() - began) / 1e9;
            return new Row(
                    REAL,
                    name,
                    servers,
                    clients,
                    "resource-aware",
                    "replication",
                    Row.NOT_SET,
                    (tally.requests() + tally.redirected()) / seconds,
                    tally.bodies() / seconds,
                    tally.nanos() / 1e6 / Math.max(1, tally.requests()),
                    tally.largestShare(),
                    Row.NOT_MEASURED,
                    Row.NOT_MEASURED,
                    tally.failed());
        }
    }
}
