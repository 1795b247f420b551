package io.gosling.gos.peer;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.quorum.PurgeService;
import io.gosling.http.Headers;
import io.gosling.netty.client.ClientRequest;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.HttpClient;
import io.gosling.purge.message.AddressedPurgeMessage;
import io.gosling.purge.message.MalformedMessageException;
import io.gosling.purge.message.PurgeMessage;
import io.gosling.purge.message.PurgeMessageCodec;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sends purge messages to other nodes over the peer channel, and returns their answers. An undelivered message is lost;
 * its sender repeats it. Safe for use by many threads; each message has a virtual thread.
 *
 * <p>Messages go to the address where the name was seen last, be it a member or not: see {@link NodeLocator}.
 *
 * @param unlike the nodes with another lease time, of which was warned
 * @param underWay messages by the node that they go to
 * @param asking the same for lease requests
 */
record PurgeMessageSender(
        HttpClient client,
        String token,
        NodeLocator whereabouts,
        PurgeService owner,
        Set<String> unlike,
        ConcurrentHashMap<String, Integer> underWay,
        ConcurrentHashMap<String, Integer> asking)
        implements PurgeService.EnvelopeTransport {
    private static final Logger LOG = System.getLogger(PurgeMessageSender.class.getName());
    private static final Duration DEADLINE = Duration.ofSeconds(1);

    /** The share of a lease for which a grant is waited for; a late grant is valid for the rest. */
    private static final double TIMEOUT = 0.8;

    /** Messages under way to one node; one that is frozen must not collect more. */
    private static final int MOST_UNDER_WAY = 32;

    /** The same for lease requests, which must not wait behind purges. */
    private static final int MOST_ASKING = 8;

    static final int MOST = MOST_UNDER_WAY + MOST_ASKING;

    PurgeMessageSender(HttpClient client, ClusterSecret secret, NodeLocator whereabouts, PurgeService owner) {
        this(
                client,
                secret.peerToken(),
                whereabouts,
                owner,
                ConcurrentHashMap.newKeySet(),
                new ConcurrentHashMap<>(),
                new ConcurrentHashMap<>());
    }

    private String lease() {
        return Long.toString(owner.lease().toMillis());
    }

    /** With a short lease the wait is for what comes with a grant: the purges that this node has missed. */
    private Duration forGrants() {
        return Duration.ofMillis(
                Math.max(DEADLINE.toMillis(), (long) (TIMEOUT * owner.lease().toMillis())));
    }

    @Override
    public void send(String name, List<AddressedPurgeMessage> envelopes) {
        InetSocketAddress address = whereabouts.of(name);
        if (address == null) {
            return;
        }
        boolean asks = envelopes.stream().anyMatch(envelope -> envelope.message() instanceof PurgeMessage.Ask);
        ConcurrentHashMap<String, Integer> counts = asks ? asking : underWay;
        if (counts.merge(name, 1, Integer::sum) > (asks ? MOST_ASKING : MOST_UNDER_WAY)) {
            left(counts, name);
            return;
        }
        Thread.ofVirtual().name("gosling-purge-message").start(() -> {
            try {
                deliver(name, address, envelopes, asks ? forGrants() : DEADLINE);
            } finally {
                left(counts, name);
            }
        });
    }

    private static void left(ConcurrentHashMap<String, Integer> counts, String name) {
        counts.computeIfPresent(name, (same, count) -> count == 1 ? null : count - 1);
    }

    private void deliver(
            String name, InetSocketAddress address, List<AddressedPurgeMessage> envelopes, Duration deadline) {
        Headers fields = Headers.of(
                PeerHttpNames.TOKEN,
                token,
                PeerHttpNames.TO,
                name,
                PeerHttpNames.WHERE,
                whereabouts.tell(),
                PeerHttpNames.LEASE,
                lease());
        ClientRequest request = new ClientRequest(
                "POST", PeerHttpNames.ENVELOPES, fields, PurgeMessageCodec.write(envelopes), deadline, deadline);
        List<AddressedPurgeMessage> answers;
        try (ClientResponse response = client.send(address, request)) {
            if (response.status() != 200) {
                whereabouts.doubt(name, address);
                complain(name, response);
                return;
            }
            whereabouts.hear(name, response.headers().first(PeerHttpNames.WHERE));
            unlike.remove(name);
            answers = PurgeMessageCodec.read(response.body().readNBytes(PurgeMessageCodec.MOST_BYTES + 1));
        } catch (IOException e) {
            whereabouts.doubt(name, address);
            return;
        } catch (MalformedMessageException e) {
            LOG.log(Level.WARNING, "node {0} answered without a message: {1}", name, e.getMessage());
            return;
        }
        List<AddressedPurgeMessage> more = owner.receive(answers);
        if (!more.isEmpty()) {
            send(name, more);
        }
    }

    /** Logs once for each node with other settings, which serves nothing without asking. */
    private void complain(String name, ClientResponse response) {
        String theirs = response.headers().first(PeerHttpNames.LEASE);
        if (response.status() == 409 && unlike.add(name)) {
            LOG.log(
                    Level.WARNING,
                    "node {0} does not take part in purges with this one: its purge.lease is {1} ms (0: it names no"
                            + " voters), this node''s {2} ms; expected the same on every node",
                    name,
                    theirs,
                    lease());
        }
    }
}
