package io.gosling.gos.cluster;

import io.gosling.gos.AddressBook;
import io.gosling.gos.Node;
import io.gosling.gos.warm.HandedOver;
import io.gosling.gos.warm.HotKey;
import io.gosling.gos.warm.HotLines;
import io.gosling.gos.warm.WarmPeers;
import io.gosling.http.Headers;
import io.gosling.netty.ClientRequest;
import io.gosling.netty.ClientResponse;
import io.gosling.netty.HttpClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Moves memory over the peer channel: asks for hot keys, and to be emptied. Safe for use by many threads, which block. */
final class WarmClient implements WarmPeers {
    private static final Duration LISTING = Duration.ofSeconds(3);
    /** Beyond what the other node takes for it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private static final int LINE = 256;

    private final HttpClient client;
    private final String token;
    private final AddressBook book;

    WarmClient(HttpClient client, ClusterSecret secret, AddressBook book) {
        this.client = client;
        this.token = secret.peerToken();
        this.book = book;
    }

    @Override
    public List<HotKey> hottest(Node node) throws IOException {
        try {
            return HotLines.read(ask(node, "GET", PeerFields.HOTTEST, new byte[0], LISTING, HotLines.MOST_BYTES));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public HandedOver handOver(Node to, List<HotKey> keys, Duration within) throws IOException {
        try {
            String target = PeerFields.HAND_OVER + "?within=" + Math.max(1, within.toMillis());
            byte[] answer = ask(to, "POST", target, HotLines.write(keys), within.plus(GRACE), LINE);
            return HandedOver.read(new String(answer, StandardCharsets.US_ASCII));
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private byte[] ask(Node node, String method, String target, byte[] body, Duration deadline, int most)
            throws IOException {
        InetSocketAddress address = node.peer();
        if (address == null) {
            throw new IOException("has no peer channel");
        }
        Headers fields = Headers.of(
                PeerFields.TOKEN,
                token,
                PeerFields.TO,
                Integer.toString(node.tag()),
                PeerFields.FROM,
                Integer.toString(book.self().tag()));
        ClientRequest request = new ClientRequest(method, target, fields, body, deadline, deadline);
        try (ClientResponse response = client.send(address, request)) {
            if (response.status() != 200) {
                throw new IOException(node.name() + " answered " + response.status());
            }
            return response.body().readNBytes(most + 1);
        }
    }
}
