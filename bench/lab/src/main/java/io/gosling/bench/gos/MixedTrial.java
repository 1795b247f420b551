package io.gosling.bench.gos;

import io.gosling.bench.experiment.Rounds;
import io.gosling.bench.fleet.Answers;
import io.gosling.bench.process.CpuGroups;
import io.gosling.tools.fleet.Fleet;
import io.gosling.tools.process.Workspace;
import io.gosling.tools.trace.Trace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Measures unlike nodes twice: first each one alone, with its own memory and its own disk, to find its capacity while
 * the others are idle and receive no requests; then new nodes, which cooperate, all together behind a front-end that
 * sends each request to the node with the fewest. Every response is compared.
 */
record MixedTrial(Workspace place, Trace trace, List<MixedNode> nodes, long memory, int clients, Rounds rounds) {
    MixedReport.Found run() throws IOException, InterruptedException {
        AtomicLong next = new AtomicLong();
        List<Checked> checked = new ArrayList<>();
        List<Checked> alone = new ArrayList<>();
        with("off", next, checked, (fleet, disks) -> {
            for (InetSocketAddress server : servers(fleet)) {
                alone.add(Checked.ask(List.of(server), clients(), disks, trace, next, rounds().measured()));
            }
            Answers found = Answers.of(fleet);
            if (found.others() > 0) {
                throw new IOException("nodes that were to be alone have asked each other: " + found);
            }
        });
        checked.addAll(alone);
        List<MixedReport.Row> rows = new ArrayList<>();
        List<Checked> together = new ArrayList<>();
        with("on", next, checked, (fleet, disks) -> {
            Fleet.Member front = fleet.dispatch(List.of("--policy", "wrr"));
            List<Answers> before = answers(fleet);
            Duration time = rounds().measured().multipliedBy(2);
            together.add(Checked.ask(List.of(front.http()), clients() * nodes.size(), disks, trace, next, time));
            List<Answers> after = answers(fleet);
            for (int i = 0; i < nodes.size(); i++) {
                Answers more = after.get(i).minus(before.get(i));
                rows.add(new MixedReport.Row(i + 1, nodes.get(i), alone.get(i).throughput(), more));
            }
        });
        checked.addAll(together);
        return new MixedReport.Found(
                rows,
                checked.stream().mapToLong(Checked::requests).sum(),
                checked.stream().mapToLong(Checked::wrong).sum(),
                together.getFirst().throughput());
    }

    /** A part of a trial that runs on nodes which are warm, limited in CPU, and have slow disks. */
    private interface Part {
        void play(Fleet fleet, EmulatedDiskStore disks) throws IOException, InterruptedException;
    }

    private void with(String cooperation, AtomicLong next, List<Checked> checked, Part part)
            throws IOException, InterruptedException {
        List<Fleet.Shape> shapes =
                nodes.stream().map(node -> node.shape(memory, cooperation)).toList();
        try (EmulatedDiskStore disks =
                        EmulatedDiskStore.of(trace, nodes.size(), rounds().latency(), rounds().atOnce());
                CpuGroups groups = CpuGroups.open(nodes.getFirst().percent());
                Fleet fleet = Fleet.start(place, shapes, disks.sources())) {
            checked.add(Checked.ask(servers(fleet), clients(), disks, trace, next, rounds().warmUp()));
            for (int i = 0; i < nodes.size(); i++) {
                Fleet.Member member = fleet.member(i);
                groups.confine(
                        member.name(), member.process().toHandle(), nodes.get(i).percent());
            }
            disks.slow();
            part.play(fleet, disks);
        }
    }

    private static List<InetSocketAddress> servers(Fleet fleet) {
        return fleet.members().stream().map(Fleet.Member::http).toList();
    }

    private static List<Answers> answers(Fleet fleet) throws IOException {
        List<Answers> answers = new ArrayList<>();
        for (Fleet.Member member : fleet.members()) {
            answers.add(Answers.of(member));
        }
        return answers;
    }
}
