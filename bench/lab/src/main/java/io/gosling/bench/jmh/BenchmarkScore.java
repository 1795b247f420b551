package io.gosling.bench.jmh;

import io.gosling.tools.report.Columns;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;

/**
 * The score of a benchmark: the cost of an operation, or the number of operations in a unit of time.
 *
 * @param benchmark its class and method, with the values of its parameters
 * @param unit such as {@code ns/op}, in which less is better, or {@code ops/s}, in which more is
 * @param value mean of the iterations
 * @param error half of the interval that holds the mean with 99.9 %; negative when it is not known, of too few
 *     iterations
 */
record BenchmarkScore(String benchmark, String unit, double value, double error) {
    /** The fields of a score in JSON. */
    static final Columns<BenchmarkScore> FIELDS = new Columns<BenchmarkScore>()
            .and("benchmark", BenchmarkScore::benchmark)
            .and("unit", BenchmarkScore::unit)
            .and("value", BenchmarkScore::value)
            .and("error", BenchmarkScore::error);

    static BenchmarkScore of(RunResult run) {
        BenchmarkParams params = run.getParams();
        Map<String, String> values = new TreeMap<>();
        params.getParamsKeys().forEach(key -> values.put(key, params.getParam(key)));
        String name = params.getBenchmark();
        String shortName = name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
        String with = values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(", "));
        Result<?> result = run.getPrimaryResult();
        double error = result.getScoreError();
        return new BenchmarkScore(
                with.isEmpty() ? shortName : shortName + " (" + with + ")",
                result.getScoreUnit(),
                result.getScore(),
                Double.isFinite(error) ? error : -1);
    }

    Optional<Double> knownError() {
        return error < 0 ? Optional.empty() : Optional.of(error);
    }

    boolean isLessBetter() {
        return unit.endsWith("/op");
    }
}
