package io.gosling.tools.simulate;

import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.tools.report.ReportTextFormat;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * The results of a simulated cluster for a trace, the cold start included.
 *
 * @param misses requests whose file came from a disk or an origin, those that waited for another's reading of it among
 *     them
 * @param remote requests whose file came from another node's memory
 * @param idleFraction share of the time in which a node had fewer than 40 % of T_low requests, mean of the nodes
 * @param busyFraction share of the time in which a node's processor worked, mean of the nodes
 * @param delay from a request's coming to a node to its end
 * @param repeated requests that were sent to another node, since theirs had failed
 */
public record SimulationResult(
        SimulatedCluster setup,
        long requests,
        double seconds,
        long misses,
        long remote,
        double idleFraction,
        double busyFraction,
        Delay delay,
        long repeated) {
    /**
     * In milliseconds.
     *
     * @param difference between the means of the node with the longest and of that with the shortest
     */
    public record Delay(double mean, double median, double p95, double p99, double difference) {
        static Delay of(Histogram nanos, double mean, double[] means) {
            double most = Arrays.stream(means).max().orElse(0);
            double least = Arrays.stream(means).min().orElse(0);
            return new Delay(mean, millis(nanos, 50), millis(nanos, 95), millis(nanos, 99), most - least);
        }

        private static double millis(Histogram nanos, double percentile) {
            return nanos.getValueAtPercentile(percentile) / 1e6;
        }
    }

    /** Changes that were to come later than all was answered, and never came; empty for none. */
    String unreached() {
        return setup.changes().stream()
                .filter(change -> change.seconds() > seconds)
                .map(NodeMembershipChange::told)
                .collect(Collectors.joining(", "));
    }

    public double throughput() {
        return requests / seconds;
    }

    public double missRatio() {
        return (double) misses / requests;
    }

    public double delayMillis() {
        return delay.mean;
    }

    /** Every figure by its column; the first six columns do not change. */
    public Map<String, Object> columns() {
        Map<String, Object> columns = new LinkedHashMap<>();
        columns.put("policy", setup.strategy().label());
        columns.put("nodes", setup.nodes());
        columns.put("throughput_rps", rounded(throughput(), 1));
        columns.put("miss_ratio", rounded(missRatio(), 6));
        columns.put("idle_fraction", rounded(idleFraction, 4));
        columns.put("delay_mean_ms", rounded(delay.mean, 4));
        columns.put("remote_ratio", rounded((double) remote / requests, 6));
        columns.put("busy_fraction", rounded(busyFraction, 4));
        columns.put("costs", setup.costs().name());
        columns.put("replacement", setup.replacement());
        columns.put("memory_bytes", setup.memory());
        columns.put("requests", requests);
        columns.put("delay_p50_ms", rounded(delay.median, 4));
        columns.put("delay_p95_ms", rounded(delay.p95, 4));
        columns.put("delay_p99_ms", rounded(delay.p99, 4));
        columns.put("delay_difference_ms", rounded(delay.difference, 4));
        columns.put("repeated", repeated);
        columns.put("cpu", setup.cpu());
        columns.put("disks", setup.costs().disks());
        columns.put("t_low", setup.tuning().get(PolicySettings.LOW));
        columns.put("t_high", setup.tuning().get(PolicySettings.HIGH));
        columns.put("k_s", setup.tuning().get(PolicySettings.REPLICA_AGE).toMillis() / 1e3);
        columns.put("hot_percent", setup.hot().percent());
        columns.put("hot_bytes", setup.hot().percent() == 0 ? 0L : setup.hot().bytes());
        return columns;
    }

    private static Double rounded(double value, int digits) {
        double power = Math.pow(10, digits);
        return Math.abs(value) < 1e12 ? Math.round(value * power) / power : value;
    }

    public String csvHead() {
        return String.join(",", columns().keySet()) + "\n";
    }

    public String csv() {
        return columns().values().stream()
                        .map(value -> value instanceof Double number ? plain(number) : String.valueOf(value))
                        .collect(Collectors.joining(","))
                + "\n";
    }

    private static String plain(double value) {
        return ReportTextFormat.format("%.6f", value).replaceFirst("\\.?0+$", "");
    }
}
