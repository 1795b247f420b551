package io.gosling.bench.packet;

import io.gosling.tools.process.ProcessTree;
import io.gosling.tools.report.Columns;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The result of one case in one round. A figure that is not available, such as the CPU time of a dispatcher in the
 * kernel, is empty.
 */
record PacketResult(int round, Arrangement what, Asked asked, ClientResult load, PacketCost cost) {
    static final Columns<PacketResult> COLUMNS = new Columns<PacketResult>()
            .and("round", PacketResult::round)
            .and("course", one -> one.what.course().label())
            .and("mechanism", one -> one.what.mechanism().label())
            .and("servers", one -> one.what.servers())
            .and("on_dispatchers_host", one -> one.what.beside() ? "yes" : "no")
            .and("set", one -> one.asked.set().label())
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

    private static final double TICK_MICROS = 1e6 / ProcessTree.TICKS_A_SECOND;

    OptionalDouble dispatcherPercent() {
        return what.mechanism().isGosling() ? percent(cost.dispatcherTicks()) : OptionalDouble.empty();
    }

    OptionalDouble dispatcherMicrosPerConnection() {
        return what.mechanism().isGosling() ? perConnection(cost.dispatcherTicks()) : OptionalDouble.empty();
    }

    /** A frame may carry what will be several packets on a wire (GSO). */
    OptionalDouble dispatcherMicrosPerFrame() {
        return what.mechanism().isGosling() ? over(cost.dispatcherTicks(), cost.frames()) : OptionalDouble.empty();
    }

    /** Of one CPU, the mean of the back-ends. */
    OptionalDouble backendPercent() {
        OptionalDouble all = percent(cost.backendTicks());
        return all.isPresent() ? OptionalDouble.of(all.getAsDouble() / what.backends()) : all;
    }

    OptionalDouble backendMicrosPerConnection() {
        return perConnection(cost.backendTicks());
    }

    /** Of everybody, clients and kernel too: what can be compared where one of both dispatchers is in the kernel. */
    OptionalDouble machineMicrosPerConnection() {
        return perConnection(cost.busyTicks());
    }

    private OptionalDouble percent(long ticks) {
        return cost.nanos() <= 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(100 * ticks / ProcessTree.TICKS_A_SECOND / (cost.nanos() / 1e9));
    }

    private OptionalDouble perConnection(long ticks) {
        return asked.kept() ? OptionalDouble.empty() : over(ticks, cost.accepted());
    }

    private static OptionalDouble over(long ticks, long number) {
        return number <= 0 ? OptionalDouble.empty() : OptionalDouble.of(ticks * TICK_MICROS / number);
    }

    String drops() {
        return cost.dropped().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(drop -> drop.getKey() + ":" + drop.getValue())
                .collect(Collectors.joining(" "));
    }

    @Override
    public String toString() {
        return "round " + round + ", " + what + ", " + asked.line() + ": " + load
                + (cost.dropped().isEmpty() ? "" : ", dropped " + drops());
    }
}
