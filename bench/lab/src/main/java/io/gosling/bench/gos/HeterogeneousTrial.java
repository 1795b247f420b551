package io.gosling.bench.gos;

import io.gosling.bench.cluster.BackingStore;
import io.gosling.bench.cluster.ResponseSourceCounts;
import io.gosling.bench.experiment.ExperimentProcedure;
import io.gosling.bench.gos.ByteVerifyingClients.Checked;
import io.gosling.bench.process.CpuQuotaGroups;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.cluster.ProcessHost;
import io.gosling.tools.process.ProcessWorkspace;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures unlike nodes twice: first each one alone, with its own memory and its own disk, to find its capacity while
 * the others are idle and receive no requests; then new nodes, which cooperate, all together behind a front-end that
 * sends each request to the node with the fewest for its weight. The weights, by which nodes own entries too, are the
 * capacities that were found. Every response is compared.
 */
record HeterogeneousTrial(
        ProcessWorkspace place,
        Trace trace,
        List<HeterogeneousNode> nodes,
        long memory,
        int clients,
        ExperimentProcedure rounds) {
    HeterogeneousReport.Found run() throws IOException, InterruptedException {
        ByteVerifyingClients asking = new ByteVerifyingClients(trace, new AtomicLong());
        List<Checked> all = new ArrayList<>();
        List<Checked> alone = with("off", Collections.nCopies(nodes.size(), "1"), asking, all, (processes, disks) -> {
            List<Checked> found = new ArrayList<>();
            for (InetSocketAddress server : servers(processes)) {
                found.add(asking.ask(List.of(server), clients(), disks, rounds().measured()));
            }
            ResponseSourceCounts answers = ResponseSourceCounts.of(processes);
            if (answers.others() > 0) {
                throw new IOException("nodes that were to be alone have asked each other: " + answers);
            }
            return found;
        });
        List<HeterogeneousReport.Row> rows = new ArrayList<>();
        List<String> weights = weights(alone);
        List<Checked> together = with("on", weights, asking, all, (processes, disks) -> {
            List<String> arguments = new ArrayList<>(List.of("--port", "0", "--policy", "wrr"));
            for (int i = 0; i < nodes.size(); i++) {
                arguments.addAll(List.of("--backend", processes.member(i).address() + "=" + weights.get(i)));
            }
            InetSocketAddress front =
                    processes.dispatch(ProcessHost.HERE, arguments, Map.of()).address("http");
            List<ResponseSourceCounts> before = answers(processes);
            Duration time = rounds().measured().multipliedBy(2);
            Checked found = asking.ask(List.of(front), clients() * nodes.size(), disks, time);
            List<ResponseSourceCounts> after = answers(processes);
            for (int i = 0; i < nodes.size(); i++) {
                ResponseSourceCounts more = after.get(i).minus(before.get(i));
                rows.add(new HeterogeneousReport.Row(
                        i + 1, nodes.get(i), alone.get(i).throughput(), more));
            }
            return List.of(found);
        });
        return new HeterogeneousReport.Found(
                rows,
                all.stream().mapToLong(Checked::requests).sum(),
                all.stream().mapToLong(Checked::wrong).sum(),
                together.getFirst().throughput());
    }

    /** What each carries alone over what the strongest does, as settings take it. */
    private static List<String> weights(List<Checked> alone) {
        double most = alone.stream().mapToDouble(Checked::throughput).max().orElseThrow();
        return alone.stream()
                .map(one -> ReportTextFormat.format("%.2f", Math.max(0.01, one.throughput() / most)))
                .toList();
    }

    /** A part of a trial that runs on nodes which are warm, limited in CPU, and have slow disks. */
    private interface Part {
        List<Checked> play(NodeProcesses processes, BackingStore disks) throws IOException, InterruptedException;
    }

    /** Plays a part with new nodes, and adds its results and those of the warm-up to all. */
    private List<Checked> with(
            String cooperation, List<String> weights, ByteVerifyingClients asking, List<Checked> all, Part part)
            throws IOException, InterruptedException {
        List<NodeProcesses.Shape> shapes = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            shapes.add(nodes.get(i).shape(memory, cooperation, weights.get(i)));
        }
        try (BackingStore disks = BackingStore.ofSizes(trace, nodes.size(), rounds().atOnce());
                CpuQuotaGroups groups = CpuQuotaGroups.open(nodes.getFirst().percent());
                NodeProcesses processes = NodeProcesses.start(place, shapes, disks.sources())) {
            all.add(asking.ask(servers(processes), clients(), disks, rounds().warmUp()));
            for (int i = 0; i < nodes.size(); i++) {
                NodeProcesses.Member member = processes.member(i);
                groups.confine(
                        member.name(), member.process().toHandle(), nodes.get(i).percent());
            }
            disks.disks().latency(rounds().latency());
            List<Checked> found = part.play(processes, disks);
            all.addAll(found);
            return found;
        }
    }

    private static List<InetSocketAddress> servers(NodeProcesses processes) {
        return processes.members().stream().map(NodeProcesses.Member::http).toList();
    }

    private static List<ResponseSourceCounts> answers(NodeProcesses processes) throws IOException {
        List<ResponseSourceCounts> answers = new ArrayList<>();
        for (NodeProcesses.Member member : processes.members()) {
            answers.add(ResponseSourceCounts.of(member));
        }
        return answers;
    }
}
