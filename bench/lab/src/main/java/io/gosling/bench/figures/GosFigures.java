package io.gosling.bench.figures;

import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.simulate.DistributionStrategy;
import io.gosling.tools.simulate.ParallelSimulationRunner;
import io.gosling.tools.simulate.SimulatedCluster;
import io.gosling.tools.simulate.SimulationResult;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.SyntheticTraceFactory;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * Simulates the experiments of the Global Object Space paper (Chen, Wang, Lau 2001): requests go to the nodes in turns,
 * and nodes request objects from each other's memories or do not.
 */
public record GosFigures(int requests, int objects, List<Integer> nodes) implements SimulatedFigures {
    /** Of the bytes of all objects, what all memories of the largest cluster have together: the last is the paper's. */
    private static final List<Double> SHARES = List.of(0.016, 0.033, 0.065, 0.13);

    private static final double ALPHA = 1.1;
    private static final long LARGEST = 64 << 10;
    private static final long SEED = 1;

    public static final GosFigures FULL = new GosFigures(1_000_000, 25_000, List.of(2, 4, 8, 16));

    /** A check that it runs: the trace is too short for figures to go by. */
    public static final GosFigures QUICK = new GosFigures(20_000, 2_000, List.of(2, 16));

    @Override
    public long work() {
        return 2L * requests * nodes.size() * SHARES.size();
    }

    @Override
    public String setting() {
        return ReportTextFormat.format(
                "%d requests by Zipf's law for %d objects, seed 1, in turns to nodes of 1998; lfu-aging where nodes"
                        + " cooperate, lfu where they do not",
                requests, objects);
    }

    /** By Zipf's law, with the paper's share for the hottest tenth. */
    public static Trace trace(double alpha, int objects, int requests) {
        return SyntheticTraceFactory.zipf(alpha, objects, requests, 0, SEED).atMost(LARGEST);
    }

    @Override
    public FigureReport draw(Map<String, String> head, LongConsumer progress) {
        Trace trace = trace(ALPHA, objects, requests);
        List<SimulatedCluster> setups = SHARES.stream()
                .flatMap(share -> Stream.of(true, false)
                        .flatMap(together -> nodes.stream().map(count -> setup(count, memory(trace, share), together))))
                .toList();
        List<SimulationResult> outcomes = ParallelSimulationRunner.run(trace, setups, outcome -> {}, progress);
        long most = memory(trace, SHARES.getLast());
        long least = memory(trace, SHARES.getFirst());
        double bytes = (double) trace.asked() / trace.requests().length / (1 << 20);
        List<SimulationResult> withMost = only(outcomes, one -> one.memory() == most);
        List<SimulationResult> largest = only(outcomes, one -> one.nodes() == nodes.getLast());
        ToDoubleFunction<SimulationResult> megabytes = one -> one.throughput() * bytes;
        ToDoubleFunction<SimulationResult> size = one -> one.setup().nodes();
        ToDoubleFunction<SimulationResult> share =
                one -> 100.0 * one.setup().memory() * one.setup().nodes() / trace.footprint();
        String shares = "all memories, % of the objects' bytes, " + nodes.getLast() + " nodes";
        List<LineChart.Series> requested =
                LineChart.lines(withMost, GosFigures::line, size, SimulationResult::throughput);
        List<LineChart.Series> sent = LineChart.lines(withMost, GosFigures::line, size, megabytes);
        List<LineChart.Series> found =
                LineChart.lines(largest, GosFigures::line, share, one -> 100 * (1 - one.missRatio()));
        List<LineChart.Series> sentByShare = LineChart.lines(largest, GosFigures::line, share, megabytes);
        String title = "answers from a memory over the size of all memories";
        List<PaperFigure> figures = List.of(
                new PaperFigure("1", "requests over the cluster's size", "nodes", "requests/s", "%,.0f", requested),
                new PaperFigure("2", "bytes over the cluster's size", "nodes", "MiB/s", "%.1f", sent),
                new PaperFigure("3", title, shares, "% of the answers", "%.1f", found),
                new PaperFigure("4", "bytes over the size of all memories", shares, "MiB/s", "%.1f", sentByShare),
                brokenDown("5", "large", withMost),
                brokenDown("6", "small", only(outcomes, one -> one.memory() == least)));
        return new FigureReport("The Global Object Space, simulated", head, figures, claims(withMost));
    }

    private List<PaperClaim> claims(List<SimulationResult> withMost) {
        int first = nodes.getFirst();
        int last = nodes.getLast();
        SimulationResult on = at(withMost, true, last);
        SimulationResult off = at(withMost, false, last);
        String over = PaperClaim.ratio(on.throughput(), off.throughput());
        String faster = PaperClaim.ratio(
                        on.throughput(), at(withMost, true, first).throughput()) + ", "
                + PaperClaim.ratio(off.throughput(), at(withMost, false, first).throughput());
        String speedUp = "speed-up from " + first + " to " + last + " nodes with cooperation, without";
        String memories = "answers from a memory, all memories 13 % of the objects' bytes";
        return List.of(
                new PaperClaim("1", "with cooperation over without, " + last + " nodes", "3.7", over),
                new PaperClaim("1", speedUp, "4.77, 2.02", faster),
                new PaperClaim("3", memories, "about 90 %", PaperClaim.percent(1 - on.missRatio())),
                new PaperClaim(
                        "5", "answers from own memory, " + last + " nodes", "up to 70 %", PaperClaim.percent(own(on))));
    }

    private static PaperFigure brokenDown(String number, String memories, List<SimulationResult> outcomes) {
        List<SimulationResult> on = only(outcomes, one -> one.strategy().cooperates());
        ToDoubleFunction<SimulationResult> size = one -> one.setup().nodes();
        List<LineChart.Series> lines = List.of(
                LineChart.line("own memory", on, size, one -> 100 * own(one)),
                LineChart.line("other memory", on, size, one -> 100.0 * one.remote() / one.requests()),
                LineChart.line("disk", on, size, one -> 100 * one.missRatio()));
        String title = ReportTextFormat.format(
                "who had the bytes, with cooperation and %s memories (%.2f MiB a node)",
                memories, on.getFirst().setup().memory() / (double) (1 << 20));
        return new PaperFigure(number, title, "nodes", "% of the answers", "%.1f", lines);
    }

    private static double own(SimulationResult one) {
        return 1 - one.missRatio() - (double) one.remote() / one.requests();
    }

    private static String line(SimulationResult one) {
        return one.setup().strategy().cooperates() ? "cooperation on" : "cooperation off";
    }

    /** Of each node, when the nodes of the largest cluster have this share of all bytes together. */
    private long memory(Trace trace, double share) {
        return (long) (share * trace.footprint() / nodes.getLast());
    }

    private static List<SimulationResult> only(List<SimulationResult> outcomes, Predicate<SimulatedCluster> which) {
        return outcomes.stream().filter(one -> which.test(one.setup())).toList();
    }

    private static SimulationResult at(List<SimulationResult> outcomes, boolean together, int count) {
        return only(outcomes, one -> one.strategy().cooperates() == together && one.nodes() == count)
                .getFirst();
    }

    private static SimulatedCluster setup(int count, long memory, boolean together) {
        DistributionStrategy turns = DistributionStrategy.of(PolicyName.named("rr"));
        return new SimulatedCluster(
                count,
                together ? turns.cooperating() : turns,
                PolicySettings.defaults(),
                together ? "lfu-aging" : "lfu",
                memory,
                CostModel.DISK_1998);
    }
}
