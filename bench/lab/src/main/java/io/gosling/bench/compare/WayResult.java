package io.gosling.bench.compare;

import io.gosling.bench.fleet.Answered;
import io.gosling.bench.fleet.LinkClients;
import io.gosling.tools.process.ProcessTree;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The result of one forwarding mode in one round. Figures that are not available are empty.
 *
 * @param tally of the clients
 * @param cost of the same time
 */
record WayResult(int round, Way way, int clients, int nodes, LinkClients.Tally tally, WayCost cost) {
    static final String CSV_HEAD = "round,way,clients,nodes,requests_per_second,bytes_per_second,delay_mean_ms,"
            + "delay_p50_ms,delay_p99_ms,front_end_cpu_us_per_request,node_cpu_us_per_request,errors,requests,"
            + "redirects,handoffs,handoff_p50_us\n";

    private static final double TICK_MICROS = 1e6 / ProcessTree.TICKS_A_SECOND;

    Answered answered() {
        return new Answered(tally.requests(), tally.failed());
    }

    double perSecond() {
        return tally.requests() / seconds();
    }

    double bytesPerSecond() {
        return tally.bodies() / seconds();
    }

    private double seconds() {
        return cost.nanos() / 1e9;
    }

    OptionalDouble frontEndMicros() {
        return way.hasFrontEnd() ? perRequest(cost.frontEndTicks()) : OptionalDouble.empty();
    }

    OptionalDouble nodeMicros() {
        return perRequest(cost.nodeTicks());
    }

    private OptionalDouble perRequest(long ticks) {
        return tally.requests() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(ticks * TICK_MICROS / tally.requests());
    }

    /** Connections that went to nodes in a second. */
    OptionalDouble handoffsPerSecond() {
        return way.handsOver() ? OptionalDouble.of(cost.handoffs().taken() / seconds()) : OptionalDouble.empty();
    }

    OptionalDouble handoffMicros() {
        return cost.handoffs().medianMicros();
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%d,%s,%d,%d,%.1f,%.0f,%.3f,%.3f,%.3f,%s,%s,%d,%d,%d,%s,%s%n",
                round,
                way.label(),
                clients,
                nodes,
                perSecond(),
                bytesPerSecond(),
                tally.meanMillis(),
                tally.delayMillis(50),
                tally.delayMillis(99),
                text("%.2f", frontEndMicros()),
                text("%.2f", nodeMicros()),
                tally.failed(),
                tally.requests(),
                tally.redirected(),
                way.handsOver() ? Long.toString(cost.handoffs().taken()) : "",
                text("%.0f", handoffMicros()));
    }

    private static String text(String form, OptionalDouble figure) {
        return figure.isPresent() ? String.format(Locale.ROOT, form, figure.getAsDouble()) : "";
    }
}
