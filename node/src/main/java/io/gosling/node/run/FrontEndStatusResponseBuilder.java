package io.gosling.node.run;

import io.gosling.common.JsonWriter;
import io.gosling.dispatcher.FrontEnd;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.gos.hazelcast.ClusterMembership;
import io.gosling.node.admin.Readiness;
import io.gosling.node.process.PortBinder;
import io.gosling.node.process.ProcessInfo;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the {@code /status} response of a front-end, which docs/monitor.md describes. Read by any thread.
 *
 * @param encryption of what it and other members of the cluster send each other, or the reason for none
 * @param admin the address of the admin port, once it is bound
 * @param member of the cluster; null before it joins, and for fixed back-ends
 */
record FrontEndStatusResponseBuilder(
        String name,
        FrontEnd frontEnd,
        Readiness readiness,
        String transport,
        Supplier<String> encryption,
        Supplier<String> admin,
        Supplier<@Nullable ClusterMembership> member) {
    Map<String, @Nullable Object> read() {
        FrontEndStatus now = frontEnd.status();
        Map<String, @Nullable Object> status = JsonWriter.object(
                "kind", "front-end",
                "name", name,
                "version", ProcessInfo.version(),
                "state", readiness.state(),
                "uptime_seconds", ProcessInfo.uptime(),
                "http", PortBinder.text(frontEnd.address()),
                "admin", admin.get(),
                "transport", transport,
                "encryption", encryption.get(),
                "cluster", cluster(),
                "load", JsonWriter.object("connections", now.connections(), "cpu_seconds", ProcessInfo.cpuSeconds()));
        status.putAll(dispatching(now));
        return status;
    }

    static Map<String, @Nullable Object> dispatching(FrontEndStatus now) {
        return JsonWriter.object(
                "policy", now.policy(),
                "front_ends", now.frontEnds(),
                "admission",
                        JsonWriter.object(
                                "limit", now.admissionLimit(),
                                "active", now.active(),
                                "paused", now.paused(),
                                "resuming", now.resuming(),
                                "lasting", now.lasting(),
                                "queued", now.queued()),
                "routing_keys", now.routingKeys(),
                "requests",
                        JsonWriter.object(
                                "total", total(now),
                                "repeated", now.repeated(),
                                "denied", now.denied(),
                                "outcomes", now.outcomes()),
                "panic", now.panic(),
                "pools", now.pools(),
                "backends", now.backends());
    }

    private Map<String, @Nullable Object> cluster() {
        ClusterMembership joined = member.get();
        if (joined == null) {
            return JsonWriter.object("state", "none", "members", List.of());
        }
        return JsonWriter.object(
                "state",
                        NodeStatusResponseBuilder.Members.state(
                                joined.isJoined(), joined.book().others(), joined.unmet()),
                "address", PortBinder.text(joined.address()),
                "members", NodeStatusResponseBuilder.Members.list(joined.book().others()),
                "unmet", joined.unmet());
    }

    private static long total(FrontEndStatus now) {
        return now.outcomes().values().stream().mapToLong(Long::longValue).sum();
    }
}
