package io.gosling.bench.lard;

import io.gosling.bench.fleet.EmulatedDisk;
import io.gosling.bench.fleet.Fleet;
import io.gosling.bench.process.CpuGroups;
import io.gosling.bench.process.Workplace;
import io.gosling.bench.trace.Trace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs a case: new nodes, each before a disk of its own, a new front-end, warmed up and measured, ended. */
record Trial(Workplace place, Setting setting, Trace trace) {
    Measured run(int round, Case what) throws IOException, InterruptedException {
        List<EmulatedDisk> disks = new ArrayList<>();
        try {
            for (int i = 0; i < what.nodes(); i++) {
                disks.add(new EmulatedDisk(setting.body(), setting.rounds().atOnce()));
            }
            List<String> sources =
                    disks.stream().map(disk -> disk.url().toString()).toList();
            Fleet.Shape shape = new Fleet.Shape(
                    setting.heap(), Integer.toString(setting.memory()), List.of("--cooperation", what.onOrOff()));
            try (CpuGroups groups = CpuGroups.open(setting.rounds().percent());
                    Fleet fleet = Fleet.start(place, shape, sources)) {
                Fleet.Member front = fleet.dispatch(List.of("--policy", what.policy(), "--event-loops", "1"));
                Replay replay = new Replay(trace, front.http(), setting.clients());
                replay.run(setting.rounds().warmUp());
                // Now that the nodes have compiled what they use, they become equally slow.
                for (Fleet.Member node : fleet.members()) {
                    groups.confine(node.name(), node.process().toHandle());
                }
                return measure(round, what, replay, disks);
            }
        } finally {
            disks.forEach(EmulatedDisk::close);
        }
    }

    private Measured measure(int round, Case what, Replay replay, List<EmulatedDisk> disks)
            throws InterruptedException {
        disks.forEach(disk -> disk.latency(setting.rounds().latency()));
        long before = reads(disks);
        long began = System.nanoTime();
        Replay.Tally tally = replay.run(setting.rounds().measured());
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Measured(round, what, tally, reads(disks) - before, seconds);
    }

    private static long reads(List<EmulatedDisk> disks) {
        return disks.stream().mapToLong(EmulatedDisk::reads).sum();
    }
}
