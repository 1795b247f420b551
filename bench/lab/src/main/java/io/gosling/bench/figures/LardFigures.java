package io.gosling.bench.figures;

import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.report.Plot;
import io.gosling.tools.report.Text;
import io.gosling.tools.simulate.Costs;
import io.gosling.tools.simulate.SimulatedCluster;
import io.gosling.tools.simulate.SimulationResult;
import io.gosling.tools.simulate.Simulator;
import io.gosling.tools.simulate.Strategy;
import io.gosling.tools.trace.HotObjects;
import io.gosling.tools.trace.Trace;
import io.gosling.tools.workload.Coverage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
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
 * made after the paper's ({@link Coverage}).
 */
public record LardFigures(int requests, List<Integer> nodes) {
    private static final long MEMORY = 32L << 20;
    private static final long SEED = 1;
    private static final List<String> STRATEGIES = List.of("wrr", "lb", "lb-gc-ideal", "wrr-gms", "lard", "lard-r");
    private static final double[][] GRADES = {{1, 1}, {2, 1.5}, {3, 2}, {4, 3}};
    private static final List<Double> HOT = List.of(2.0, 10.0, 30.0, 50.0, 75.0);

    /** Enough to see the lines. */
    public static final LardFigures FULL = new LardFigures(300_000, List.of(1, 2, 4, 8, 16));

    /** A check that it runs: the traces are too short for figures to go by. */
    public static final LardFigures QUICK = new LardFigures(20_000, List.of(1, 8, 16));

    public long work() {
        return (long) requests * ((long) nodes.size() * (2 * STRATEGIES.size() + 4 * GRADES.length) + 2 * HOT.size());
    }

    /** @param progress called with the number of further requests answered, by any thread */
    public FigureReport draw(Map<String, String> head, LongConsumer progress) {
        Trace rice = Coverage.RICE.requests(requests, SEED);
        Trace ibm = Coverage.IBM.requests(requests, SEED);
        List<SimulationResult> onRice =
                run(rice, STRATEGIES.stream().flatMap(name -> each(name, Costs.DISK_1998, 1, 1).stream()), progress);
        List<SimulationResult> onIbm =
                run(ibm, STRATEGIES.stream().flatMap(name -> each(name, Costs.DISK_1998, 1, 1).stream()), progress);
        List<Figure> figures = new ArrayList<>();
        figures.add(coverage("5", rice));
        figures.add(coverage("6", ibm));
        figures.add(overNodes(
                "7", "throughput on the Rice-like trace", "requests/s", "%,.0f", onRice, SimulationResult::throughput));
        figures.add(overNodes("8", "misses on the Rice-like trace", "%", "%.1f", onRice, one -> 100 * one.missRatio()));
        figures.add(overNodes(
                "9", "idle time on the Rice-like trace", "%", "%.1f", onRice, one -> 100 * one.idleFraction()));
        figures.add(overNodes(
                "10", "throughput on the IBM-like trace", "requests/s", "%,.0f", onIbm, SimulationResult::throughput));
        List<SimulationResult> processors = new ArrayList<>();
        List<SimulationResult> disks = new ArrayList<>();
        for (String name : List.of("wrr", "lard-r")) {
            boolean first = name.equals("wrr");
            List<SimulationResult> byCpu = run(
                    rice,
                    Arrays.stream(GRADES).flatMap(grade -> each(name, Costs.DISK_1998, grade[0], grade[1]).stream()),
                    progress);
            String title = name + " and processors, with memory of 1, 1.5, 2, 3";
            Function<SimulationResult, String> cpu =
                    one -> Text.format("%.0fx cpu", one.setup().cpu());
            figures.add(Figure.overNodes(
                    first ? "11" : "12", title, "requests/s", "%,.0f", byCpu, cpu, SimulationResult::throughput));
            processors.addAll(byCpu);
            Stream<SimulatedCluster> withDisks = IntStream.rangeClosed(1, 4)
                    .boxed()
                    .flatMap(count -> each(name, Costs.DISK_1998.withDisks(count), 1, 1).stream());
            List<SimulationResult> byDisks = run(rice, withDisks, progress);
            Function<SimulationResult, String> count =
                    one -> one.setup().costs().disks() + (one.setup().costs().disks() == 1 ? " disk" : " disks");
            title = name + " and disks";
            figures.add(Figure.overNodes(
                    first ? "13" : "14", title, "requests/s", "%,.0f", byDisks, count, SimulationResult::throughput));
            disks.addAll(byDisks);
        }
        List<SimulationResult> hot = hot(rice, progress);
        Plot.Series gains = Plot.line("5 files of 40 KB", HOT, percent -> percent, percent -> gain(hot, percent));
        String title = "LARD/R over LARD by hot targets, 16 nodes";
        figures.add(new Figure("4.2", title, "hot targets, % of requests", "ratio", "%.3f", List.of(gains)));
        figures.sort(Comparator.comparingInt(
                figure -> figure.number().contains(".") ? 99 : Integer.parseInt(figure.number())));
        return new FigureReport(
                "LARD's figures, simulated", head, figures, claims(onRice, onIbm, processors, disks, hot));
    }

    private List<Claim> claims(
            List<SimulationResult> rice,
            List<SimulationResult> ibm,
            List<SimulationResult> processors,
            List<SimulationResult> disks,
            List<SimulationResult> hot) {
        int most = nodes.getLast();
        List<Claim> claims = new ArrayList<>();
        claims.add(ratios("7", rice, "lard-r", "wrr", "3.9 and 4.5", 8, most));
        claims.add(ratios("7", rice, "lb-gc-ideal", "lb", "hardly more than 1", most));
        claims.add(ratios("7", rice, "wrr-gms", "lard-r", "below 0.5", 8, most));
        claims.add(new Claim(
                "8",
                "misses of wrr, " + nodes.getFirst() + " and " + most + " nodes",
                "the same",
                percent(rice, "wrr", nodes.getFirst(), SimulationResult::missRatio) + " and "
                        + percent(rice, "wrr", most, SimulationResult::missRatio)));
        claims.add(new Claim(
                "8",
                "misses of lard with 8, of lard-r with " + most,
                "below 4 %, 2 % [r]",
                percent(rice, "lard", 8, SimulationResult::missRatio) + ", "
                        + percent(rice, "lard-r", most, SimulationResult::missRatio)));
        claims.add(new Claim(
                "9",
                "idle time of lard-r and lb, " + most + " nodes",
                "about 1 % [r], much more",
                percent(rice, "lard-r", most, SimulationResult::idleFraction) + ", "
                        + percent(rice, "lb", most, SimulationResult::idleFraction)));
        claims.add(ratios("10", ibm, "lard-r", "wrr", "somewhat more than 2", 8, most));
        claims.add(ratios("10", ibm, "wrr-gms", "lard-r", "above 0.85 [r]", most));
        for (String name : List.of("wrr", "lard-r")) {
            boolean first = name.equals("wrr");
            claims.add(new Claim(
                    first ? "11" : "12",
                    name + ", 4x cpu with 3x memory over 1x, " + most + " nodes",
                    first ? "nothing gained" : "the lead grows",
                    grown(processors, name, most, one -> one.cpu() == 4, one -> one.cpu() == 1)));
            claims.add(new Claim(
                    first ? "13" : "14",
                    name + ", 4 disks over 1, " + most + " nodes",
                    first ? "much" : "little",
                    grown(
                            disks,
                            name,
                            most,
                            one -> one.costs().disks() == 4,
                            one -> one.costs().disks() == 1)));
        }
        claims.add(new Claim(
                "4.4",
                "delay of lard-r over wrr, Rice-like and IBM-like, " + most + " nodes",
                "below 0.25, and 0.5",
                ratio(rice, "lard-r", "wrr", most, SimulationResult::delayMillis) + ", and "
                        + ratio(ibm, "lard-r", "wrr", most, SimulationResult::delayMillis)));
        claims.add(Claim.of(
                "4.2",
                "lard-r over lard, hot targets",
                "1 to 1.15",
                "%.2f to %.2f",
                HOT.stream().mapToDouble(percent -> gain(hot, percent)).min().orElse(0),
                HOT.stream().mapToDouble(percent -> gain(hot, percent)).max().orElse(0)));
        return claims;
    }

    private static Claim ratios(
            String figure,
            List<SimulationResult> outcomes,
            String name,
            String other,
            String paper,
            Integer... counts) {
        return new Claim(
                figure,
                name + " over " + other + ", " + joined(counts, count -> Integer.toString(count)) + " nodes",
                paper,
                joined(counts, count -> ratio(outcomes, name, other, count, SimulationResult::throughput)));
    }

    private static String joined(Integer[] counts, Function<Integer, String> text) {
        return Stream.of(counts).map(text).collect(Collectors.joining(" and "));
    }

    private static String grown(
            List<SimulationResult> outcomes,
            String name,
            int count,
            Predicate<SimulatedCluster> grown,
            Predicate<SimulatedCluster> before) {
        return Claim.ratio(
                of(only(outcomes, grown), name, count).throughput(),
                of(only(outcomes, before), name, count).throughput());
    }

    private static List<SimulationResult> only(List<SimulationResult> outcomes, Predicate<SimulatedCluster> which) {
        return outcomes.stream().filter(one -> which.test(one.setup())).toList();
    }

    private static SimulationResult of(List<SimulationResult> outcomes, String name, int count) {
        return outcomes.stream()
                .filter(one -> one.setup().strategy().label().equals(name)
                        && one.setup().nodes() == count)
                .findFirst()
                .orElseThrow();
    }

    private static String ratio(
            List<SimulationResult> outcomes,
            String name,
            String other,
            int count,
            ToDoubleFunction<SimulationResult> figure) {
        return Claim.ratio(
                figure.applyAsDouble(of(outcomes, name, count)), figure.applyAsDouble(of(outcomes, other, count)));
    }

    private static String percent(
            List<SimulationResult> outcomes, String name, int count, ToDoubleFunction<SimulationResult> figure) {
        return Claim.percent(figure.applyAsDouble(of(outcomes, name, count)));
    }

    private static double gain(List<SimulationResult> hot, double percent) {
        List<SimulationResult> two = only(hot, one -> one.hot().percent() == percent);
        return of(two, "lard-r", two.getFirst().setup().nodes()).throughput()
                / of(two, "lard", two.getFirst().setup().nodes()).throughput();
    }

    private List<SimulationResult> hot(Trace trace, LongConsumer progress) {
        return run(
                trace,
                HOT.stream()
                        .flatMap(percent -> Stream.of("lard", "lard-r")
                                .map(name -> setup(
                                        nodes.getLast(),
                                        name,
                                        Costs.DISK_1998,
                                        1,
                                        1,
                                        new HotObjects(percent, 5, 40 << 10)))),
                progress);
    }

    private List<SimulatedCluster> each(String name, Costs costs, double cpu, double memory) {
        return nodes.stream()
                .map(count -> setup(count, name, costs, cpu, memory, HotObjects.NONE))
                .toList();
    }

    private static SimulatedCluster setup(
            int count, String name, Costs costs, double cpu, double memory, HotObjects hot) {
        Strategy strategy = Strategy.named(name);
        long bytes = (long) (memory * MEMORY);
        PolicySettings usual = PolicySettings.defaults();
        return new SimulatedCluster(
                count,
                strategy,
                usual.with(PolicySettings.NODE_MEMORY, bytes),
                strategy.cooperates() ? "lfu-aging" : "gds",
                bytes,
                costs,
                cpu,
                hot,
                SimulatedCluster.Unlike.NONE,
                List.of());
    }

    private static List<SimulationResult> run(Trace trace, Stream<SimulatedCluster> setups, LongConsumer progress) {
        return Simulator.run(trace, setups.toList(), outcome -> {}, progress);
    }

    private static Figure overNodes(
            String number,
            String title,
            String up,
            String form,
            List<SimulationResult> outcomes,
            ToDoubleFunction<SimulationResult> figure) {
        return Figure.overNodes(
                number, title, up, form, outcomes, one -> one.setup().strategy().label(), figure);
    }

    private static Figure coverage(String number, Trace trace) {
        int[] asked = trace.counts();
        int[] ranked = trace.ranked();
        List<Plot.Point> requests = new ArrayList<>();
        List<Plot.Point> bytes = new ArrayList<>();
        double soFar = 0;
        double bytesSoFar = 0;
        int shown = 0;
        for (int rank = 0; rank < ranked.length; rank++) {
            soFar += asked[ranked[rank]];
            bytesSoFar += trace.sizes()[ranked[rank]];
            // Ten points, the last of which is all of it.
            if ((rank + 1) * 10L >= (shown + 1L) * ranked.length) {
                shown++;
                requests.add(new Plot.Point(10.0 * shown, 100 * soFar / trace.requests().length));
                bytes.add(new Plot.Point(10.0 * shown, 100 * bytesSoFar / trace.footprint()));
            }
        }
        return new Figure(
                number,
                "requests and bytes of the most requested files, " + trace.name(),
                "% of the files",
                "%",
                "%.1f",
                List.of(new Plot.Series("requests", requests), new Plot.Series("bytes", bytes)));
    }
}
