package io.gosling.bench.packet;

import io.gosling.bench.experiment.Experiment;
import java.util.Map;

/**
 * The clients' results in one case.
 *
 * @param rate answers a second; where each has a connection of its own also connections
 * @param failed requests without an answer or with a wrong one, by why
 */
record LoadRunResult(
        double rate,
        double bytesPerSecond,
        double meanMillis,
        double p50Millis,
        double p99Millis,
        long answered,
        Map<String, Long> failed) {
    LoadRunResult {
        failed = Map.copyOf(failed);
    }

    long failures() {
        return failed.values().stream().mapToLong(Long::longValue).sum();
    }

    boolean isSound() {
        return new Experiment.Result.SuccessCounts(answered, failures()).isSound();
    }
}
