package io.gosling.gos.hazelcast.tls;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.hazelcast.cluster.Address;
import com.hazelcast.config.AdvancedNetworkConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.InMemoryFormat;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.ServerSocketEndpointConfig;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.EndpointQualifier;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.internal.networking.Channel;
import com.hazelcast.internal.server.ServerConnection;
import com.hazelcast.internal.server.tcp.TcpServerConnection;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/** Hazelcast members of one process, which encrypt by one secret. Closing it ends them. */
final class TlsMembers implements AutoCloseable {
    // Held, because loggers that nobody holds forget their level.
    private static final Logger HAZELCAST = Logger.getLogger("com.hazelcast");

    static {
        HAZELCAST.setLevel(Level.SEVERE);
    }

    static final String MAP = "values";

    private final List<HazelcastInstance> started = new ArrayList<>();
    private final byte[] secret = secret();

    static byte[] secret() {
        byte[] bits = new byte[32];
        new SecureRandom().nextBytes(bits);
        return bits;
    }

    /** TLS of a node that has the secret of this cluster. */
    ClusterTls tls(String node) {
        return tls(node, secret);
    }

    /** TLS of a node with another secret, which it presents, and that of this cluster, which it accepts. */
    ClusterTls former(String node) {
        return tls(node, secret(), secret);
    }

    private static ClusterTls tls(String node, byte[]... secrets) {
        return ClusterTls.of(List.of(secrets), new ClusterPeer("node", node), List.of(), TlsProvider.JDK);
    }

    /** Starts one that looks for the members at these addresses; returns when it has joined, or is alone. */
    HazelcastInstance start(String node, InetSocketAddress... join) {
        return start(MemberEncryption.of(tls(node)), join);
    }

    HazelcastInstance start(MemberEncryption encryption, InetSocketAddress... join) {
        HazelcastInstance member = EncryptedNodeContext.start(config(join), encryption);
        started.add(member);
        return member;
    }

    /** The configuration of a member on a free port. */
    static Config config(InetSocketAddress... join) {
        Config config = new Config();
        config.setInstanceName("tls-" + UUID.randomUUID());
        config.setClusterName("gosling");
        config.getMetricsConfig().setEnabled(false);
        config.getJetConfig().setEnabled(false);
        config.addMapConfig(new MapConfig(MAP).setInMemoryFormat(InMemoryFormat.BINARY));
        AdvancedNetworkConfig network = config.getAdvancedNetworkConfig().setEnabled(true);
        int port = freePort();
        network.setMemberEndpointConfig(new ServerSocketEndpointConfig()
                .setPort(port)
                .setPortAutoIncrement(false)
                .setPublicAddress("127.0.0.1:" + port));
        network.getJoin().getAutoDetectionConfig().setEnabled(false);
        network.getJoin().getMulticastConfig().setEnabled(false);
        network.getJoin().getTcpIpConfig().setEnabled(true).setConnectionTimeoutSeconds(1);
        for (InetSocketAddress member : join) {
            network.getJoin().getTcpIpConfig().addMember(member.getAddress().getHostAddress() + ':' + member.getPort());
        }
        return config.setProperty("hazelcast.logging.type", "jdk")
                .setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.wait.seconds.before.join", "0")
                .setProperty("hazelcast.tcp.join.port.try.count", "1")
                .setProperty("hazelcast.shutdownhook.enabled", "false")
                .setProperty("hazelcast.heartbeat.interval.seconds", "1")
                .setProperty("hazelcast.max.no.heartbeat.seconds", "300")
                .setProperty("hazelcast.io.thread.count", "1")
                .setProperty("hazelcast.operation.thread.count", "2")
                .setProperty("hazelcast.operation.generic.thread.count", "2")
                .setProperty("hazelcast.event.thread.count", "1");
    }

    private static int freePort() {
        try (ServerSocket probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return probe.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static InetSocketAddress address(HazelcastInstance member) {
        Address address = member.getCluster().getLocalMember().getAddress();
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort());
    }

    static Collection<ServerConnection> connections(HazelcastInstance member) {
        return ((HazelcastInstanceProxy) member)
                .getOriginal()
                .node
                .getServer()
                .getConnectionManager(EndpointQualifier.MEMBER)
                .getConnections();
    }

    static Channel channel(ServerConnection connection) {
        return ((TcpServerConnection) connection).getChannel();
    }

    /** The simple names of a pipeline's handlers. */
    static List<String> handlers(Object pipeline) {
        try {
            Field field = pipeline.getClass().getDeclaredField("handlers");
            field.setAccessible(true);
            return Stream.of((Object[]) field.get(pipeline))
                    .map(handler -> handler.getClass().getSimpleName())
                    .toList();
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("the pipelines of Hazelcast have changed: see HazelcastHooksTest", e);
        }
    }

    /** The sessions of a member's connections, but those that have just been accepted. */
    static List<MemberTlsSession> sessions(HazelcastInstance member) {
        return connections(member).stream()
                .map(connection -> (MemberTlsSession) connection.attributeMap().get(MemberTlsSession.class))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The session of the only connection. */
    static MemberTlsSession session(HazelcastInstance member) {
        List<MemberTlsSession> all = sessions(member);
        assertEquals(1, all.size());
        return all.getFirst();
    }

    /** Number of a member's connections whose handshake is complete. */
    static long established(HazelcastInstance member) {
        return sessions(member).stream().filter(MemberTlsSession::isEstablished).count();
    }

    @Override
    public void close() {
        started.reversed().forEach(member -> member.getLifecycleService().terminate());
    }
}
