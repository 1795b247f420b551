package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.warm.MovableObjectTextCodec;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Asks nodes for the list of objects they hold, on behalf of a member that holds nothing itself: by the peer channel
 * and with the cluster's secret, as nodes do. Safe for use by many threads, which block.
 */
public final class HeldKeysClient implements AutoCloseable {
    private static final Logger LOG = System.getLogger(HeldKeysClient.class.getName());
    private static final int CONNECTIONS = 4;
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final HttpClient client;
    private final WarmUpClient peers;

    private HeldKeysClient(HttpClient client, WarmUpClient peers) {
        this.client = client;
        this.peers = peers;
    }

    /**
     * Opens it for a member with these settings. TLS and the transport stay the caller's.
     *
     * @param tls null for plain text
     */
    public static HeldKeysClient open(ClusterSettings settings, @Nullable ClusterTls tls, Transport transport) {
        HttpClient client = PeerChannel.client(
                transport,
                tls,
                new PoolLimits(
                        CONNECTIONS, CONNECTIONS, IDLE, settings.timings().get(ClusterTimeouts.CONNECT)));
        KnownNodes nobody = KnownNodes.alone(ClusterMember.named(settings.node(), 0));
        return new HeldKeysClient(client, new WarmUpClient(client, settings.secretOrLoopback(), nobody));
    }

    /**
     * The objects that these nodes hold, hottest first, as many as fit: some 100 000 objects of all together. Nodes
     * are left out that hold nothing for others, or do not answer within about 3 s.
     */
    public Map<ClusterMember, List<HeldObjectSummary>> of(List<ClusterMember> nodes) throws InterruptedException {
        List<ClusterMember> holders =
                nodes.stream().filter(node -> node.peer() != null).toList();
        int most = MovableObjectTextCodec.MOST_LISTED_BYTES / Math.max(1, holders.size());
        Map<ClusterMember, List<HeldObjectSummary>> lists = new ConcurrentHashMap<>();
        List<Thread> asking = holders.stream()
                .map(node -> Thread.ofVirtual().name("gosling-listing").start(() -> list(node, most, lists)))
                .toList();
        for (Thread one : asking) {
            one.join();
        }
        return lists;
    }

    private void list(ClusterMember node, int most, Map<ClusterMember, List<HeldObjectSummary>> lists) {
        try {
            lists.put(node, peers.hottest(node, most));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} did not say what it holds: {1}", node.name(), e.getMessage());
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
