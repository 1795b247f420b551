package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.warm.HandOverTransport;
import io.gosling.gos.warm.MovableObjectTextCodec;
import io.gosling.gos.warm.MoveResult;
import io.gosling.http.Headers;
import io.gosling.netty.client.ClientRequest;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.HttpClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/**
 * Moves memory contents over the peer channel: requests hot keys, and asks other nodes to take over this node's
 * objects. Safe for use by many threads, which block.
 */
record WarmUpClient(HttpClient client, ClusterSecret secret, KnownNodes book) implements HandOverTransport {
    private static final Duration LISTING = Duration.ofSeconds(3);
    /** Added to the time that the other node takes for it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final int LINE = 256;

    /**
     * The objects that a node holds, hottest first, as many as fit.
     *
     * @param most bytes of the list that are read; the coldest beyond are left out
     * @throws IOException when it could not be asked
     */
    List<HeldObjectSummary> hottest(ClusterMember node, int most) throws IOException {
        try (ClientResponse response = ask(node, "GET", PeerHttpNames.HOTTEST, new byte[0], LISTING)) {
            byte[] lines = MovableObjectTextCodec.whole(response.body().readNBytes(most));
            return MovableObjectTextCodec.read(lines, most);
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public MoveResult handOver(ClusterMember to, List<HeldObjectSummary> keys, Duration within) throws IOException {
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
