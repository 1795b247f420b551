package io.gosling.bench.compare;

import io.gosling.bench.cluster.LinkFollowingClients;
import io.gosling.bench.experiment.Experiment;
import io.gosling.tools.process.ProcessTreeUsage;
import io.gosling.tools.report.ResultColumns;

/** The result of one forwarding mode in one round. Figures that are not available are not a number. */
record ForwardingModeResult(
        int round, ForwardingModeCase way, int clients, int nodes, LinkFollowingClients.Tally loadCounts, Cost cost)
        implements Experiment.Result<ForwardingModeCase> {
    static final ResultColumns<ForwardingModeResult> COLUMNS = new ResultColumns<ForwardingModeResult>()
            .and("round", ForwardingModeResult::round)
            .and("way", one -> one.way.label())
            .and("clients", ForwardingModeResult::clients)
            .and("nodes", ForwardingModeResult::nodes)
            .and("requests_per_second", "%.1f", ForwardingModeResult::perSecond)
            .and("bytes_per_second", "%.0f", ForwardingModeResult::bytesPerSecond)
            .and("delay_mean_ms", "%.3f", one -> one.loadCounts.meanMillis())
            .and("delay_p50_ms", "%.3f", one -> one.loadCounts.delayMillis(50))
            .and("delay_p99_ms", "%.3f", one -> one.loadCounts.delayMillis(99))
            .and("front_end_cpu_us_per_request", "%.2f", ForwardingModeResult::frontEndMicros)
            .and("node_cpu_us_per_request", "%.2f", ForwardingModeResult::nodeMicros)
            .and("errors", one -> one.loadCounts.failed())
            .and("requests", one -> one.loadCounts.requests())
            .and("redirects", one -> one.loadCounts.redirected())
            .and("handoffs", one -> one.way.handsOver() ? one.cost.handoffs().taken() : "")
            .and("handoff_p50_us", "%.0f", ForwardingModeResult::handoffMicros);

    private static final double TICK_MICROS = 1e6 / ProcessTreeUsage.TICKS_A_SECOND;

    /** The resources that a forwarding mode has used up to a moment, or between two moments. */
    record Cost(long nanos, long frontEndTicks, long nodeTicks, FrontEndHandoffMetrics handoffs) {
        Cost since(Cost before) {
            return new Cost(
                    nanos - before.nanos,
                    frontEndTicks - before.frontEndTicks,
                    nodeTicks - before.nodeTicks,
                    handoffs.since(before.handoffs));
        }
    }

    @Override
    public ForwardingModeCase what() {
        return way;
    }

    @Override
    public SuccessCounts answered() {
        return new SuccessCounts(loadCounts.requests(), loadCounts.failed());
    }

    double perSecond() {
        return loadCounts.requests() / seconds();
    }

    double bytesPerSecond() {
        return loadCounts.bodies() / seconds();
    }

    private double seconds() {
        return cost.nanos() / 1e9;
    }

    double frontEndMicros() {
        return way.hasFrontEnd() ? perRequest(cost.frontEndTicks()) : Double.NaN;
    }

    double nodeMicros() {
        return perRequest(cost.nodeTicks());
    }

    private double perRequest(long ticks) {
        return loadCounts.requests() == 0 ? Double.NaN : ticks * TICK_MICROS / loadCounts.requests();
    }

    double handoffsPerSecond() {
        return way.handsOver() ? cost.handoffs().taken() / seconds() : Double.NaN;
    }

    double handoffMicros() {
        return cost.handoffs().medianMicros();
    }
}
