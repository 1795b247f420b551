package io.gosling.bench.figures;

import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.simulate.CostModel;
import io.gosling.tools.simulate.DistributionStrategy;
import io.gosling.tools.simulate.ParallelSimulationRunner;
import io.gosling.tools.simulate.SimulatedCluster;
import io.gosling.tools.simulate.SimulationResult;
import io.gosling.tools.trace.InjectedHotObjects;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.PublishedTraceProfile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Simulates figures 5 to 14 of Pai et al. 1998, and the statements of its text on delays and hot targets, on traces
 * made after the paper's ({@link PublishedTraceProfile}).
 */
public record LardFigures(int requests, List<Integer> nodes) {
    private static final long MEMORY = 32L << 20;
    private static final long SEED = 1;
    private static final List<String> STRATEGIES = List.of("wrr", "lb", "lb-gc-ideal", "wrr-gms", "lard", "lard-r");
    /** Those whose figures with faster processors and more disks the paper has. */
    private static final List<String> COMPARED = List.of("wrr", "lard-r");

    private static final double[][] GRADES = {{1, 1}, {2, 1.5}, {3, 2}, {4, 3}};
    private static final List<Double> HOT = List.of(2.0, 10.0, 30.0, 50.0, 75.0);

    /** Enough to see the lines. */
    public static final LardFigures FULL = new LardFigures(300_000, List.of(1, 2, 4, 8, 16));

    /** A check that it runs: the traces are too short for figures to go by. */
    public static final LardFigures QUICK = new LardFigures(20_000, List.of(1, 8, 16));

    public long work() {
        return (long) requests * ((long) nodes.size() * (2 * STRATEGIES.size() + 4 * GRADES.length) + 2 * HOT.size());
    }

    public String setting() {
        return ReportTextFormat.format(
                "%d requests made after each of the paper's traces, seed 1; nodes of 1998 with 32 MiB; GDS, and"
                        + " lfu-aging where nodes cooperate",
                requests);
    }

    /** The results of simulations, by strategy and number of nodes. */
    private record Outcomes(List<SimulationResult> all) {
        static Outcomes of(Trace trace, Stream<SimulatedCluster> setups, LongConsumer progress) {
            return new Outcomes(ParallelSimulationRunner.run(trace, setups.toList(), outcome -> {}, progress));
        }

        Outcomes where(Predicate<SimulatedCluster> which) {
            return new Outcomes(
                    all.stream().filter(one -> which.test(one.setup())).toList());
        }

        Outcomes of(String strategy) {
            return where(one -> one.strategy().label().equals(strategy));
        }

        double at(String strategy, int count, ToDoubleFunction<SimulationResult> figure) {
            return figure.applyAsDouble(
                    of(strategy).where(one -> one.nodes() == count).all.getFirst());
        }

        String ratio(String strategy, String other, int count, ToDoubleFunction<SimulationResult> figure) {
            return PaperClaim.ratio(at(strategy, count, figure), at(other, count, figure));
        }

        PaperClaim over(String figure, String strategy, String other, String paper, Integer... counts) {
            return new PaperClaim(
                    figure,
                    strategy + " over " + other + ", " + joined(counts, String::valueOf) + " nodes",
                    paper,
                    joined(counts, count -> ratio(strategy, other, count, SimulationResult::throughput)));
        }

        private static String joined(Integer[] counts, Function<Integer, String> text) {
            return Stream.of(counts).map(text).collect(Collectors.joining(" and "));
        }

        PaperFigure figure(
                String number, String title, String up, String form, ToDoubleFunction<SimulationResult> figure) {
            return PaperFigure.overNodes(
                    number, title, up, form, all, one -> one.setup().strategy().label(), figure);
        }

        PaperFigure throughputs(String number, String title, Function<SimulatedCluster, String> line) {
            Function<SimulationResult, String> of = one -> line.apply(one.setup());
            return PaperFigure.overNodes(number, title, "requests/s", "%,.0f", all, of, SimulationResult::throughput);
        }
    }

    public FigureReport draw(Map<String, String> head, LongConsumer progress) {
        Trace riceTrace = PublishedTraceProfile.RICE.requests(requests, SEED);
        Trace ibmTrace = PublishedTraceProfile.IBM.requests(requests, SEED);
        Outcomes rice = Outcomes.of(riceTrace, all(STRATEGIES, CostModel.DISK_1998, 1, 1), progress);
        Outcomes ibm = Outcomes.of(ibmTrace, all(STRATEGIES, CostModel.DISK_1998, 1, 1), progress);
        Stream<SimulatedCluster> faster =
                Arrays.stream(GRADES).flatMap(grade -> all(COMPARED, CostModel.DISK_1998, grade[0], grade[1]));
        Outcomes processors = Outcomes.of(riceTrace, faster, progress);
        Stream<SimulatedCluster> larger = IntStream.rangeClosed(1, 4)
                .boxed()
                .flatMap(count -> all(COMPARED, CostModel.DISK_1998.withDisks(count), 1, 1));
        Outcomes disks = Outcomes.of(riceTrace, larger, progress);
        Stream<SimulatedCluster> hotter = HOT.stream()
                .map(percent -> new InjectedHotObjects(percent, 5, 40 << 10))
                .flatMap(hot -> Stream.of("lard", "lard-r")
                        .map(name -> setup(nodes.getLast(), name, CostModel.DISK_1998, 1, 1, hot)));
        Outcomes hot = Outcomes.of(riceTrace, hotter, progress);
        Function<SimulatedCluster, String> byCpu = one -> ReportTextFormat.format("%.0fx cpu", one.cpu());
        Function<SimulatedCluster, String> byDisks =
                one -> one.costs().disks() + (one.costs().disks() == 1 ? " disk" : " disks");
        LineChart.Series gains =
                LineChart.line("5 files of 40 KB", HOT, percent -> percent, percent -> gain(hot, percent));
        String title = "LARD/R over LARD by hot targets, 16 nodes";
        String grades = " and processors, with memory of 1, 1.5, 2, 3";
        ToDoubleFunction<SimulationResult> throughput = SimulationResult::throughput;
        List<PaperFigure> figures = List.of(
                coverage("5", riceTrace),
                coverage("6", ibmTrace),
                rice.figure("7", "throughput on the Rice-like trace", "requests/s", "%,.0f", throughput),
                rice.figure("8", "misses on the Rice-like trace", "%", "%.1f", one -> 100 * one.missRatio()),
                rice.figure("9", "idle time on the Rice-like trace", "%", "%.1f", one -> 100 * one.idleFraction()),
                ibm.figure("10", "throughput on the IBM-like trace", "requests/s", "%,.0f", throughput),
                processors.of("wrr").throughputs("11", "wrr" + grades, byCpu),
                processors.of("lard-r").throughputs("12", "lard-r" + grades, byCpu),
                disks.of("wrr").throughputs("13", "wrr and disks", byDisks),
                disks.of("lard-r").throughputs("14", "lard-r and disks", byDisks),
                new PaperFigure("4.2", title, "hot targets, % of requests", "ratio", "%.3f", List.of(gains)));
        return new FigureReport("LARD's figures, simulated", head, figures, claims(rice, ibm, processors, disks, hot));
    }

    private List<PaperClaim> claims(Outcomes rice, Outcomes ibm, Outcomes processors, Outcomes disks, Outcomes hot) {
        int least = nodes.getFirst();
        int most = nodes.getLast();
        String with = ", " + most + " nodes";
        ToDoubleFunction<SimulationResult> misses = SimulationResult::missRatio;
        ToDoubleFunction<SimulationResult> idle = SimulationResult::idleFraction;
        ToDoubleFunction<SimulationResult> delay = SimulationResult::delayMillis;
        List<PaperClaim> claims = new ArrayList<>();
        claims.add(rice.over("7", "lard-r", "wrr", "3.9 and 4.5", 8, most));
        claims.add(rice.over("7", "lb-gc-ideal", "lb", "hardly more than 1", most));
        claims.add(rice.over("7", "wrr-gms", "lard-r", "below 0.5", 8, most));
        String found = PaperClaim.percent(rice.at("wrr", least, misses)) + " and "
                + PaperClaim.percent(rice.at("wrr", most, misses));
        claims.add(new PaperClaim("8", "misses of wrr, " + least + " and " + most + " nodes", "the same", found));
        found = PaperClaim.percent(rice.at("lard", 8, misses)) + ", "
                + PaperClaim.percent(rice.at("lard-r", most, misses));
        String what = "misses of lard with 8, of lard-r with " + most;
        claims.add(new PaperClaim("8", what, "below 4 %, 2 % [r]", found));
        found = PaperClaim.percent(rice.at("lard-r", most, idle)) + ", "
                + PaperClaim.percent(rice.at("lb", most, idle));
        claims.add(new PaperClaim("9", "idle time of lard-r and lb" + with, "about 1 % [r], much more", found));
        claims.add(ibm.over("10", "lard-r", "wrr", "somewhat more than 2", 8, most));
        claims.add(ibm.over("10", "wrr-gms", "lard-r", "above 0.85 [r]", most));
        for (String name : COMPARED) {
            boolean first = name.equals("wrr");
            found = grown(processors, name, one -> one.cpu() == 4, one -> one.cpu() == 1);
            what = name + ", 4x cpu with 3x memory over 1x" + with;
            claims.add(new PaperClaim(first ? "11" : "12", what, first ? "nothing gained" : "the lead grows", found));
            found = grown(
                    disks,
                    name,
                    one -> one.costs().disks() == 4,
                    one -> one.costs().disks() == 1);
            what = name + ", 4 disks over 1" + with;
            claims.add(new PaperClaim(first ? "13" : "14", what, first ? "much" : "little", found));
        }
        found = rice.ratio("lard-r", "wrr", most, delay) + ", and " + ibm.ratio("lard-r", "wrr", most, delay);
        what = "delay of lard-r over wrr, Rice-like and IBM-like" + with;
        claims.add(new PaperClaim("4.4", what, "below 0.25, and 0.5", found));
        DoubleSummaryStatistics gains =
                HOT.stream().mapToDouble(percent -> gain(hot, percent)).summaryStatistics();
        what = "lard-r over lard, hot targets";
        claims.add(PaperClaim.of("4.2", what, "1 to 1.15", "%.2f to %.2f", gains.getMin(), gains.getMax()));
        return claims;
    }

    private String grown(
            Outcomes outcomes, String name, Predicate<SimulatedCluster> grown, Predicate<SimulatedCluster> before) {
        int most = nodes.getLast();
        return PaperClaim.ratio(
                outcomes.where(grown).at(name, most, SimulationResult::throughput),
                outcomes.where(before).at(name, most, SimulationResult::throughput));
    }

    private double gain(Outcomes hot, double percent) {
        Outcomes two = hot.where(one -> one.hot().percent() == percent);
        ToDoubleFunction<SimulationResult> throughput = SimulationResult::throughput;
        return two.at("lard-r", nodes.getLast(), throughput) / two.at("lard", nodes.getLast(), throughput);
    }

    private Stream<SimulatedCluster> all(List<String> names, CostModel costs, double cpu, double memory) {
        return names.stream()
                .flatMap(name ->
                        nodes.stream().map(count -> setup(count, name, costs, cpu, memory, InjectedHotObjects.NONE)));
    }

    private static SimulatedCluster setup(
            int count, String name, CostModel costs, double cpu, double memory, InjectedHotObjects hot) {
        DistributionStrategy strategy = DistributionStrategy.named(name);
        long bytes = (long) (memory * MEMORY);
        return new SimulatedCluster(
                count,
                strategy,
                PolicySettings.defaults().with(PolicySettings.NODE_MEMORY, bytes),
                strategy.cooperates() ? "lfu-aging" : "gds",
                bytes,
                costs,
                cpu,
                hot,
                SimulatedCluster.Unlike.NONE,
                List.of());
    }

    private static PaperFigure coverage(String number, Trace trace) {
        int[] asked = trace.counts();
        int[] ranked = trace.ranked();
        List<LineChart.Point> requests = new ArrayList<>();
        List<LineChart.Point> bytes = new ArrayList<>();
        double soFar = 0;
        double bytesSoFar = 0;
        for (int rank = 0; rank < ranked.length; rank++) {
            soFar += asked[ranked[rank]];
            bytesSoFar += trace.sizes()[ranked[rank]];
            // Ten points, the last of which is all of it.
            if ((rank + 1) * 10L >= (requests.size() + 1L) * ranked.length) {
                double across = 10.0 * (requests.size() + 1);
                requests.add(new LineChart.Point(across, 100 * soFar / trace.requests().length));
                bytes.add(new LineChart.Point(across, 100 * bytesSoFar / trace.footprint()));
            }
        }
        String title = "requests and bytes of the most requested files, " + trace.name();
        List<LineChart.Series> lines =
                List.of(new LineChart.Series("requests", requests), new LineChart.Series("bytes", bytes));
        return new PaperFigure(number, title, "% of the files", "%", "%.1f", lines);
    }
}
