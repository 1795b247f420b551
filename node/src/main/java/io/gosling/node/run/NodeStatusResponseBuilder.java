package io.gosling.node.run;

import io.gosling.common.JsonWriter;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.MissingMember;
import io.gosling.gos.membership.QuorumSettings;
import io.gosling.gos.repository.RepositorySnapshot;
import io.gosling.node.admin.Readiness;
import io.gosling.node.admin.ResponseCounters;
import io.gosling.node.configuration.NodeConfigurationConverter;
import io.gosling.node.content.DiskTierSetup;
import io.gosling.node.content.ServedContent;
import io.gosling.node.process.PortBinder;
import io.gosling.node.process.ProcessInfo;
import io.gosling.node.settings.NodeSettings;
import io.gosling.purge.LeaseAndVoteStatus;
import io.gosling.settings.SettingValues;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Builds the {@code /status} response of a node, which docs/monitor.md describes. Read by any thread.
 *
 * @param listening null if the node answers no clients
 * @param admin the address of the admin port, once it is bound
 */
record NodeStatusResponseBuilder(
        String name,
        SettingValues values,
        ObjectSpaceNode space,
        ResponseCounters answers,
        Readiness readiness,
        @Nullable ClientListeners listening,
        String transport,
        ServedContent served,
        ReplicationSetup replicating,
        Supplier<String> admin) {
    private static final int HOTTEST = 20;

    Map<String, @Nullable Object> read() {
        return JsonWriter.object(
                "kind", "node",
                "name", name,
                "version", ProcessInfo.version(),
                "state", readiness.state(),
                "uptime_seconds", ProcessInfo.uptime(),
                "http", PortBinder.text(listening == null ? null : listening.address()),
                "admin", admin.get(),
                "peer", PortBinder.text(space.peerAddress()),
                "encryption", space.encryption(),
                "transport", transport,
                "role", values.get(NodeSettings.ROLE).label(),
                "cooperation", values.get(ObjectSpaceSettings.COOPERATION),
                "cluster",
                        JsonWriter.object(
                                "state", state(),
                                "address", PortBinder.text(space.clusterAddress()),
                                "members", Members.list(space.members()),
                                "unmet", space.unmet(),
                                "owners", Integer.toHexString(space.ownersFingerprint())),
                "purges", purges(),
                "replication", replicating.status(),
                "origins", served.servers(),
                "load",
                        JsonWriter.object(
                                "connections",
                                listening == null ? 0 : listening.connections(),
                                "cpu_seconds",
                                ProcessInfo.cpuSeconds()),
                "memory",
                        JsonWriter.object(
                                "budget", values.get(CacheSettings.MEMORY),
                                "bytes", space.bytesHeld(),
                                "objects", space.objectsHeld()),
                "dispatch", dispatch(),
                "disk", DiskTierSetup.status(space, values, served.diskObstacle()),
                "repository", repository(),
                "requests",
                        JsonWriter.object(
                                "total", answers.total(), "sent_bytes", answers.bytes(), "from", answers.byKind()),
                "space", space.statistics().snapshot(),
                "hottest", space.hottest(HOTTEST));
    }

    private @Nullable Map<String, @Nullable Object> dispatch() {
        Map<String, @Nullable Object> status = listening == null ? null : listening.status();
        if (status == null || listening == null) {
            return null;
        }
        Map<String, @Nullable Object> dispatch = JsonWriter.object("serving", PortBinder.text(listening.serving()));
        dispatch.putAll(status);
        return dispatch;
    }

    private String state() {
        return NodeConfigurationConverter.isAlone(values)
                ? "alone"
                : Members.state(space.isJoined(), space.members(), space.unmet());
    }

    private Map<String, @Nullable Object> repository() {
        RepositorySnapshot figures = space.repositoryFigures();
        return JsonWriter.object(
                "objects", figures.objects(),
                "bytes", figures.bytes(),
                "copies", figures.held().copies(),
                "copy_bytes", figures.held().copyBytes(),
                "events", figures.events());
    }

    private @Nullable Map<String, @Nullable Object> purges() {
        LeaseAndVoteStatus vouching = space.vouching();
        return vouching == null
                ? null
                : JsonWriter.object(
                        "lease", vouching.holdsLease(),
                        "lease_ms", values.get(QuorumSettings.LEASE).toMillis(),
                        "heard", List.copyOf(vouching.heard()),
                        "unheard", List.copyOf(vouching.unheard()),
                        "voter", vouching.isVoter(),
                        "votes", vouching.votes(),
                        "trouble", vouching.trouble());
    }

    /** The other members, as listed by the status of both nodes and front-ends. */
    static final class Members {
        private Members() {}

        static List<Map<String, @Nullable Object>> list(List<ClusterMember> nodes) {
            return nodes.stream()
                    .map(node -> JsonWriter.object(
                            "name", node.name(),
                            "role", node.role().label(),
                            "state", state(node.phase()),
                            "http", address(node.http()),
                            "admin", address(node.admin()),
                            "peer", address(node.peer())))
                    .toList();
        }

        /** The state of a cluster member: alone if no member of its join list has admitted it. */
        static String state(boolean joined, List<ClusterMember> others, List<MissingMember> unmet) {
            return !joined ? "joining" : others.isEmpty() && !unmet.isEmpty() ? "alone" : "joined";
        }

        private static String state(ClusterMember.Phase phase) {
            return switch (phase) {
                case READY -> "ready";
                case LEAVING -> "draining";
            };
        }

        private static @Nullable String address(@Nullable InetSocketAddress address) {
            return address == null ? null : PortBinder.text(address);
        }
    }
}
