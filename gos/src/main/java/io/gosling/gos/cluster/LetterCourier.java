package io.gosling.gos.cluster;

import io.gosling.freshness.Letter;
import io.gosling.freshness.LetterCodec;
import io.gosling.freshness.MalformedLetter;
import io.gosling.gos.AddressBook;
import io.gosling.gos.Node;
import io.gosling.http.Headers;
import io.gosling.netty.ClientRequest;
import io.gosling.netty.ClientResponse;
import io.gosling.netty.HttpClient;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Brings letters to other nodes over the peer channel, and their answers back. What cannot be delivered is lost, as
 * letters may be: whoever wrote it writes again. Safe for use by many threads; each letter has a virtual thread.
 */
final class LetterCourier implements FreshnessOwner.Courier {
    private static final Logger LOG = System.getLogger(LetterCourier.class.getName());
    private static final Duration DEADLINE = Duration.ofSeconds(1);

    /** Under way to one node; one that is frozen must not collect more. */
    private static final int MOST_UNDER_WAY = 32;

    private final HttpClient client;
    private final String token;
    private final AddressBook book;
    private final FreshnessOwner owner;
    private final String lease;
    private final Set<Integer> unlike = ConcurrentHashMap.newKeySet();
    private final ConcurrentHashMap<String, AtomicInteger> underWay = new ConcurrentHashMap<>();

    LetterCourier(HttpClient client, ClusterSecret secret, AddressBook book, FreshnessOwner owner) {
        this.client = client;
        this.token = secret.peerToken();
        this.book = book;
        this.owner = owner;
        this.lease = Long.toString(owner.lease().toMillis());
    }

    @Override
    public void send(String name, List<Letter> letters) {
        Node node = book.byName(name);
        InetSocketAddress address = node == null ? null : node.peer();
        if (node == null || address == null) {
            return;
        }
        AtomicInteger count = underWay.computeIfAbsent(name, made -> new AtomicInteger());
        if (count.incrementAndGet() > MOST_UNDER_WAY) {
            count.decrementAndGet();
            return;
        }
        Thread.ofVirtual().name("gosling-letter").start(() -> {
            try {
                deliver(node, address, letters);
            } finally {
                count.decrementAndGet();
            }
        });
    }

    private void deliver(Node node, InetSocketAddress address, List<Letter> letters) {
        Headers fields = Headers.of(
                PeerFields.TOKEN, token, PeerFields.TO, Integer.toString(node.tag()), PeerFields.LEASE, lease);
        ClientRequest request =
                new ClientRequest("POST", PeerFields.LETTERS, fields, LetterCodec.write(letters), DEADLINE, DEADLINE);
        List<Letter> answers;
        try (ClientResponse response = client.send(address, request)) {
            if (response.status() != 200) {
                complain(node, response);
                return;
            }
            answers = LetterCodec.read(response.body().readNBytes(LetterCodec.MOST_BYTES + 1));
        } catch (IOException e) {
            return;
        } catch (MalformedLetter e) {
            LOG.log(Level.WARNING, "node {0} answered with no letter: {1}", node.name(), e.getMessage());
            return;
        }
        List<Letter> more = owner.receive(answers);
        if (!more.isEmpty()) {
            send(node.name(), more);
        }
    }

    /** Once for each process that has other settings: whoever has the fewer of them serves nothing unasked. */
    private void complain(Node node, ClientResponse response) {
        String theirs = response.headers().first(PeerFields.LEASE);
        if (response.status() == 409 && unlike.add(node.tag())) {
            LOG.log(
                    Level.WARNING,
                    "node {0} does not take part in purges with this one: its purge.lease is {1} ms (0: it names no"
                            + " voters), this node''s {2} ms; expected the same on every node",
                    node.name(),
                    theirs,
                    lease);
        }
    }
}
