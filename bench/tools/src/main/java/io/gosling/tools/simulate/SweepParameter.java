package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.report.ChartAxis;
import io.gosling.tools.report.ReportTextFormat;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A parameter in which the clusters of a sweep may differ, besides the strategy; the first one that does is the axis of
 * plots.
 */
enum SweepParameter {
    NODES("nodes", setup -> setup.nodes()),
    CPU("cpu", SimulatedCluster::cpu),
    DISKS("disks", setup -> setup.costs().disks()),
    CACHE("cache", setup -> setup.memory()),
    HOT("hot, %", setup -> setup.hot().percent()),
    HOT_SIZE("hot file", setup -> setup.hot().bytes()),
    T_LOW("T_low", setup -> setup.tuning().get(PolicySettings.LOW)),
    T_HIGH("T_high", setup -> setup.tuning().get(PolicySettings.HIGH)),
    K("K, s", setup -> setup.tuning().get(PolicySettings.REPLICA_AGE).toMillis() / 1e3);

    private final String title;
    private final ToDoubleFunction<SimulatedCluster> value;

    SweepParameter(String title, ToDoubleFunction<SimulatedCluster> value) {
        this.title = title;
        this.value = value;
    }

    double of(SimulatedCluster setup) {
        return value.applyAsDouble(setup);
    }

    String label(double at) {
        if (this == CACHE || this == HOT_SIZE) {
            return ChartAxis.size(at);
        }
        String number = at == Math.rint(at) ? Long.toString((long) at) : ReportTextFormat.format("%s", at);
        return this == NODES ? number + (at == 1 ? " node" : " nodes") : number;
    }

    /** An axis for these values: by ratios where they are far apart. */
    ChartAxis axis(List<Double> values) {
        if (this == CACHE || this == HOT_SIZE) {
            return ChartAxis.bytes(title);
        }
        double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        return this == NODES && most > 32 ? ChartAxis.logarithmic(title) : ChartAxis.linear(title);
    }

    private boolean isSwept(List<SimulationResult> outcomes) {
        return outcomes.stream()
                        .mapToDouble(outcome -> of(outcome.setup()))
                        .distinct()
                        .count()
                > 1;
    }

    static SweepParameter across(List<SimulationResult> outcomes) {
        return Stream.of(values())
                .filter(dimension -> dimension.isSwept(outcomes))
                .findFirst()
                .orElse(NODES);
    }

    /** The label of a line of these outcomes: its policy, and its other distinguishing parameters. */
    static String line(SimulationResult outcome, SweepParameter across, List<SimulationResult> outcomes) {
        SimulatedCluster setup = outcome.setup();
        String more = Stream.of(values())
                .filter(dimension ->
                        dimension != across && dimension.isSwept(outcomes) && !dimension.follows(across, outcomes))
                .map(dimension -> ", " + dimension.title + " " + dimension.label(dimension.of(setup)))
                .collect(Collectors.joining());
        boolean unlike = outcomes.stream()
                .anyMatch(other -> other.setup().strategy().equals(setup.strategy())
                        && !other.setup().replacement().equals(setup.replacement()));
        return setup.strategy().label() + (unlike ? ", " + setup.replacement() : "") + more;
    }

    boolean follows(SweepParameter other, List<SimulationResult> outcomes) {
        return outcomes.stream()
                .collect(Collectors.groupingBy(
                        outcome -> other.of(outcome.setup()),
                        Collectors.mapping(outcome -> of(outcome.setup()), Collectors.toSet())))
                .values()
                .stream()
                .allMatch(found -> found.size() == 1);
    }
}
