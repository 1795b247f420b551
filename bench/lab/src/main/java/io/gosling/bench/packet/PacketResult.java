package io.gosling.bench.packet;

import io.gosling.tools.process.ProcessTreeUsage;
import io.gosling.tools.report.ResultColumns;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of one case in one round. A figure that is not available, such as the CPU time of a dispatcher in the
 * kernel, is not a number.
 */
record PacketResult(int round, TestbedSetup what, RequestKind asked, LoadRunResult load, Cost cost) {
    static final ResultColumns<PacketResult> COLUMNS = new ResultColumns<PacketResult>()
            .and("round", PacketResult::round)
            .and("course", one -> one.what.course().label())
            .and("mechanism", one -> one.what.mechanism().label())
            .and("servers", one -> one.what.servers())
            .and("on_dispatchers_host", one -> one.what.beside() ? "yes" : "no")
            .and("set", one -> one.asked.set().label)
            .and("connections", one -> one.asked.kept() ? "kept" : "apart")
            .and("answers_per_s", "%.1f", one -> one.load.rate())
            .and("bytes_per_s", "%.0f", one -> one.load.bytesPerSecond())
            .and("mean_ms", "%.3f", one -> one.load.meanMillis())
            .and("p50_ms", "%.3f", one -> one.load.p50Millis())
            .and("p99_ms", "%.3f", one -> one.load.p99Millis())
            .and("answered", one -> one.load.answered())
            .and("failed", one -> one.load.failures())
            .and("dispatcher_cpu_percent", "%.3f", PacketResult::dispatcherPercent)
            .and("dispatcher_cpu_us_per_connection", "%.3f", PacketResult::dispatcherMicrosPerConnection)
            .and("dispatcher_cpu_us_per_frame", "%.3f", PacketResult::dispatcherMicrosPerFrame)
            .and("dispatcher_frames", one -> one.cost.frames())
            .and("backend_cpu_percent", "%.3f", PacketResult::backendPercent)
            .and("backend_cpu_us_per_connection", "%.3f", PacketResult::backendMicrosPerConnection)
            .and("machine_cpu_us_per_connection", "%.3f", PacketResult::machineMicrosPerConnection)
            .and("drops", PacketResult::drops);

    private static final double TICK_MICROS = 1e6 / ProcessTreeUsage.TICKS_A_SECOND;

    /**
     * The resources that a case has used up to a moment, or between two moments.
     *
     * @param dispatcherTicks CPU time of the dispatcher's process; 0 where there is none
     */
    record Cost(
            long nanos,
            long dispatcherTicks,
            long backendTicks,
            long busyTicks,
            long frames,
            long accepted,
            Map<String, Long> dropped) {
        Cost {
            dropped = Map.copyOf(dropped);
        }

        Cost since(Cost before) {
            Map<String, Long> drops = new TreeMap<>();
            dropped.forEach((why, count) -> {
                long more = count - before.dropped.getOrDefault(why, 0L);
                if (more > 0) {
                    drops.put(why, more);
                }
            });
            return new Cost(
                    nanos - before.nanos,
                    dispatcherTicks - before.dispatcherTicks,
                    backendTicks - before.backendTicks,
                    busyTicks - before.busyTicks,
                    frames - before.frames,
                    accepted - before.accepted,
                    drops);
        }
    }

    double dispatcherPercent() {
        return percent(dispatcherTicks());
    }

    double dispatcherMicrosPerConnection() {
        return perConnection(dispatcherTicks());
    }

    /** A frame may carry what will be several packets on a wire (GSO). */
    double dispatcherMicrosPerFrame() {
        return over(dispatcherTicks(), cost.frames());
    }

    private double dispatcherTicks() {
        return what.mechanism().isGosling() ? cost.dispatcherTicks() : Double.NaN;
    }

    /** Of one CPU, the mean of the back-ends. */
    double backendPercent() {
        return percent(cost.backendTicks()) / what.backends();
    }

    double backendMicrosPerConnection() {
        return perConnection(cost.backendTicks());
    }

    /** Of everybody, clients and kernel too: what can be compared where one of both dispatchers is in the kernel. */
    double machineMicrosPerConnection() {
        return perConnection(cost.busyTicks());
    }

    private double percent(double ticks) {
        return cost.nanos() <= 0 ? Double.NaN : 100 * ticks / ProcessTreeUsage.TICKS_A_SECOND / (cost.nanos() / 1e9);
    }

    private double perConnection(double ticks) {
        return asked.kept() ? Double.NaN : over(ticks, cost.accepted());
    }

    private static double over(double ticks, long number) {
        return number <= 0 ? Double.NaN : ticks * TICK_MICROS / number;
    }

    String drops() {
        return cost.dropped().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(drop -> drop.getKey() + ":" + drop.getValue())
                .collect(Collectors.joining(" "));
    }
}
