package io.gosling.node.run;

import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.gos.hazelcast.ClusterMember;
import io.gosling.node.admin.Json;
import io.gosling.node.admin.Readiness;
import io.gosling.node.process.Ports;
import io.gosling.node.process.ProcessInfo;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the {@code /status} response of a front-end, which docs/operations.md describes. Read by any thread.
 *
 * @param admin the address of the admin port, once it is bound
 * @param member of the cluster; null before it joins, and for fixed back-ends
 */
record FrontEndReport(
        String name,
        FrontEnd frontEnd,
        Readiness readiness,
        String transport,
        Supplier<String> admin,
        Supplier<@Nullable ClusterMember> member) {
    Map<String, @Nullable Object> read() {
        FrontEndStatus now = frontEnd.status();
        Map<String, @Nullable Object> status = Json.object(
                "kind", "front-end",
                "name", name,
                "version", ProcessInfo.version(),
                "state", readiness.state(),
                "uptime_seconds", ProcessInfo.uptime(),
                "http", Ports.text(frontEnd.address()),
                "admin", admin.get(),
                "transport", transport,
                "cluster", cluster(),
                "load", Json.object("connections", now.connections()));
        status.putAll(dispatching(now));
        return status;
    }

    static Map<String, @Nullable Object> dispatching(FrontEndStatus now) {
        return Json.object(
                "policy", now.policy(),
                "front_ends", now.frontEnds(),
                "admission",
                        Json.object(
                                "limit", now.admissionLimit(),
                                "active", now.active(),
                                "paused", now.paused(),
                                "resuming", now.resuming(),
                                "lasting", now.lasting(),
                                "queued", now.queued()),
                "thresholds",
                        Json.object(
                                "state", now.loadThresholds().state(),
                                "low", now.loadThresholds().low(),
                                "high", now.loadThresholds().high(),
                                "service_seconds", now.loadThresholds().serviceSeconds()),
                "routing_keys", now.targets(),
                "requests",
                        Json.object(
                                "total", total(now),
                                "repeated", now.repeated(),
                                "denied", now.denied(),
                                "hedged", now.hedged(),
                                "hedges_won", now.hedgesWon(),
                                "outcomes", now.outcomes()),
                "panic", now.panic(),
                "groups", groups(now),
                "backends", backends(now));
    }

    private Map<String, @Nullable Object> cluster() {
        ClusterMember joined = member.get();
        if (joined == null) {
            return Json.object("state", "none", "members", List.of());
        }
        return Json.object(
                "state",
                        NodeStatus.Members.state(
                                joined.isJoined(), joined.book().others(), joined.unmet()),
                "address", Ports.text(joined.address()),
                "members", NodeStatus.Members.list(joined.book().others()),
                "unmet", NodeStatus.Members.unmet(joined.unmet()));
    }

    private static long total(FrontEndStatus now) {
        return now.outcomes().values().stream().mapToLong(Long::longValue).sum();
    }

    private static List<Map<String, @Nullable Object>> groups(FrontEndStatus now) {
        return now.groups().stream()
                .map(group -> Json.object(
                        "label", group.label(),
                        "backends", group.backends(),
                        "ready", group.ready(),
                        "limit", group.limit(),
                        "active", group.active(),
                        "queued", group.queued(),
                        "routing_keys", group.targets(),
                        "elsewhere", group.elsewhere()))
                .toList();
    }

    private static List<Map<String, @Nullable Object>> backends(FrontEndStatus now) {
        return now.backends().stream()
                .map(backend -> Json.object(
                        "name", backend.name(),
                        "address", backend.address(),
                        "state", backend.state(),
                        "health", backend.health().label(),
                        "share", backend.share(),
                        "weight", backend.weight(),
                        "given", backend.given(),
                        "labels", backend.labels(),
                        "load", backend.load(),
                        "requests", backend.requests(),
                        "failures", backend.failures(),
                        "ejections", backend.ejections(),
                        "checks", Json.object("passed", backend.checksPassed(), "failed", backend.checksFailed())))
                .toList();
    }
}
