package io.gosling.bench.packet;

import io.gosling.bench.experiment.Experiment;
import io.gosling.tools.report.Text;
import java.util.Map;

/**
 * The clients' results in one case.
 *
 * @param rate answers a second; where each has a connection of its own also connections
 * @param failed requests without an answer or with a wrong one, by why
 */
record ClientResult(
        double rate,
        double bytesPerSecond,
        double meanMillis,
        double p50Millis,
        double p99Millis,
        long answered,
        Map<String, Long> failed) {
    ClientResult {
        failed = Map.copyOf(failed);
    }

    long failures() {
        return failed.values().stream().mapToLong(Long::longValue).sum();
    }

    boolean isSound() {
        return new Experiment.Result.SuccessCounts(answered, failures()).isSound();
    }

    @Override
    public String toString() {
        return Text.format(
                "%.0f/s, %.2f MB/s, mean %.2f ms, 99 %% in %.2f ms, %d failed%s",
                rate, bytesPerSecond / 1e6, meanMillis, p99Millis, failures(), failed.isEmpty() ? "" : " " + failed);
    }
}
