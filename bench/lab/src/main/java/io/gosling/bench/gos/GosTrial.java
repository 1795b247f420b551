package io.gosling.bench.gos;

import io.gosling.bench.experiment.Rounds;
import io.gosling.bench.fleet.Answers;
import io.gosling.bench.process.CpuGroups;
import io.gosling.tools.fleet.Fleet;
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
 * Runs a case: new nodes before a store, with clients that each stay with one node; warmed up, measured, ended.
 *
 * @param files whether nodes serve a directory; otherwise each has an emulated disk
 */
record GosTrial(Workspace place, Trace trace, boolean files, String heap, int clients, Rounds rounds) {
    GosResult run(int round, GosCase what) throws IOException, InterruptedException {
        Fleet.Shape shape =
                Fleet.Shape.steady(heap(), Long.toString(what.memory()), List.of("--cooperation", what.onOrOff()));
        try (Store store = store(what.nodes());
                CpuGroups groups = CpuGroups.open(rounds().percent());
                Fleet fleet = Fleet.start(place, shape, store.sources())) {
            LoadResult warm = load(fleet, store, 0, rounds().warmUp());
            // Now that the nodes have compiled what they use, they become equally slow.
            for (Fleet.Member node : fleet.members()) {
                groups.confine(node.name(), node.process().toHandle());
            }
            store.slow();
            Answers before = Answers.of(fleet);
            LoadResult result = load(fleet, store, warm.loadCounts().requests(), rounds().measured());
            long well = result.loadCounts().ofClass(2);
            long failed = result.loadCounts().requests() + result.loadCounts().failures() - well;
            Answers answers = Answers.of(fleet).minus(before);
            return new GosResult(round, what, well, result.loadCounts().bytes(), failed, result.seconds(), answers);
        }
    }

    private Store store(int nodes) throws IOException {
        return files()
                ? SiteFolder.of(place.directory("site"), trace, nodes)
                : EmulatedDiskStore.of(trace, nodes, rounds().latency(), rounds().atOnce());
    }

    private LoadResult load(Fleet fleet, Store store, long from, Duration time) throws InterruptedException {
        List<Target> nodes = fleet.members().stream()
                .map(member -> Target.near(member.http()))
                .toList();
        RequestSequence work = RequestSequence.of(trace, store::target);
        LoadSettings settings = LoadSettings.closed(nodes, nodes.size() * clients(), time, Long.MAX_VALUE);
        return new LoadRun(settings, number -> work.target(from + number)).run(told -> {});
    }
}
