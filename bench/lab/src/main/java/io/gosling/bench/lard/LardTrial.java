package io.gosling.bench.lard;

import io.gosling.bench.experiment.Rounds;
import io.gosling.bench.fleet.Answers;
import io.gosling.bench.fleet.EmulatedDisks;
import io.gosling.bench.process.CpuGroups;
import io.gosling.tools.fleet.Fleet;
import io.gosling.tools.process.Workspace;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.util.List;

/**
 * Runs a case with new nodes, each with a disk of its own, and a new front-end: warmed up, measured and ended.
 *
 * @param memory of a node, in bytes for bodies
 * @param clients of all nodes, in a closed loop
 */
record LardTrial(Workspace place, Trace trace, int memory, String heap, int body, int clients, Rounds rounds) {
    LardResult run(int round, LardCase what) throws IOException, InterruptedException {
        try (EmulatedDisks disks = new EmulatedDisks(body(), rounds().atOnce())) {
            Fleet.Shape shape =
                    Fleet.Shape.steady(heap(), Integer.toString(memory()), List.of("--cooperation", what.onOrOff()));
            try (CpuGroups groups = CpuGroups.open(rounds().percent());
                    Fleet fleet = Fleet.start(place, shape, disks.sources(what.nodes()))) {
                Fleet.Member front = fleet.dispatch(
                        List.of("--policy", what.policy(), "--event-loops", "1", "--relay-try-time", "30s"));
                Replay replay = new Replay(trace, front.http(), clients());
                replay.run(rounds().warmUp());
                // Now that the nodes have compiled what they use, they become equally slow.
                for (Fleet.Member node : fleet.members()) {
                    groups.confine(node.name(), node.process().toHandle());
                }
                return measure(round, what, replay, disks, fleet);
            }
        }
    }

    private LardResult measure(int round, LardCase what, Replay replay, EmulatedDisks disks, Fleet fleet)
            throws IOException, InterruptedException {
        disks.latency(rounds().latency());
        long before = disks.reads();
        long othersBefore = Answers.of(fleet).others();
        long began = System.nanoTime();
        Replay.Tally loadCounts = replay.run(rounds().measured());
        double seconds = (System.nanoTime() - began) / 1e9;
        long reads = disks.reads() - before;
        long others = Answers.of(fleet).others() - othersBefore;
        return new LardResult(round, what, loadCounts, others, reads, seconds);
    }
}
