package io.gosling.bench.packet;

import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.hosts.PacketTestNetworkFactory;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs a trial: sets the hosts up in one way and requests each set of documents.
 *
 * @param groups where dispatchers get their part of a CPU; null where they have all
 */
record PacketTrial(
        Testbed bed,
        ProcessWorkspace place,
        DocumentSetFiles files,
        int clients,
        ExperimentProcedure rounds,
        List<RequestKind> asked,
        @Nullable CpuQuotaGroups groups,
        Consumer<PacketResult> told) {
    /** A callback for the beginning of the measured time. */
    @FunctionalInterface
    interface Mark {
        void set() throws IOException, InterruptedException;
    }

    private static final String SERVER = "http://" + PacketTestNetworkFactory.VIP + ":";

    List<PacketResult> run(int round, TestbedSetup what) throws IOException, InterruptedException {
        List<PacketResult> found = new ArrayList<>();
        try (Testbed.Running running = bed.arrange(what)) {
            if (groups != null) {
                // With a part of a CPU a dispatcher would compile for as long as it is measured; the others have the
                // same before.
                measure(round, running, asked.getFirst());
                running.confine(groups);
            }
            for (RequestKind one : asked) {
                PacketResult measured = measure(round, running, one);
                told.accept(measured);
                found.add(measured);
            }
        }
        return found;
    }

    private PacketResult measure(int round, Testbed.Running running, RequestKind one)
            throws IOException, InterruptedException {
        int port = one.set().port();
        List<PacketResult.Cost> before = new ArrayList<>(List.of(running.read(port)));
        Mark mark = () -> before.set(0, running.read(port));
        LoadRunResult load = one.set() == DocumentSet.BYTES
                ? new BytesServiceLoadRun(bed.hosts(), clients, rounds).run(mark)
                : new HttpLoadRun(place, bed.hosts(), clients, rounds)
                        .run(files.urls(SERVER + port, one.set()), one.kept(), mark);
        return new PacketResult(
                round, running.what(), one, load, running.read(port).since(before.getFirst()));
    }
}
