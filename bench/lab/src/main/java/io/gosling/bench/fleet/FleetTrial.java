package io.gosling.bench.fleet;

import io.gosling.bench.experiment.Experiment;
import io.gosling.bench.experiment.Rounds;
import io.gosling.bench.process.CpuGroups;
import io.gosling.tools.fleet.Fleet;
import io.gosling.tools.load.AnswerKinds;
import io.gosling.tools.load.LoadCounts;
import io.gosling.tools.load.LoadResult;
import io.gosling.tools.load.LoadRun;
import io.gosling.tools.load.LoadSettings;
import io.gosling.tools.load.RequestSequence;
import io.gosling.tools.load.Target;
import io.gosling.tools.process.Workspace;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * Runs a case with new nodes before a store: warmed up, measured with their parts of a CPU and slow disks, and ended.
 * Clients replay a trace in a closed loop, and continue where the warm-up ended.
 */
public record FleetTrial(Workspace place, Trace trace, String heap, Rounds rounds) {
    /**
     * The results of a case.
     *
     * @param requests answered rightly
     * @param hits of them from the memory of the node that was asked, by its {@code Cache-Status}
     * @param bytes of the answers, with their headers
     * @param answers counts by the source of the bytes, as the nodes reported them
     * @param reads of emulated disks
     */
    public record Outcome(
            long requests, long hits, long failed, long bytes, double seconds, Answers answers, long reads) {
        public double throughput() {
            return requests / seconds;
        }

        public Experiment.Result.SuccessCounts answered() {
            return new Experiment.Result.SuccessCounts(requests, failed);
        }
    }

    /**
     * Runs a case, and closes its store.
     *
     * @param memory of a node, in bytes
     * @param cooperation whether a node asks the others' memories before its store
     * @param frontEnd arguments of the front-end that clients ask; empty if they ask the nodes in turn
     * @param clients of all nodes
     */
    public Outcome run(Store store, long memory, boolean cooperation, List<String> frontEnd, int clients)
            throws IOException, InterruptedException {
        List<String> more = List.of("--cooperation", cooperation ? "on" : "off");
        try (store;
                CpuGroups groups = CpuGroups.open(rounds.percent());
                Fleet fleet =
                        Fleet.start(place, Fleet.Shape.steady(heap, Long.toString(memory), more), store.sources())) {
            List<Fleet.Member> asked = frontEnd.isEmpty() ? fleet.members() : List.of(fleet.dispatch(frontEnd));
            LoadCounts warm = load(asked, store, 0, clients, rounds.warmUp()).loadCounts();
            // Now that the nodes have compiled what they use, they become equally slow.
            for (Fleet.Member node : fleet.members()) {
                groups.confine(node.name(), node.process().toHandle());
            }
            store.slow(rounds.latency());
            Answers before = Answers.of(fleet);
            long reads = store.reads();
            LoadResult result = load(asked, store, warm.requests(), clients, rounds.measured());
            reads = store.reads() - reads;
            LoadCounts counts = result.loadCounts();
            long well = counts.ofClass(2);
            long hits = counts.kinds().getOrDefault(AnswerKinds.HIT, 0L);
            long failed = counts.requests() + counts.failures() - well;
            Answers answers = Answers.of(fleet).minus(before);
            return new Outcome(well, hits, failed, counts.bytes(), result.seconds(), answers, reads);
        }
    }

    private LoadResult load(List<Fleet.Member> asked, Store store, long from, int clients, Duration time)
            throws InterruptedException {
        List<Target> servers =
                asked.stream().map(member -> Target.near(member.http())).toList();
        RequestSequence work = store.requests(trace);
        LoadSettings settings = LoadSettings.closed(servers, clients, time, Long.MAX_VALUE);
        return new LoadRun(settings, number -> work.target(from + number)).run(told -> {});
    }
}
