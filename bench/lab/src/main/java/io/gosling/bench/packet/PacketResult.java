package io.gosling.bench.packet;

import io.gosling.tools.process.ProcessTree;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * The result of one case in one round. A figure that is not available, such as the CPU time of a dispatcher in the
 * kernel, is empty.
 *
 * @param load the clients' results
 * @param cost of the time from the end of the warm-up to that of the load
 */
record PacketResult(int round, Arrangement what, Asked asked, ClientResult load, PacketCost cost) {
    static final String CSV_HEAD = "round,course,mechanism,servers,on_dispatchers_host,set,connections,answers_per_s,"
            + "bytes_per_s,mean_ms,p50_ms,p99_ms,answered,failed,dispatcher_cpu_percent,"
            + "dispatcher_cpu_us_per_connection,dispatcher_cpu_us_per_frame,dispatcher_frames,backend_cpu_percent,"
            + "backend_cpu_us_per_connection,machine_cpu_us_per_connection,drops\n";

    private static final double TICK_MICROS = 1e6 / ProcessTree.TICKS_A_SECOND;

    /** Of one CPU, while it was measured. */
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

    String csv() {
        return String.format(
                Locale.ROOT,
                "%d,%s,%s,%d,%s,%s,%s,%.1f,%.0f,%.3f,%.3f,%.3f,%d,%d,%s,%s,%s,%d,%s,%s,%s,%s%n",
                round,
                what.course().label(),
                what.mechanism().label(),
                what.servers(),
                what.beside() ? "yes" : "no",
                asked.set().label(),
                asked.kept() ? "kept" : "apart",
                load.rate(),
                load.bytesPerSecond(),
                load.meanMillis(),
                load.p50Millis(),
                load.p99Millis(),
                load.answered(),
                load.failures(),
                text(dispatcherPercent()),
                text(dispatcherMicrosPerConnection()),
                text(dispatcherMicrosPerFrame()),
                cost.frames(),
                text(backendPercent()),
                text(backendMicrosPerConnection()),
                text(machineMicrosPerConnection()),
                drops());
    }

    private static String text(OptionalDouble figure) {
        return figure.isPresent() ? String.format(Locale.ROOT, "%.3f", figure.getAsDouble()) : "";
    }

    @Override
    public String toString() {
        return "round " + round + ", " + what + ", " + asked.line() + ": " + load
                + (cost.dropped().isEmpty() ? "" : ", dropped " + drops());
    }
}
