package io.gosling.gos.hazelcast;

import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.DiscoveryStrategyConfig;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.InterfacesConfig;
import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.SocketAddressFormat;
import io.gosling.gos.repository.RepositorySettings;
import io.gosling.netty.client.HostResolver;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Builds the configuration of Hazelcast: members only, no client port, no multicast, no phone-home, fast heartbeats,
 * few threads.
 */
final class HazelcastConfigurationBuilder {
    static final String OBJECTS = "objects";
    static final String PHASES = "gosling-phases";

    private HazelcastConfigurationBuilder() {}

    static Config of(ClusterSettings settings, ClusterMember self, Map<String, Object> context) {
        Config config = new Config();
        config.setInstanceName("gosling-" + settings.node() + "-" + UUID.randomUUID());
        config.setClusterName(settings.secretOrLoopback().clusterName());
        config.setLiteMember(!settings.role().holdsEntries());
        config.getUserContext().putAll(context);
        MemberAttributeCodec.write(self, config.getMemberAttributeConfig());
        network(config.getAdvancedNetworkConfig(), settings);
        properties(config, settings);
        config.getMetricsConfig().setEnabled(false);
        config.getJetConfig().setEnabled(false);
        config.getSerializationConfig()
                .addDataSerializableFactory(HazelcastClassRegistry.FACTORY, new HazelcastClassRegistry())
                // The default whitelist stays on: without it not even an error could be read.
                .setJavaSerializationFilterConfig(new JavaSerializationFilterConfig());
        config.addMapConfig(objects(settings.repository()));
        return config;
    }

    /**
     * The repository: a backup is written before the answer, since an object is no hint. Nothing is dropped here: that
     * is for {@link HomeObjectEvictor}, which needs to know how often an object was asked for, and when.
     */
    private static MapConfig objects(RepositorySettings repository) {
        return new MapConfig(OBJECTS)
                .setBackupCount(repository.get(RepositorySettings.BACKUPS))
                .setInMemoryFormat(InMemoryFormat.BINARY)
                .setPerEntryStatsEnabled(true)
                .setMergePolicyConfig(new MergePolicyConfig(RepositoryObjectMergePolicy.class.getName(), 500));
    }

    private static void network(AdvancedNetworkConfig network, ClusterSettings settings) {
        InetSocketAddress address = settings.cluster();
        network.setEnabled(true);
        network.setMemberEndpointConfig(new ServerSocketEndpointConfig()
                .setPort(address.getPort())
                .setPortAutoIncrement(false)
                .setPublicAddress(SocketAddressFormat.text(address))
                .setInterfaces(new InterfacesConfig()
                        .setEnabled(true)
                        .addInterface(address.getAddress().getHostAddress())));
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        boolean byName = JoinAddressResolver.any(settings.join());
        network.getJoin()
                .getTcpIpConfig()
                .setEnabled(!byName)
                .setConnectionTimeoutSeconds(1)
                .setMembers(byName ? List.of() : settings.join());
        if (byName) {
            JoinAddressResolver names = new JoinAddressResolver(
                    settings.join(), address.getAddress() instanceof Inet6Address, HostResolver.ofSystem());
            network.getJoin()
                    .getDiscoveryConfig()
                    .addDiscoveryStrategyConfig(new DiscoveryStrategyConfig(new JoinAddressProvider(names)));
        }
    }

    private static void properties(Config config, ClusterSettings settings) {
        ClusterTimeouts timings = settings.timings();
        boolean six = settings.cluster().getAddress() instanceof Inet6Address;
        config.setProperty("hazelcast.logging.type", "jdk")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.socket.bind.any", "false")
                .setProperty("hazelcast.prefer.ipv4.stack", six ? "false" : "true")
                .setProperty("hazelcast.discovery.enabled", Boolean.toString(JoinAddressResolver.any(settings.join())))
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.tcp.join.port.try.count", "1")
                .setProperty("hazelcast.heartbeat.interval.seconds", seconds(timings.get(ClusterTimeouts.HEARTBEAT)))
                .setProperty("hazelcast.max.no.heartbeat.seconds", seconds(timings.get(ClusterTimeouts.SILENCE)))
                .setProperty("hazelcast.merge.first.run.delay.seconds", "5")
                .setProperty("hazelcast.merge.next.run.delay.seconds", "5")
                .setProperty("hazelcast.operation.call.timeout.millis", "5000")
                // After that time Hazelcast treats a missing backup as present: later than the caller waits.
                .setProperty(
                        "hazelcast.operation.backup.timeout.millis",
                        Long.toString(settings.repository()
                                        .get(RepositorySettings.DEADLINE)
                                        .toMillis()
                                + 1000))
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.graceful.shutdown.max.wait", seconds(timings.get(ClusterTimeouts.LEAVE)))
                .setProperty("hazelcast.io.thread.count", "1")
                .setProperty("hazelcast.operation.thread.count", "2")
                .setProperty("hazelcast.operation.generic.thread.count", "2")
                .setProperty("hazelcast.event.thread.count", "1")
                // Both wake a thread for as long as a node runs; what they would log, /status shows.
                .setProperty("hazelcast.slow.operation.detector.enabled", "false")
                .setProperty("hazelcast.health.monitoring.level", "OFF");
    }

    private static String seconds(Duration duration) {
        return Long.toString(Math.max(1, duration.toSeconds()));
    }
}
