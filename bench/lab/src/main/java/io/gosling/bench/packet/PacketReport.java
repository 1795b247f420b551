package io.gosling.bench.packet;

import io.gosling.bench.experiment.ExperimentResults;
import io.gosling.bench.experiment.MedianInterval;
import io.gosling.bench.figures.FigureReport;
import io.gosling.bench.figures.PaperFigure;
import io.gosling.bench.packet.TestbedSetup.Course;
import io.gosling.tools.report.LineChart;
import io.gosling.tools.report.Markdown;
import io.gosling.tools.report.ResultColumns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** The report of a run of {@code gosling bench packet}. */
record PacketReport(Map<String, String> head, List<PacketResult> measured) {
    record Case(TestbedSetup what, RequestKind asked) {}

    ExperimentResults<Case, PacketResult> results() {
        return new ExperimentResults<>(measured, one -> new Case(one.what(), one.asked()), PacketResult::round);
    }

    FigureReport figures() {
        List<PaperFigure> figures = new ArrayList<>();
        for (RequestKind asked : asked(Course.SCALE)) {
            figures.add(figure(asked, PacketPaperClaims.rates(asked.set()), "answers/s", "%,.0f", LoadRunResult::rate));
            if (asked.set() == DocumentSet.LOG || asked.set() == DocumentSet.MADE) {
                boolean log = asked.set() == DocumentSet.LOG;
                figures.add(figure(asked, log ? "11" : "12", "MB/s", "%.1f", load -> load.bytesPerSecond() / 1e6));
                figures.add(figure(asked, log ? "13" : "14", "ms, mean", "%.1f", LoadRunResult::meanMillis));
            }
        }
        return new FigureReport(
                "LSMAC and LSNAT beside rules in the kernel",
                head,
                figures,
                new PacketPaperClaims(this).claims(),
                "\nMedians of the rounds. CPU is that of one processor; what is not known has a dash.\n\n"
                        + Markdown.table(
                                columns().table(results().cases()), "|---|---|---:|---|" + "---:|".repeat(12) + "---|"),
                PacketResult.COLUMNS.csv(measured));
    }

    private PaperFigure figure(
            RequestKind asked, String number, String up, String form, ToDoubleFunction<LoadRunResult> value) {
        List<LineChart.Series> lines = results()
                .where(one -> one.what().course() == Course.SCALE && one.asked().equals(asked))
                .lines(one -> one.what().line(), PacketReport::at, one -> value.applyAsDouble(one.load()));
        return new PaperFigure(number, asked.line(), "servers", up, form, lines);
    }

    /** The paper counts the one on the dispatcher's host as a half. */
    private static double at(Case one) {
        return one.what().servers() + (one.what().beside() ? 0.5 : 0);
    }

    private ResultColumns<Case> columns() {
        return new ResultColumns<Case>()
                .and("course", one -> one.what().course().label())
                .and("mechanism", one -> one.what().line())
                .and("servers", one -> one.what().servers())
                .and("asked for", one -> one.asked().line())
                .and("answers/s", "%.0f", median(one -> one.load().rate()))
                .and("MB/s", "%.2f", median(one -> one.load().bytesPerSecond() / 1e6))
                .and("mean ms", "%.2f", median(one -> one.load().meanMillis()))
                .and("50 % ms", "%.2f", median(one -> one.load().p50Millis()))
                .and("99 % ms", "%.2f", median(one -> one.load().p99Millis()))
                .and("dispatcher CPU %", "%.1f", median(PacketResult::dispatcherPercent))
                .and("µs a connection", "%.1f", median(PacketResult::dispatcherMicrosPerConnection))
                .and("µs a frame", "%.1f", median(PacketResult::dispatcherMicrosPerFrame))
                .and("back-end CPU %", "%.1f", median(PacketResult::backendPercent))
                .and("µs a connection", "%.1f", median(PacketResult::backendMicrosPerConnection))
                .and("all, µs a connection", "%.1f", median(PacketResult::machineMicrosPerConnection))
                .and("failed", one -> results().sum(one, round -> round.load().failures()))
                .and(
                        "dropped",
                        one -> results().of(one).stream()
                                .map(PacketResult::drops)
                                .filter(drops -> !drops.isEmpty())
                                .collect(Collectors.joining("; ")));
    }

    private Function<Case, Double> median(ToDoubleFunction<PacketResult> figure) {
        return one -> results().median(one, figure);
    }

    List<RequestKind> asked(Course course) {
        return measured.stream()
                .filter(one -> one.what().course() == course)
                .map(PacketResult::asked)
                .distinct()
                .toList();
    }

    int servers(Course course) {
        return measured.stream()
                .filter(one -> one.what().course() == course)
                .mapToInt(one -> one.what().servers())
                .max()
                .orElse(0);
    }

    /** A figure of one case over that of another in the same round, of rounds in which nothing failed. */
    Optional<MedianInterval> ratio(
            TestbedSetup one, TestbedSetup other, RequestKind asked, ToDoubleFunction<PacketResult> figure) {
        return results()
                .where(round -> round.load().isSound())
                .ratio(new Case(one, asked), new Case(other, asked), figure);
    }
}
