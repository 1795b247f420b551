package io.gosling.gos.peer;

import io.gosling.document.BlockInputStream;
import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.Lookup;
import io.gosling.document.Provenance;
import io.gosling.document.Representation;
import io.gosling.document.ResponseSource;
import io.gosling.document.Ticker;
import io.gosling.document.ValidationResult;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.PeerLoads;
import io.gosling.gos.membership.Suspects;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.quorum.KnownPurges;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.JoinAsk;
import io.gosling.gos.space.Peers;
import io.gosling.http.Headers;
import io.gosling.netty.client.ClientRequest;
import io.gosling.netty.client.ClientResponse;
import io.gosling.netty.client.HttpClient;
import io.gosling.netty.client.PoolExhaustedException;
import io.gosling.netty.transport.LocalExhaustion;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A client for other nodes over the peer channel. Used by worker paths, which block here; shares a pool of connections
 * and the loads.
 *
 * <p>A node that was repeatedly late or unreachable goes into back-off. Being late from memory does not count against
 * its home, and a shortage of connections or descriptors here counts against no node.
 */
final class PeerClient implements Peers {
    private static final Duration LONGEST_STREAM = Duration.ofHours(1);
    private static final int MOST_OFFERS = 8;
    private static final int PAUSES = 5;

    /** Tolerated late answers from memory, which this node or a slow disk may have caused. */
    private static final int TOLERATED = 2;

    private static final Duration MESSAGE = Duration.ofSeconds(2);
    private static final Set<String> TOLD =
            Set.of(PeerFields.MEMORY, PeerFields.HOME, PeerFields.KEEP, PeerFields.JOIN);

    private final HttpClient client;
    private final String token;
    private final ClusterTimings timings;
    private final long largestObject;
    private final PeerLoads loads;
    private final KnownPurges purges;
    private final Semaphore offers = new Semaphore(MOST_OFFERS);
    private final Suspects late;
    private final Suspects silent;
    private final Ticker ticker;

    /** @param largestObject bytes; objects up to this size must come at the least speed */
    PeerClient(
            HttpClient client,
            ClusterSecret secret,
            ClusterTimings timings,
            long largestObject,
            PeerLoads loads,
            KnownPurges purges,
            Ticker ticker) {
        this.client = client;
        this.token = secret.peerToken();
        this.timings = timings;
        this.largestObject = largestObject;
        this.loads = loads;
        this.purges = purges;
        this.ticker = ticker;
        this.late = new Suspects(
                TOLERATED,
                timings.get(ClusterTimings.SUSPICION),
                timings.get(ClusterTimings.CONNECT).plus(timings.get(ClusterTimings.MEMORY_FIRST_BYTE)),
                ticker);
        this.silent = new Suspects(
                0,
                timings.get(ClusterTimings.SUSPICION),
                timings.get(ClusterTimings.CONNECT).plus(timings.get(ClusterTimings.HOME_FIRST_BYTE)),
                ticker);
    }

    @Override
    public PeerAnswer fetch(Node holder, DocumentPath path, AgedCount agac) {
        return fetch(
                late,
                holder,
                request(
                                holder,
                                "GET",
                                path.key(),
                                PeerFields.MEMORY,
                                timings.get(ClusterTimings.MEMORY_FIRST_BYTE),
                                LONGEST_STREAM)
                        .with(PeerFields.COUNT, PeerFields.count(agac)),
                ResponseSource.PEER_MEMORY,
                ResponseSource.PEER_MEMORY);
    }

    /** Joins a fetch. A late leader does not go into back-off: another node would take over its fetch. */
    @Override
    public JoinAnswer join(Node node, JoinAsk ask, Duration timeout) {
        boolean held = ask.isFromMemory();
        Headers fields = fields(node, PeerFields.JOIN)
                .plus(PeerFields.KEY, ask.url())
                .plus(PeerFields.FILL, Long.toString(ask.number()));
        if (!ask.tag().isEmpty()) {
            fields = fields.plus(PeerFields.TAG, ask.tag());
        }
        Duration firstByte = held ? timings.get(ClusterTimings.MEMORY_FIRST_BYTE) : timings.get(ClusterTimings.JOIN);
        byte[] message = FillFrames.fields(ask.fields());
        ClientRequest request = new ClientRequest("POST", PeerFields.FILLS, fields, message, firstByte, LONGEST_STREAM)
                .withProgress(timings.get(ClusterTimings.PROGRESS).multipliedBy(PAUSES));
        try {
            ClientResponse response = held ? send(late, node, request) : exchange(node, request);
            if (response.status() != 200) {
                try (response) {
                    return switch (response.status()) {
                        case 404 -> new JoinAnswer.NotHeld();
                        case PeerFields.FULL -> new JoinAnswer.Full();
                        default -> new JoinAnswer.Refused(refusal(node, response), response.status() != 421);
                    };
                }
            }
            JoinAnswer answer = FillFrames.read(new PeerBody(response, () -> {}), timeout, ticker);
            return answer instanceof JoinAnswer.Given given ? expected(response, given, held) : answer;
        } catch (IOException e) {
            return new JoinAnswer.Refused(node.name() + ": " + e.getMessage());
        }
    }

    /** Adds the least speed of the bytes, where it is known and another node could continue. */
    private JoinAnswer.Given expected(ClientResponse response, JoinAnswer.Given given, boolean held) {
        if (held && given.length() <= largestObject) {
            response.completeWithin(timings.body(given.length()));
            return given;
        }
        if (given.reply().hasStrongTag()) {
            return given;
        }
        InputStream body = new Beginning(given.body(), () -> response.pauseUpTo(timings.get(ClusterTimings.PAUSE)));
        return new JoinAnswer.Given(given.reply(), given.variant(), given.length(), body);
    }

    private static final class Beginning extends BlockInputStream {
        private final InputStream in;
        private @Nullable Runnable begun;

        Beginning(InputStream in, Runnable begun) {
            this.in = in;
            this.begun = begun;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            int read = in.read(to, offset, length);
            Runnable first = begun;
            if (read > 0 && first != null) {
                begun = null;
                first.run();
            }
            return read;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    @Override
    public PeerAnswer fetchFromHome(Node home, DocumentPath path, AgedCount agac, long version) {
        return fetch(
                silent,
                home,
                about(
                        agac,
                        version,
                        request(
                                home,
                                "GET",
                                path.key(),
                                PeerFields.HOME,
                                timings.get(ClusterTimings.HOME_FIRST_BYTE),
                                LONGEST_STREAM)),
                ResponseSource.HOME_MEMORY,
                ResponseSource.HOME_DISK);
    }

    private PeerAnswer fetch(
            Suspects suspects, Node node, ClientRequest request, ResponseSource memory, ResponseSource disk) {
        loads.asked(node.tag());
        int reported = -1;
        try {
            ClientResponse response = send(suspects, node, request);
            reported = PeerFields.load(response.headers());
            return answer(suspects, node, response, memory, disk);
        } catch (IOException e) {
            return new PeerAnswer.Failed(node.name() + ": " + e.getMessage());
        } finally {
            loads.answered(node.tag(), reported);
        }
    }

    private PeerAnswer answer(
            Suspects suspects, Node node, ClientResponse response, ResponseSource memory, ResponseSource disk) {
        if (response.status() == 200) {
            return copy(suspects, node, response, memory, disk);
        }
        try (response) {
            return saying(node, response);
        }
    }

    private PeerAnswer copy(
            Suspects suspects, Node node, ClientResponse response, ResponseSource memory, ResponseSource disk) {
        Headers headers = response.headers();
        Representation representation = PeerFields.representation(headers, response.length());
        if (representation == null) {
            response.close();
            return new PeerAnswer.Failed(node.name() + ": an answer without Content-Type, ETag or length");
        }
        if (response.length() <= largestObject) {
            response.completeWithin(timings.body(response.length()));
        }
        ResponseSource from = "disk".equals(headers.first(PeerFields.SOURCE)) ? disk : memory;
        var body = new Body.Streamed(new PeerBody(response, () -> suspects.stopped(node.tag())), response.length());
        var document = new Document(
                representation, PeerFields.stamp(headers, response.length()), body, new Provenance(from, node.name()));
        return new PeerAnswer.Copy(document, PeerFields.version(headers), PeerFields.uncheckedNanos(headers));
    }

    private static PeerAnswer saying(Node node, ClientResponse response) {
        String said = response.headers().first(PeerFields.SAID);
        String location = response.headers().first("Location");
        if ("absent".equals(said)) {
            return new PeerAnswer.Said(new Lookup.Absent());
        }
        if ("refused".equals(said)) {
            return new PeerAnswer.Said(new Lookup.Refused("node " + node.name() + " refuses it"));
        }
        if ("moved".equals(said) && location != null) {
            return new PeerAnswer.Said(new Lookup.Moved(location));
        }
        return response.status() == 404 ? new PeerAnswer.NotHeld() : new PeerAnswer.Failed(refusal(node, response));
    }

    private static String refusal(Node node, ClientResponse response) {
        return switch (response.status()) {
            case 403 -> node.name() + " does not accept this node's token; have both the same secret?";
            case 421 -> node.name() + " was restarted";
            case 409 -> node.name() + " may not have heard yet of a purge";
            default -> node.name() + " answered " + response.status();
        };
    }

    @Override
    public ValidationResult check(Node home, DocumentPath path, String etag) throws IOException {
        Duration deadline = timings.get(ClusterTimings.HOME_FIRST_BYTE);
        ClientRequest request = request(home, "HEAD", path.key(), PeerFields.CHECK, deadline, deadline)
                .with("If-None-Match", etag);
        try (ClientResponse response = send(silent, home, request)) {
            return switch (response.status()) {
                case 304 -> ValidationResult.UNCHANGED;
                case 204 -> ValidationResult.CHANGED;
                case 404 -> ValidationResult.GONE;
                default -> throw new IOException(refusal(home, response));
            };
        }
    }

    @Override
    public void offer(Node store, DocumentPath path, AgedCount agac, long version) {
        if (!offers.tryAcquire()) {
            return;
        }
        ClientRequest request =
                about(agac, version, request(store, "HEAD", path.key(), PeerFields.KEEP, MESSAGE, MESSAGE));
        Thread.ofVirtual().name("gosling-offer").start(() -> {
            try (ClientResponse response = send(silent, store, request)) {
                // The answer does not matter: the other node decides what it stores.
            } catch (IOException e) {
                // The object is offered again when it is read again.
            } finally {
                offers.release();
            }
        });
    }

    @Override
    public void invalidate(Collection<Node> nodes, String key, long version) {
        byte[] message = Invalidations.write(List.of(new Invalidations.Line(key, version)));
        for (Node node : nodes) {
            if (node.peer() != null) {
                Thread.ofVirtual().name("gosling-invalidate").start(() -> tell(node, message));
            }
        }
    }

    /** Sends a message, twice if needed; a node that misses both learns of the change at its next check. */
    private void tell(Node node, byte[] message) {
        ClientRequest request =
                new ClientRequest("POST", PeerFields.INVALIDATE, fields(node, "invalidate"), message, MESSAGE, MESSAGE);
        for (int tries = 0; tries < 2; tries++) {
            try (ClientResponse response = exchange(node, request)) {
                return;
            } catch (IOException e) {
                // Tried once more, then left to the check.
            }
        }
    }

    private ClientResponse send(Suspects suspects, Node node, ClientRequest request) throws IOException {
        if (!suspects.mayAsk(node.tag())) {
            throw new IOException("did not answer a moment ago");
        }
        try {
            ClientResponse response = exchange(node, request);
            suspects.answered(node.tag());
            return response;
        } catch (ConnectException e) {
            if (isOwnShortage(e)) {
                suspects.untested(node.tag());
            } else {
                suspects.stopped(node.tag());
            }
            throw e;
        } catch (IOException e) {
            suspects.failed(node.tag());
            throw e;
        }
    }

    /** Returns whether this node had no free connection or resources, which says nothing of the other one. */
    static boolean isOwnShortage(ConnectException why) {
        return why instanceof PoolExhaustedException || LocalExhaustion.isCauseOf(why);
    }

    private ClientResponse exchange(Node node, ClientRequest request) throws IOException {
        InetSocketAddress address = node.peer();
        if (address == null) {
            throw new IOException("has no peer channel");
        }
        return client.send(address, request);
    }

    private ClientRequest request(
            Node node, String method, String target, String fetch, Duration firstByte, Duration total) {
        return new ClientRequest(method, target, fields(node, fetch), new byte[0], firstByte, total)
                .withProgress(timings.get(ClusterTimings.PROGRESS));
    }

    private static ClientRequest about(AgedCount agac, long version, ClientRequest request) {
        return request.with(PeerFields.COUNT, PeerFields.count(agac)).with(PeerFields.VERSION, Long.toString(version));
    }

    private Headers fields(Node node, String fetch) {
        Headers fields = Headers.of(
                PeerFields.TOKEN, token, PeerFields.TO, Integer.toString(node.tag()), PeerFields.FETCH, fetch);
        String known = TOLD.contains(fetch) ? purges.tell() : "";
        return known.isEmpty() ? fields : fields.plus(PeerFields.PURGES, known);
    }
}
