package io.gosling.bench.dcapache;

import io.gosling.bench.cluster.LinkFollowingClients;
import io.gosling.bench.cluster.ReplicaSetProcesses;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.report.ReportTextFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Measures the gain from preloading and prefetching: clients of a site whose server has nothing in memory yet, with and
 * without hints, each round with a server that has just started.
 *
 * @param measured of each round, from the first request on
 */
record PageHintMeasurement(ProcessWorkspace place, Duration measured, int rounds) {
    private static final int AT_ONCE = 8;
    private static final List<String> OFF = List.of("disk-quota: 0");
    private static final List<String> ON = List.of("disk-quota: 0", "preload: " + AT_ONCE, "prefetch: " + AT_ONCE);

    /** @param failed requests without an answer, or with a wrong one */
    record Seen(double perSecond, double fromMemory, long failed) {
        static Seen mean(List<Seen> rounds) {
            return new Seen(
                    rounds.stream().mapToDouble(Seen::perSecond).average().orElse(0),
                    rounds.stream().mapToDouble(Seen::fromMemory).average().orElse(0),
                    rounds.stream().mapToLong(Seen::failed).sum());
        }
    }

    /** The gain for one site, without and with hints, as the mean of the rounds. */
    record Gain(String site, int clients, Seen without, Seen with) {
        String told() {
            return ReportTextFormat.format(
                    "%.0f answers/s, %.1f %% of them from memory; without %.0f answers/s, %.1f %%",
                    with.perSecond(), 100 * with.fromMemory(), without.perSecond(), 100 * without.fromMemory());
        }

        long failed() {
            return without.failed() + with.failed();
        }
    }

    Gain run(String name, Path site, int clients) throws IOException, InterruptedException {
        List<Seen> without = new ArrayList<>();
        List<Seen> with = new ArrayList<>();
        // One after the other, so that what else the machine does meets both.
        for (int round = 0; round < rounds; round++) {
            without.add(round(site, clients, round, OFF));
            with.add(round(site, clients, round, ON));
        }
        return new Gain(name, clients, Seen.mean(without), Seen.mean(with));
    }

    private Seen round(Path site, int clients, int seed, List<String> settings)
            throws IOException, InterruptedException {
        try (ReplicaSetProcesses group = ReplicaSetProcesses.start(place, site, 1, "256m", "32m", settings)) {
            long began = System.nanoTime();
            LinkFollowingClients.Tally loadCounts = new LinkFollowingClients(
                            LinkFollowingClients.Visits.to(group.home(), site), clients, seed)
                    .run(measured);
            double seconds = (System.nanoTime() - began) / 1e9;
            return new Seen(
                    loadCounts.requests() / seconds, fromMemory(group.members().getFirst()), loadCounts.failed());
        }
    }

    private static double fromMemory(NodeProcesses.Member server) throws IOException {
        Map<?, ?> requests = StatusReport.map(AdminClient.parse(server.admin("/status")), "requests");
        double fromMemory = StatusReport.number(StatusReport.map(requests, "from"), "local-memory");
        return fromMemory / Math.max(1, StatusReport.number(requests, "total"));
    }
}
