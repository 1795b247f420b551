package io.gosling.node.run;

import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.handoff.HandoffCounts;
import io.gosling.dispatcher.handoff.HandoffOutcome;
import io.gosling.dispatcher.status.BackendHealth;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.FrontEndStatus.BackendStatus;
import io.gosling.dispatcher.status.FrontEndStatus.PoolStatus;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.limits.LimitKind;
import io.gosling.node.admin.MetricsRegistry;
import java.util.List;
import java.util.Map;

/** The metrics of a front-end, beside those of its JVM. */
final class FrontEndMetrics {
    private FrontEndMetrics() {}

    static MetricsRegistry of(FrontEnd frontEnd) {
        MetricsRegistry metrics = new MetricsRegistry();
        add(metrics, frontEnd);
        limits(metrics, frontEnd.limits());
        return metrics;
    }

    static void add(MetricsRegistry metrics, FrontEnd frontEnd) {
        HandoffCounts handoffs = frontEnd.handoffs();
        if (handoffs != null) {
            add(metrics, handoffs);
        }
        MetricsRegistry.Snapshot<FrontEndStatus> status = metrics.of(frontEnd::status);
        MetricsRegistry.Parts<BackendStatus> backends =
                metrics.of(List.of("backend"), () -> frontEnd.status().backends(), backend -> List.of(backend.name()));
        MetricsRegistry.Parts<PoolStatus> pools =
                metrics.of(List.of("label"), () -> frontEnd.status().pools(), pool -> List.of(pool.label()));
        metrics.counters(
                "gosling.relayed.requests",
                "outcome",
                "Requests by how they ended",
                () -> frontEnd.status().outcomes());
        metrics.histogram(
                "gosling_relayed_request_seconds",
                "Time from a request's header to the end of its response",
                frontEnd.durations());
        status.counter(
                "gosling.retried.requests",
                "Requests sent to another back-end because the first took long, broke off, or answered with one of"
                        + " relay.retry-statuses",
                FrontEndStatus::repeated);
        status.counter(
                "gosling.retries.denied",
                "Requests that would have been, had the budget allowed it",
                FrontEndStatus::denied);
        status.gauge("gosling.admitted", "Requests in the cluster", FrontEndStatus::active);
        status.gauge(
                "gosling.paused",
                "Requests of which only the client is waited for, to send more or to take more",
                FrontEndStatus::paused);
        metrics.gauge(
                "gosling.slow.client.bytes",
                "What clients that are waited for hold, in bytes",
                frontEnd::slowClientBytes);
        status.gauge(
                "gosling.long.lived.requests",
                "Connections that have changed their protocol, streams of events, and what was just redirected",
                FrontEndStatus::lasting);
        status.gauge(
                "gosling.admission.limit", "Requests let into the cluster at a time", FrontEndStatus::admissionLimit);
        status.gauge(
                "gosling.front.ends",
                "Front-ends that send requests to the same back-ends, this one included",
                FrontEndStatus::frontEnds);
        status.gauge("gosling.queued", "Requests waiting to be let in", FrontEndStatus::queued);
        status.gauge("gosling.routing.keys", "Routing keys remembered", FrontEndStatus::routingKeys);
        status.gauge("gosling.connections", "Clients' connections open", FrontEndStatus::connections);
        backends.gauge("gosling_backend_load", "Requests assigned and not completed", BackendStatus::load);
        backends.gauge(
                "gosling_backend_up",
                "1 while it takes requests",
                backend -> backend.state().equals("ready") ? 1 : 0);
        backends.gauge(
                "gosling_backend_healthy",
                "1 while neither requests nor checks speak against it",
                backend -> backend.health() == BackendHealth.HEALTHY ? 1 : 0);
        backends.gauge(
                "gosling_backend_share",
                "Share of its place that it takes while it is new; 1 otherwise",
                BackendStatus::share);
        backends.gauge(
                "gosling_backend_weight",
                "What it is taken to carry, in units of a standard machine",
                BackendStatus::weight);
        pools.gauge("gosling_pool_ready", "Back-ends with a label that take requests", PoolStatus::ready);
        pools.gauge("gosling_pool_queued", "Requests confined to a label that wait to be let in", PoolStatus::queued);
        pools.counter(
                "gosling_pool_elsewhere",
                "Requests confined to a label that other back-ends got, since none with it took any",
                PoolStatus::elsewhere);
        status.gauge(
                "gosling.panic",
                "1 while so few back-ends are healthy that checks are ignored",
                now -> now.panic() ? 1 : 0);
        backends.counter("gosling_backend_ejections", "Number of ejections after failures", BackendStatus::ejections);
        backends.counter(
                "gosling_backend_checks_failed",
                "Checks that failed",
                backend -> backend.checks().failed());
        backends.counter("gosling_backend_requests", "Attempts made on it", BackendStatus::requests);
        backends.counter(
                "gosling_backend_failures", "Failed attempts, including retried responses", BackendStatus::failures);
        metrics.of(List.of("backend", "status"), () -> responses(frontEnd), Map.Entry::getKey)
                .counter("gosling_backend_responses", "Its responses by class of status", Map.Entry::getValue);
    }

    /** The numbers of responses by name of the back-end and class of status. */
    private static List<Map.Entry<List<String>, Long>> responses(FrontEnd frontEnd) {
        return frontEnd.status().backends().stream()
                .flatMap(backend -> backend.responses().entrySet().stream()
                        .map(count -> Map.entry(List.of(backend.name(), count.getKey()), count.getValue())))
                .toList();
    }

    private static void add(MetricsRegistry metrics, HandoffCounts handoffs) {
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
                handoffs.back::sum);
        metrics.counter(
                "gosling.handoff.returns",
                "outcome",
                "declined",
                "Connections that nodes have offered to bring back, by what became of it",
                handoffs.left::sum);
        metrics.gauge("gosling.handoff.held", "Connections that nodes have been handed and hold", handoffs.held::sum);
        metrics.gauge(
                "gosling.handoff.flows",
                "Connections whose clients' packets are redirected to other hosts",
                handoffs::flows);
        metrics.counter("gosling.handoff.packets", "Redirected packets", handoffs::packets);
        metrics.counter(
                "gosling.handoff.lost.packets", "Packets that were lost before they could be", handoffs::lostPackets);
        metrics.histogram(
                "gosling_handoff_seconds", "Time from offering a connection to having the node's word", handoffs.words);
        metrics.histogram(
                "gosling_handoff_dump_seconds",
                "Time of reading a connection's state for another host",
                handoffs.dumps);
        metrics.histogram(
                "gosling_handoff_redirect_seconds",
                "Time of setting up the redirection of its packets",
                handoffs.steers);
        metrics.histogram(
                "gosling_handoff_restore_seconds", "Time that the other host took to have it", handoffs.restores);
    }

    /** Exports how often each limit was reached. */
    static void limits(MetricsRegistry metrics, LimitCounters... counts) {
        List<LimitCounters> all = List.of(counts);
        for (LimitKind limit : LimitKind.values()) {
            metrics.counter(
                    "gosling.limit.hits",
                    "limit",
                    limit.label(),
                    "How often a limit was reached",
                    () -> all.stream().mapToLong(each -> each.of(limit)).sum());
        }
    }
}
