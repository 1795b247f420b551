package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.KnownNodes;
import io.gosling.gos.membership.Node;
import io.gosling.gos.warm.HotKey;
import io.gosling.gos.warm.HotKeyLines;
import io.gosling.gos.warm.TransferCounts;
import io.gosling.gos.warm.WarmPeers;
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
record WarmClient(HttpClient client, ClusterSecret secret, KnownNodes book) implements WarmPeers {
    private static final Logger LOG = System.getLogger(WarmClient.class.getName());
    private static final Duration LISTING = Duration.ofSeconds(3);
    /** Added to the time that the other node takes for it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final int LINE = 256;

    @Override
    public List<HotKey> hottest(Node node, int most) throws IOException {
        try (ClientResponse response = ask(node, "GET", PeerFields.HOTTEST, new byte[0], LISTING)) {
            byte[] lines = HotKeyLines.whole(response.body().readNBytes(most));
            List<HotKey> keys = HotKeyLines.read(lines, most);
            String held = response.headers().first(PeerFields.HELD);
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
    public TransferCounts handOver(Node to, List<HotKey> keys, Duration within) throws IOException {
        String target = PeerFields.HAND_OVER + "?within=" + Math.max(1, within.toMillis());
        byte[] lines = HotKeyLines.write(keys, HotKeyLines.MOST_BYTES);
        try (ClientResponse response = ask(to, "POST", target, lines, within.plus(GRACE))) {
            byte[] answer = response.body().readNBytes(LINE);
            return TransferCounts.read(new String(answer, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private ClientResponse ask(Node node, String method, String target, byte[] body, Duration deadline)
            throws IOException {
        InetSocketAddress address = node.peer();
        if (address == null) {
            throw new IOException("has no peer channel");
        }
        Headers fields = Headers.of(
                PeerFields.TOKEN,
                secret.peerToken(),
                PeerFields.TO,
                Integer.toString(node.tag()),
                PeerFields.FROM,
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
