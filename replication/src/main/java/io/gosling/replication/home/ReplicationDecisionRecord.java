package io.gosling.replication.home;

import io.gosling.replication.plan.ReplicationCandidate;
import io.gosling.replication.plan.ReplicationDecision;
import io.gosling.replication.plan.ServerLoad;
import io.gosling.replication.plan.ServerLoadTable;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A decision with the values that it was made from; {@link #text} describes it for operators. A round makes hundreds of
 * them, and few are read.
 *
 * @param requests number of requests for the document, aged
 * @param load that of the server concerned
 * @param room of that server for this home, in bytes
 */
record ReplicationDecisionRecord(ReplicationDecision decision, double requests, double own, double load, long room) {
    static List<ReplicationDecisionRecord> of(
            List<ReplicationDecision> round,
            ServerLoad own,
            ServerLoadTable others,
            List<ReplicationCandidate> candidates) {
        Map<String, ReplicationCandidate> known =
                candidates.stream().collect(Collectors.toMap(ReplicationCandidate::path, Function.identity()));
        return round.stream()
                .map(decision -> {
                    ReplicationCandidate document = known.get(decision.path());
                    double requests = document == null ? 0 : document.requests();
                    return others.server(decision.server())
                            .map(view -> new ReplicationDecisionRecord(
                                    decision, requests, own.value(), view.load().value(), view.quota()))
                            .orElseGet(() -> new ReplicationDecisionRecord(decision, requests, own.value(), 0, 0));
                })
                .toList();
    }

    String text() {
        String done = switch (decision) {
            case ReplicationDecision.Replicate more -> "replicate " + more.path() + " to " + more.server();
            case ReplicationDecision.Migrate move -> "migrate " + move.path() + " to " + move.server();
            case ReplicationDecision.Revoke less -> "revoke " + less.path() + " from " + less.server();
            case ReplicationDecision.Swap swap ->
                "swap " + String.join(", ", swap.out()) + " for " + swap.in() + " at " + swap.server();
        };
        return done
                + String.format(
                        Locale.ROOT,
                        ": asked for %.1f times, own load %.1f, its load %.1f, its room %d bytes",
                        requests,
                        own,
                        load,
                        room);
    }
}
