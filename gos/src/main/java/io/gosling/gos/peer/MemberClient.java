package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.warm.MovableObjectTextCodec;
import io.gosling.http.Headers;
import io.gosling.netty.client.ClientRequest;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolLimits;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.transport.Transport;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests to nodes over the peer channel, for members that are no nodes and for admin ports. Safe for use by
 * many threads, which block up to the deadline of the request.
 */
public final class MemberClient implements AutoCloseable {
    private static final Logger LOG = System.getLogger(MemberClient.class.getName());

    /** Connections to one node on one event loop; a drain occupies one until the node has left. */
    private static final int CONNECTIONS = 4;

    private static final int WAITING = 64;
    private static final Duration IDLE = Duration.ofSeconds(5);

    private final WarmUpClient warmUp;

    private MemberClient(HttpClient client, ClusterSettings settings) {
        this.warmUp = new WarmUpClient(
                client, settings.secretOrLoopback(), KnownNodes.alone(ClusterMember.named(settings.node(), 0)));
    }

    /**
     * A request for the admin API of a member.
     *
     * @param path of the admin API, without a query
     * @param headers that describe the caller
     * @param within deadline for the whole answer
     * @param most bytes of the answer's body
     */
    public record Call(String method, String path, Headers headers, byte[] body, Duration within, int most) {}

    /** The answer of a member's admin API. */
    public record Answer(int status, Headers headers, byte[] body) {}

    /**
     * Opens it for a member with these settings. TLS and the transport stay the caller's.
     *
     * @param tls null for plain text
     */
    public static MemberClient open(ClusterSettings settings, @Nullable ClusterTls tls, Transport transport) {
        Duration connect = settings.timings().get(ClusterTimeouts.CONNECT);
        return new MemberClient(
                PeerChannel.client(transport, tls, new PoolLimits(CONNECTIONS, WAITING, IDLE, connect)), settings);
    }

    /**
     * The objects that these nodes hold, hottest first, as many as fit: some 100 000 objects of all together. Nodes
     * are left out that hold nothing for others, or do not answer within about 3 s.
     */
    public Map<ClusterMember, List<HeldObjectSummary>> held(List<ClusterMember> nodes) throws InterruptedException {
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
            lists.put(node, warmUp.hottest(node, most));
        } catch (IOException e) {
            LOG.log(Level.WARNING, "{0} did not say what it holds: {1}", node.name(), e.getMessage());
        }
    }

    /**
     * Sends a request for the admin API of a node and returns its answer.
     *
     * @throws java.net.SocketTimeoutException when the answer did not begin in time
     * @throws IOException when the node cannot be reached, or its answer breaks off or is too long
     */
    public Answer send(ClusterMember node, Call call) throws IOException {
        InetSocketAddress address = node.peer();
        if (address == null) {
            throw new IOException("it has no peer port");
        }
        Headers headers = call.headers()
                .plus(PeerHttpNames.TOKEN, warmUp.secret().peerToken())
                .plus(PeerHttpNames.TO, Integer.toString(node.tag()));
        ClientRequest request = new ClientRequest(
                call.method(), PeerHttpNames.ADMIN + call.path(), headers, call.body(), call.within(), call.within());
        try (ClientResponse response = warmUp.client().send(address, request)) {
            byte[] body = response.body().readNBytes(call.most() + 1);
            if (body.length > call.most()) {
                throw new IOException("its answer is longer than " + call.most() + " bytes");
            }
            return new Answer(response.status(), response.headers(), body);
        }
    }

    @Override
    public void close() {
        warmUp.client().close();
    }
}
