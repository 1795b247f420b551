package io.gosling.node.run;

import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.memory.DiskTier;
import io.gosling.gos.repository.RepositorySnapshot;
import io.gosling.node.admin.MetricsRegistry;
import io.gosling.node.admin.ResponseCounters;
import io.gosling.node.content.ServedContent;
import io.gosling.origin.upstream.OriginServerStatus;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The metrics of a node, beside those of its JVM and of its answers. */
final class NodeMetrics {
    private NodeMetrics() {}

    static MetricsRegistry of(
            ResponseCounters answers,
            ObjectSpaceNode space,
            long budget,
            @Nullable ClientListeners clientListeners,
            ServedContent served) {
        MetricsRegistry metrics = new MetricsRegistry();
        metrics.answers(answers);
        metrics.counters(
                "gosling.space.events", "event", "What the object space has done", space.statistics()::snapshot);
        metrics.gauge("gosling.objects", "Objects in this node's memory", space::objectsHeld);
        metrics.gauge("gosling.memory.used.bytes", "Memory that objects take, overhead included", space::bytesHeld);
        metrics.gauge("gosling.memory.budget.bytes", "Memory that objects may take", () -> budget);
        DiskTier disk = space.disk();
        if (disk != null || served.diskObstacle() != null) {
            metrics.gauge(
                    "gosling.disk.usable",
                    "1 where there is a disk below memory, 0 where one was wanted and cannot be used",
                    () -> disk == null ? 0 : 1);
        }
        if (disk != null) {
            metrics.gauge("gosling.disk.objects", "Objects on the disk below memory", disk::size);
            metrics.gauge("gosling.disk.used.bytes", "What they take", disk::bytes);
        }
        metrics.gauge(
                "gosling.members",
                "Other members of the cluster",
                () -> space.members().size());
        metrics.gauge(
                "gosling.lease",
                "1 while this node may serve from memory without asking its sources, 0 otherwise",
                () -> space.mayServe() ? 1 : 0);
        MetricsRegistry.Parts<OriginServerStatus> servers = metrics.of(
                List.of("origin", "server"), served::servers, server -> List.of(server.origin(), server.server()));
        servers.gauge(
                "gosling_origin_up",
                "1 while a server of an origin is asked, 0 while it is ejected",
                server -> server.isUp() ? 1 : 0);
        servers.counter(
                "gosling_origin_requests",
                "Requests sent to a server of an origin, failed ones included",
                OriginServerStatus::requests);
        servers.counter(
                "gosling_origin_failures",
                "Requests that a server of an origin did not answer",
                OriginServerStatus::failures);
        repository(metrics, space::repositoryFigures);
        if (clientListeners != null) {
            clientListeners.addTo(metrics);
        }
        return metrics;
    }

    private static void repository(MetricsRegistry metrics, Supplier<RepositorySnapshot> figures) {
        metrics.counters(
                "gosling.repository.events",
                "event",
                "What has happened to objects of programs on this node",
                () -> figures.get().events());
        MetricsRegistry.Snapshot<RepositorySnapshot> now = metrics.of(figures);
        now.gauge(
                "gosling.repository.objects",
                "Objects of programs that this node is the home of",
                RepositorySnapshot::objects);
        now.gauge("gosling.repository.bytes", "What those take, overhead included", RepositorySnapshot::bytes);
        now.gauge(
                "gosling.repository.copies",
                "Copies of objects that are at home elsewhere",
                all -> all.held().copies());
        now.gauge(
                "gosling.repository.copy.bytes",
                "What those take, overhead included",
                all -> all.held().copyBytes());
    }
}
