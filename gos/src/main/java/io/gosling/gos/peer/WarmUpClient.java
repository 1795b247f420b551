package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.warm.MovableObject;
import io.gosling.gos.warm.MovableObjectTextCodec;
import io.gosling.gos.warm.MoveResult;
import io.gosling.gos.warm.WarmUpTransport;
import io.gosling.http.Headers;
import io.gosling.netty.client.ClientRequest;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.HttpClient;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * Moves memory contents over the peer channel: requests hot keys, and asks other nodes to take over this node's
 * objects. Safe for use by many threads, which block.
 */
record WarmUpClient(HttpClient client, ClusterSecret secret, KnownNodes book) implements WarmUpTransport {
    private static final Logger LOG = System.getLogger(WarmUpClient.class.getName());
    private static final Duration LISTING = Duration.ofSeconds(3);
    /** Added to the time that the other node takes for it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final int LINE = 256;

    @Override
    public List<MovableObject> hottest(ClusterMember node, int most) throws IOException {
        try (ClientResponse response = ask(node, "GET", PeerHttpNames.HOTTEST, new byte[0], LISTING)) {
            byte[] lines = MovableObjectTextCodec.whole(response.body().readNBytes(most));
            List<MovableObject> keys = MovableObjectTextCodec.read(lines, most);
            String held = response.headers().first(PeerHttpNames.HELD);
            if (held != null && !held.equals(Integer.toString(keys.size()))) {
                LOG.log(
                        Level.INFO,
                        "{0} has named the hottest {1} of its {2} objects: more do not go into a list",
                        node.name(),
                        keys.size(),
                        held);
            }
            return keys;
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public MoveResult handOver(ClusterMember to, List<MovableObject> keys, Duration within) throws IOException {
        String target = PeerHttpNames.HAND_OVER + "?within=" + Math.max(1, within.toMillis());
        byte[] lines = MovableObjectTextCodec.write(keys, MovableObjectTextCodec.MOST_BYTES);
        try (ClientResponse response = ask(to, "POST", target, lines, within.plus(GRACE))) {
            byte[] answer = response.body().readNBytes(LINE);
            return MoveResult.read(new String(answer, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private ClientResponse ask(ClusterMember node, String method, String target, byte[] body, Duration deadline)
            throws IOException {
        InetSocketAddress address = node.peer();
        if (address == null) {
            throw new IOException("has no peer channel");
        }
        Headers fields = Headers.of(
                PeerHttpNames.TOKEN,
                secret.peerToken(),
                PeerHttpNames.TO,
                Integer.toString(node.tag()),
                PeerHttpNames.FROM,
                Integer.toString(book.self().tag()));
        ClientRequest request = new ClientRequest(method, target, fields, body, deadline, deadline);
        ClientResponse response = client.send(address, request);
        if (response.status() != 200) {
            response.close();
            throw new IOException(node.name() + " answered " + response.status());
        }
        return response;
    }
}
