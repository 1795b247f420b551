package io.gosling.bench.space;

import io.gosling.command.CommandFailure;
import io.gosling.command.ExitCode;
import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimings;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.NodeRole;
import io.gosling.gos.memory.PeerAnswer;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.tools.fleet.Connection;
import io.gosling.tools.fleet.Fleet;
import io.gosling.tools.process.Workspace;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/**
 * Measures fetching a file of 10 KB from the memory of another node, as a node does it, compared with the same file
 * over a bare kept connection: between the same two processes, one request at a time, in turns. This process is the
 * requesting node.
 */
record PeerCourse(Workspace place, Fleet.Shape shape, int requests) {
    static final String NAME = "peer";
    private static final int BYTES = 10 << 10;
    private static final int ROUNDS = 9;
    private static final double GOAL = 1.5;
    private static final long MEMORY = 1 << 20;
    /** A late answer is to be measured, not given up; a node waits no longer than this. */
    private static final Duration LATE = Duration.ofSeconds(10);
    /** The timeout for nodes to find each other; a node that did not succeed at once tries again every five seconds. */
    private static final Duration FINDING = Duration.ofMinutes(1);

    private static final long LOOK_MILLIS = 50;
    private static final String PATH = "/10k.bin";

    List<Line> run() throws IOException, InterruptedException {
        Path site = place.directory("site");
        byte[] bytes = new byte[BYTES];
        new Random(1).nextBytes(bytes);
        Files.write(site.resolve(PATH.substring(1)), bytes);
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        ObjectSpaceSettings settings = ObjectSpaceSettings.of("asker", MEMORY);
        try (Fleet holder = Fleet.start(place, shape, site.toString(), 1);
                Transport transport = Transport.open(TransportKind.AUTO, 1, "asker");
                ObjectSpaceNode requester = ObjectSpaceNode.open(
                        settings, DocumentRoot.at(place.directory("empty")), transport, Ticker.system())) {
            requester.join(ClusterSettings.of("asker", NodeRole.WEB, any)
                    .withPeer(any)
                    .with(ClusterTimings.MEMORY_FIRST_BYTE, LATE)
                    .with(ClusterTimings.PROGRESS, LATE)
                    .joining(List.of(holder.member(0).cluster())));
            return measure(
                    transport, requester, neighbour(requester), holder.member(0).http());
        }
    }

    private static Node neighbour(ObjectSpaceNode requester) throws InterruptedException {
        long deadline = System.nanoTime() + FINDING.toNanos();
        while (System.nanoTime() < deadline) {
            Optional<Node> other = requester.members().stream()
                    .filter(node -> node.peer() != null)
                    .findFirst();
            if (other.isPresent()) {
                return other.get();
            }
            Thread.sleep(LOOK_MILLIS);
        }
        throw new CommandFailure(
                ExitCode.FAILURE, "the two nodes have not found each other within " + FINDING.toSeconds() + " s");
    }

    private List<Line> measure(Transport transport, ObjectSpaceNode requester, Node holder, InetSocketAddress http)
            throws IOException, InterruptedException {
        try (BareClient bare = BareClient.open(transport, http, PATH, answerBytes(http))) {
            long[] plain = new long[ROUNDS * requests];
            long[] peer = new long[ROUNDS * requests];
            for (int round = -2; round < ROUNDS; round++) {
                for (int i = 0; i < requests; i++) {
                    long began = System.nanoTime();
                    bare.get();
                    note(plain, round, i, began);
                }
                for (int i = 0; i < requests; i++) {
                    long began = System.nanoTime();
                    fetch(requester, holder);
                    note(peer, round, i, began);
                }
            }
            Percentiles plainTimes = new Percentiles(plain);
            Percentiles peerTimes = new Percentiles(peer);
            return List.of(
                    Line.of(NAME, "10 KB over a bare kept connection, median", "µs", plainTimes.micros(0.5)),
                    Line.of(NAME, "10 KB from another node's memory, median", "µs", peerTimes.micros(0.5)),
                    Line.of(NAME, "10 KB over a bare kept connection, 99 %", "µs", plainTimes.micros(0.99)),
                    Line.of(NAME, "10 KB from another node's memory, 99 %", "µs", peerTimes.micros(0.99)),
                    Line.of(NAME, "the medians", "ratio", peerTimes.micros(0.5) / plainTimes.micros(0.5))
                            .below(GOAL));
        }
    }

    /** The first rounds only warm up. */
    private void note(long[] times, int round, int i, long began) {
        if (round >= 0) {
            times[round * requests + i] = System.nanoTime() - began;
        }
    }

    /** Also has the node take the file into its memory. */
    private static int answerBytes(InetSocketAddress http) throws IOException {
        try (Connection client = Connection.open(http)) {
            client.get(PATH);
            client.get(PATH);
            return client.measure(PATH);
        }
    }

    private static void fetch(ObjectSpaceNode requester, Node holder) throws IOException {
        try {
            PeerAnswer answer = requester.peers().fetch(holder, DocumentPath.parse(PATH), AgedCount.NONE);
            if (!(answer instanceof PeerAnswer.Copy copy)) {
                throw new IOException("the node that has the file answered: " + answer);
            }
            try (Document document = copy.document()) {
                read(document.body());
            }
        } catch (IllegalDocumentPathException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void read(Body body) throws IOException {
        int length = switch (body) {
            case Body.InMemory memory -> memory.bytes().readableBytes();
            case Body.Streamed stream -> stream.in().readAllBytes().length;
            case Body.InFile file -> -1;
            case Body.Written written -> -1;
        };
        if (length != BYTES) {
            throw new IOException(length + " bytes came of " + BYTES);
        }
    }
}
