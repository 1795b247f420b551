package io.gosling.bench.cluster;

import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.load.CacheStatusClassifier;
import io.gosling.tools.load.LoadResult;
import io.gosling.tools.load.LoadRun;
import io.gosling.tools.load.LoadSettings;
import io.gosling.tools.load.LoadStatistics;
import io.gosling.tools.load.RequestSequence;
import io.gosling.tools.load.TargetServer;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Runs a case with new nodes before a store: warmed up, measured with their parts of a CPU and slow disks, and ended.
 * Clients replay a trace in a closed loop, and continue where the warm-up ended.
 */
public record ClusterCaseTrial(ProcessWorkspace place, Trace trace, String heap, ExperimentProcedure rounds) {
    /** Runs a case with so many clients of all nodes, and closes its store. */
    public ClusterCaseResult run(int round, ClusterCase what, BackingStore store, int clients)
            throws IOException, InterruptedException {
        List<String> more = List.of("--cooperation", what.onOrOff());
        NodeProcesses.Shape shape = NodeProcesses.Shape.steady(heap, Long.toString(what.memory()), more);
        try (store;
                CpuQuotaGroups groups = CpuQuotaGroups.open(rounds.percent());
                NodeProcesses processes = NodeProcesses.start(place, shape, store.sources())) {
            List<NodeProcesses.Member> asked = processes.members();
            if (!what.policy().isEmpty()) {
                String[] frontEnd = {"--policy", what.policy(), "--event-loops", "1", "--relay-try-time", "30s"};
                asked = List.of(processes.dispatch(List.of(frontEnd)));
            }
            LoadStatistics warm =
                    load(asked, store, 0, clients, rounds.warmUp()).loadCounts();
            // Now that the nodes have compiled what they use, they become equally slow.
            for (NodeProcesses.Member node : processes.members()) {
                groups.confine(node.name(), node.process().toHandle());
            }
            store.disks().latency(rounds.latency());
            ResponseSourceCounts before = ResponseSourceCounts.of(processes);
            long reads = store.disks().reads();
            LoadResult result = load(asked, store, warm.requests(), clients, rounds.measured());
            reads = store.disks().reads() - reads;
            LoadStatistics counts = result.loadCounts();
            long well = counts.ofClass(2);
            long hits = counts.kinds().getOrDefault(CacheStatusClassifier.HIT, 0L);
            long failed = counts.requests() + counts.failures() - well;
            ResponseSourceCounts answers = ResponseSourceCounts.of(processes).minus(before);
            return new ClusterCaseResult(
                    round, what, warm.requests(), well, hits, failed, counts.bytes(), result.seconds(), answers, reads);
        }
    }

    private LoadResult load(List<NodeProcesses.Member> asked, BackingStore store, long from, int clients, Duration time)
            throws InterruptedException {
        List<TargetServer> servers =
                asked.stream().map(member -> TargetServer.near(member.http())).toList();
        RequestSequence work = store.requests(trace);
        LoadSettings settings = LoadSettings.closed(servers, clients, time, Long.MAX_VALUE);
        return new LoadRun(settings, number -> work.target(from + number)).run(told -> {});
    }
}
