package io.gosling.node.run;

import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.handoff.HandoffCounts;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.handoff.HandoffTimes;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.Health;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.node.admin.Metrics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The metrics of a front-end, beside those of its JVM. */
final class FrontEndMetrics {
    private FrontEndMetrics() {}

    static Metrics of(FrontEnd frontEnd) {
        Metrics metrics = new Metrics();
        add(metrics, frontEnd);
        LimitMetrics.add(metrics, frontEnd.limits());
        return metrics;
    }

    static void add(Metrics metrics, FrontEnd frontEnd) {
        HandoffCounts handoffs = frontEnd.handoffs();
        if (handoffs != null) {
            add(metrics, handoffs);
        }
        for (RequestOutcome outcome : RequestOutcome.values()) {
            metrics.counter(
                    "gosling.relayed.requests",
                    "outcome",
                    outcome.label(),
                    "Requests by how they ended",
                    () -> frontEnd.status().outcomes().getOrDefault(outcome.label(), 0L));
        }
        metrics.counter(
                "gosling.repeated.requests",
                "Requests sent to another back-end because the first took long or broke off",
                () -> frontEnd.status().repeated());
        metrics.counter(
                "gosling.repeats.denied",
                "Requests that would have been, had the budget allowed it",
                () -> frontEnd.status().denied());
        metrics.counter(
                "gosling.hedged.requests",
                "Requests that were also sent to a second back-end, because the first had not begun to answer",
                () -> frontEnd.status().hedged());
        metrics.counter(
                "gosling.hedges.won",
                "Those of them that the second back-end began to answer first",
                () -> frontEnd.status().hedgesWon());
        metrics.gauge(
                "gosling.admitted",
                "Requests in the cluster",
                () -> frontEnd.status().active());
        metrics.gauge(
                "gosling.paused",
                "Requests of which only the client is waited for, to send more or to take more",
                () -> frontEnd.status().paused());
        metrics.gauge(
                "gosling.slow.client.bytes",
                "What clients that are waited for hold, in bytes",
                () -> frontEnd.slowClientBytes());
        metrics.gauge(
                "gosling.lasting",
                "Connections that have changed their protocol, streams of events, and what was just redirected",
                () -> frontEnd.status().lasting());
        metrics.gauge(
                "gosling.admission.limit",
                "Requests let into the cluster at a time",
                () -> frontEnd.status().admissionLimit());
        metrics.gauge(
                "gosling.front.ends",
                "Front-ends that send requests to the same back-ends, this one included",
                () -> frontEnd.status().frontEnds());
        metrics.gauge(
                "gosling.lard.low",
                "T_low, as set or learnt",
                () -> frontEnd.status().marks().low());
        metrics.gauge(
                "gosling.lard.high",
                "T_high, as set or learnt",
                () -> frontEnd.status().marks().high());
        metrics.gauge(
                "gosling.queued",
                "Requests waiting to be let in",
                () -> frontEnd.status().queued());
        metrics.gauge(
                "gosling.targets", "Targets remembered", () -> frontEnd.status().targets());
        metrics.gauge(
                "gosling.connections",
                "Clients' connections open",
                () -> frontEnd.status().connections());
        metrics.gauges(
                "gosling_backend_load",
                "backend",
                "Requests assigned and not completed",
                () -> by(frontEnd, FrontEndStatus.BackendStatus::load));
        metrics.gauges(
                "gosling_backend_up",
                "backend",
                "1 while it takes requests",
                () -> by(frontEnd, backend -> backend.state().equals("ready") ? 1 : 0));
        metrics.gauges(
                "gosling_backend_well",
                "backend",
                "1 while neither requests nor checks speak against it",
                () -> by(frontEnd, backend -> backend.health() == Health.WELL ? 1 : 0));
        metrics.gauges(
                "gosling_backend_share",
                "backend",
                "Share of its place that it takes while it is new; 1 otherwise",
                () -> by(frontEnd, FrontEndStatus.BackendStatus::share));
        metrics.gauges(
                "gosling_backend_weight",
                "backend",
                "What it is taken to carry, in units of a standard machine",
                () -> by(frontEnd, FrontEndStatus.BackendStatus::weight));
        metrics.gauges(
                "gosling_group_ready",
                "label",
                "Back-ends with a label that take requests",
                () -> byLabel(frontEnd, FrontEndStatus.GroupStatus::ready));
        metrics.gauges(
                "gosling_group_queued",
                "label",
                "Requests confined to a label that wait to be let in",
                () -> byLabel(frontEnd, FrontEndStatus.GroupStatus::queued));
        metrics.counters(
                "gosling_group_elsewhere",
                "label",
                "Requests confined to a label that other back-ends got, since none with it took any",
                () -> byLabel(frontEnd, FrontEndStatus.GroupStatus::elsewhere));
        metrics.gauge(
                "gosling.panic",
                "1 while so few back-ends are healthy that checks are ignored",
                () -> frontEnd.status().panic() ? 1 : 0);
        metrics.counters(
                "gosling_backend_ejections",
                "backend",
                "Number of ejections after failures",
                () -> by(frontEnd, FrontEndStatus.BackendStatus::ejections));
        metrics.counters(
                "gosling_backend_checks_failed",
                "backend",
                "Checks that failed",
                () -> by(frontEnd, FrontEndStatus.BackendStatus::checksFailed));
        metrics.counters(
                "gosling_backend_requests",
                "backend",
                "Attempts made on it",
                () -> by(frontEnd, FrontEndStatus.BackendStatus::requests));
        metrics.counters(
                "gosling_backend_failures",
                "backend",
                "Attempts without a response",
                () -> by(frontEnd, FrontEndStatus.BackendStatus::failures));
    }

    private static void add(Metrics metrics, HandoffCounts handoffs) {
        for (HandoffOutcome outcome : HandoffOutcome.values()) {
            metrics.counter(
                    "gosling.handoffs",
                    "outcome",
                    outcome.label(),
                    "Requests by what became of handing their connections to nodes",
                    () -> handoffs.of(outcome));
        }
        metrics.counter(
                "gosling.handoff.returns",
                "outcome",
                "taken",
                "Connections that nodes have offered to bring back, by what became of it",
                handoffs::back);
        metrics.counter(
                "gosling.handoff.returns",
                "outcome",
                "declined",
                "Connections that nodes have offered to bring back, by what became of it",
                handoffs::left);
        metrics.gauge("gosling.handoff.held", "Connections that nodes have been handed and hold", handoffs::held);
        metrics.gauge(
                "gosling.handoff.flows",
                "Connections whose clients' packets are redirected to other hosts",
                handoffs::flows);
        metrics.counter("gosling.handoff.packets", "Redirected packets", handoffs::packets);
        metrics.counter(
                "gosling.handoff.lost.packets", "Packets that were lost before they could be", handoffs::lostPackets);
        add(metrics, "seconds", "Time from offering a connection to having the node's word", handoffs.words());
        add(metrics, "dump_seconds", "Time of reading a connection's state for another host", handoffs.dumps());
        add(metrics, "steer_seconds", "Time of setting up the redirection of its packets", handoffs.steers());
        add(metrics, "restore_seconds", "Time that the other host took to have it", handoffs.restores());
    }

    private static void add(Metrics metrics, String name, String description, HandoffTimes times) {
        metrics.histogram("gosling_handoff_" + name, description, HandoffTimes.bounds(), times::counts, times::seconds);
    }

    private static Map<String, Double> byLabel(
            FrontEnd frontEnd, ToDoubleFunction<FrontEndStatus.GroupStatus> reading) {
        Map<String, Double> readings = new LinkedHashMap<>();
        frontEnd.status().groups().forEach(group -> readings.put(group.label(), reading.applyAsDouble(group)));
        return readings;
    }

    private static Map<String, Double> by(FrontEnd frontEnd, ToDoubleFunction<FrontEndStatus.BackendStatus> reading) {
        Map<String, Double> readings = new LinkedHashMap<>();
        frontEnd.status().backends().forEach(backend -> readings.put(backend.name(), reading.applyAsDouble(backend)));
        return readings;
    }
}
