package io.gosling.bench.gos;

import io.gosling.bench.fleet.Fleet;
import io.gosling.bench.process.CpuGroups;
import io.gosling.bench.process.Workplace;
import io.gosling.bench.trace.Trace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One cluster of unlike nodes: warmed up, each asked alone for what it can carry, and all together behind a front-end that
 * sends to whoever has the fewest requests. Every answer is compared.
 *
 * @param memory of a node for objects, in bytes
 */
record MixedTrial(Workplace place, Setting setting, Trace trace, List<MixedNode> nodes, long memory) {
    MixedReport.Found run() throws IOException, InterruptedException {
        List<Fleet.Shape> shapes =
                nodes.stream().map(node -> node.shape(memory)).toList();
        AtomicLong next = new AtomicLong();
        List<Checked> checked = new ArrayList<>();
        List<Double> alone = new ArrayList<>();
        try (DiskStore disks = DiskStore.of(
                        trace,
                        nodes.size(),
                        setting.rounds().latency(),
                        setting.rounds().atOnce());
                CpuGroups groups = CpuGroups.open(nodes.getFirst().percent());
                Fleet fleet = Fleet.start(place, shapes, disks.sources())) {
            List<InetSocketAddress> servers =
                    fleet.members().stream().map(Fleet.Member::http).toList();
            checked.add(Checked.ask(
                    servers,
                    setting.clients(),
                    disks,
                    trace,
                    next,
                    setting.rounds().warmUp()));
            for (int i = 0; i < nodes.size(); i++) {
                Fleet.Member member = fleet.member(i);
                groups.confine(
                        member.name(), member.process().toHandle(), nodes.get(i).percent());
            }
            disks.slow();
            for (InetSocketAddress server : servers) {
                Checked one = Checked.ask(
                        List.of(server),
                        setting.clients(),
                        disks,
                        trace,
                        next,
                        setting.rounds().measured());
                alone.add(one.throughput());
                checked.add(one);
            }
            Fleet.Member front = fleet.dispatch(List.of("--policy", "wrr"));
            List<Answers> before = answers(fleet);
            Checked together = Checked.ask(
                    List.of(front.http()),
                    setting.clients() * nodes.size(),
                    disks,
                    trace,
                    next,
                    setting.rounds().measured().multipliedBy(2));
            checked.add(together);
            List<Answers> after = answers(fleet);
            List<MixedReport.Row> rows = new ArrayList<>();
            for (int i = 0; i < nodes.size(); i++) {
                rows.add(new MixedReport.Row(
                        nodes.get(i), alone.get(i), after.get(i).minus(before.get(i))));
            }
            return new MixedReport.Found(
                    rows,
                    checked.stream().mapToLong(Checked::requests).sum(),
                    checked.stream().mapToLong(Checked::wrong).sum(),
                    together.throughput());
        }
    }

    private static List<Answers> answers(Fleet fleet) throws IOException {
        List<Answers> answers = new ArrayList<>();
        for (Fleet.Member member : fleet.members()) {
            answers.add(Answers.of(member));
        }
        return answers;
    }
}
