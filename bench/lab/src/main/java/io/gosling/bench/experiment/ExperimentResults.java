package io.gosling.bench.experiment;

import io.gosling.bench.figures.PaperClaim;
import io.gosling.tools.report.LineChart;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** The results of an experiment: cases in rounds. A figure that a round does not have is not a number. */
public record ExperimentResults<C, R>(List<R> all, Function<R, C> what, ToIntFunction<R> round) {
    public static <C, R extends Experiment.Result<C>> ExperimentResults<C, R> of(List<R> all) {
        return new ExperimentResults<>(all, Experiment.Result::what, Experiment.Result::round);
    }

    public ExperimentResults<C, R> where(Predicate<R> condition) {
        return new ExperimentResults<>(all.stream().filter(condition).toList(), what, round);
    }

    public List<C> cases() {
        return all.stream().map(what).distinct().toList();
    }

    public List<R> of(C one) {
        return all.stream().filter(result -> what.apply(result).equals(one)).toList();
    }

    public boolean has(C one) {
        return !of(one).isEmpty();
    }

    /** The median of a figure; not a number where no round has it. */
    public double median(C one, ToDoubleFunction<R> figure) {
        return interval(one, figure).map(MedianInterval::median).orElse(Double.NaN);
    }

    public long sum(C one, ToLongFunction<R> figure) {
        return of(one).stream().mapToLong(figure).sum();
    }

    /** The interval of a figure; empty where no round has it. */
    public Optional<MedianInterval> interval(C one, ToDoubleFunction<R> figure) {
        return MedianInterval.ofAny(of(one).stream().mapToDouble(figure));
    }

    /** A figure of a case over that of another in the same round; empty where no round has both. */
    public Optional<MedianInterval> ratio(C above, C below, ToDoubleFunction<R> figure) {
        return MedianInterval.ofAny(of(above).stream()
                .flatMapToDouble(one -> of(below).stream()
                        .filter(other -> round.applyAsInt(other) == round.applyAsInt(one))
                        .mapToDouble(figure)
                        .filter(other -> other > 0)
                        .map(other -> figure.applyAsDouble(one) / other)));
    }

    /** The median of one case over that of another; a dash if one of them was not measured. */
    public String ratioOfMedians(C above, C below, ToDoubleFunction<R> figure) {
        return !has(above) || !has(below) ? "-" : PaperClaim.ratio(median(above, figure), median(below, figure));
    }

    /** Medians as lines of a plot, in the order of the cases, each from left to right. */
    public List<LineChart.Series> lines(Function<C, String> line, ToDoubleFunction<C> across, ToDoubleFunction<R> up) {
        return LineChart.lines(cases(), line, across, one -> median(one, up)).stream()
                .map(LineChart.Series::leftToRight)
                .toList();
    }
}
