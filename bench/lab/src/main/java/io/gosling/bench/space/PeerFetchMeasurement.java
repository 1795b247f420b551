package io.gosling.bench.space;

import io.gosling.document.Body;
import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.IllegalDocumentPathException;
import io.gosling.document.LookupResult;
import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.cluster.ObjectSpaceNode;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.ClusterSettings;
import io.gosling.gos.membership.ClusterTimeouts;
import io.gosling.gos.membership.NodeRole;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.cluster.ReadyProcess;
import io.gosling.tools.process.ProcessTreeUsage;
import io.gosling.tools.process.ProcessWorkspace;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Measures fetching a file of 10 KB from the memory of another node, as a node does it for a plain request, compared
 * with the same file over a bare kept connection: between the same two processes, one request at a time, in turns. This
 * process is the requesting node, whose memory has room for a few of the files.
 *
 * <p>A whole miss is of a file that the requesting node never had: it asks the owner of the directory entry for a
 * holder first.
 *
 * @param secret file with the cluster's secret, by which the nodes encrypt; null for plain text
 */
record PeerFetchMeasurement(
        ProcessWorkspace place,
        NodeProcesses.Shape shape,
        int requests,
        @Nullable Path secret) {
    static final String NAME = "peer";
    /** The same between nodes that encrypt, over nodes that do not. */
    static final String ENCRYPTED = "encrypted";

    private static final double GOAL_ENCRYPTED = 1.2;
    private static final int BYTES = 10 << 10;
    private static final int DIGITS = 3;
    private static final int ROUNDS = 9;
    private static final double GOAL = 1.5;
    private static final double GOAL_WHOLE = 2.5;
    private static final double GOAL_CPU = 4;
    private static final int FILES = 1000;
    /** Whole misses, which need a file each, are one in so many fetches. */
    private static final int FEWER = 10;
    /** Of the requesting node: room for some ten files. */
    private static final long MEMORY = 128 << 10;

    private static final double MICROS_A_TICK = 1e6 / ProcessTreeUsage.TICKS_A_SECOND;
    /** A late answer is to be measured, not given up; a node waits no longer than this. */
    private static final Duration LATE = Duration.ofSeconds(10);

    private static final int MOST_TRIES = 100;

    private static final String PATH = "/10k.bin";

    /** Measures without and with encryption, each beside a bare connection, and compares the two. */
    static List<MeasuredFigure> encrypted(ProcessWorkspace place, NodeProcesses.Shape shape, int requests)
            throws IOException, InterruptedException {
        Path secret = place.directory("secret").resolve("secret");
        Files.writeString(secret, ClusterSecret.generate(new SecureRandom()));
        NodeProcesses.Shape encrypting =
                new NodeProcesses.Shape(shape.heap(), shape.memory(), List.of("--secret-file", secret.toString()));
        List<MeasuredFigure> plain = new PeerFetchMeasurement(place, shape, requests, null).run();
        List<MeasuredFigure> other = new PeerFetchMeasurement(place, encrypting, requests, secret).run();
        return IntStream.range(0, plain.size())
                .mapToObj(i -> MeasuredFigure.of(
                                ENCRYPTED,
                                plain.get(i).what() + " (" + plain.get(i).unit() + "), encrypted over plain",
                                "ratio",
                                other.get(i).value() / plain.get(i).value())
                        .below(GOAL_ENCRYPTED))
                .toList();
    }

    List<MeasuredFigure> run() throws IOException, InterruptedException {
        Path site = place.directory("site");
        byte[] bytes = new byte[BYTES];
        new Random(1).nextBytes(bytes);
        Files.write(site.resolve(PATH.substring(1)), bytes);
        for (int file = 0; file < files(); file++) {
            Files.write(site.resolve(path(file).substring(1)), bytes);
        }
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        ObjectSpaceSettings settings = ObjectSpaceSettings.of("requester", MEMORY);
        try (NodeProcesses holder = NodeProcesses.start(place, shape, site.toString(), 1);
                Transport transport = Transport.open(TransportKind.AUTO, 1, "requester");
                ObjectSpaceNode requester = ObjectSpaceNode.open(
                        settings, DocumentRoot.at(place.directory("empty")), transport, Ticker.system())) {
            ClusterSecret shared = secret == null ? null : ClusterSecret.of(Files.readString(secret));
            requester.join(ClusterSettings.of("requester", NodeRole.WEB, any, shared)
                    .withPeer(any)
                    .with(ClusterTimeouts.LOCATE, LATE)
                    .with(ClusterTimeouts.MEMORY_FIRST_BYTE, LATE)
                    .with(ClusterTimeouts.PROGRESS, LATE)
                    .joining(List.of(holder.member(0).cluster())));
            ReadyProcess.until(
                    "the two nodes have found each other",
                    () -> requester.members().stream().anyMatch(node -> node.peer() != null));
            requester.fetchForEventLoops();
            return measure(transport, requester, holder.member(0));
        }
    }

    /** Files of known holders, and one for each whole miss. */
    private int files() {
        return FILES + (ROUNDS + 2) * (requests / FEWER);
    }

    private List<MeasuredFigure> measure(Transport transport, ObjectSpaceNode requester, NodeProcesses.Member server)
            throws IOException, InterruptedException {
        try (BareNettyClient bare = BareNettyClient.open(transport, server.http(), PATH, answerBytes(server.http()))) {
            fillMemory(server.http());
            for (int file = 0; file < FILES; file++) {
                String path = path(file);
                ReadyProcess.until(
                        "a holder of " + path + " is found; --memory must have room for more than " + FILES
                                + " files of " + BYTES + " bytes",
                        () -> isFound(requester, path));
            }
            UncachedDocumentFetcher cold =
                    Objects.requireNonNull(requester.hotDocuments().cold());
            EventLoop loop = transport.eventLoops().next();
            ProcessHandle one = server.process().toHandle();
            // The other node was started by this process.
            ProcessHandle both = ProcessHandle.current();
            Turns plain = new Turns(requests, one);
            Turns peer = new Turns(requests, both);
            Turns whole = new Turns(requests / FEWER, both);
            AtomicInteger next = new AtomicInteger();
            AtomicInteger unknown = new AtomicInteger(FILES);
            for (int round = -2; round < ROUNDS; round++) {
                plain.take(round, () -> {
                    bare.get();
                    return true;
                });
                peer.take(round, () -> isFetched(cold, loop, path(next.getAndIncrement() % FILES)));
                whole.take(round, () -> isFetched(cold, loop, path(unknown.getAndIncrement())));
            }
            return lines(plain.nanos, peer.nanos, whole.nanos, plain.cpuMicros(), peer.cpuMicros(), whole.cpuMicros());
        }
    }

    /**
     * @param ownCpu CPU time of the node that has the file for an answer over the bare connection, in microseconds
     * @param peerCpu CPU time of both nodes for a fetch from the holder
     * @param wholeCpu CPU time of both nodes for a whole miss
     */
    static List<MeasuredFigure> lines(
            Histogram plain, Histogram peer, Histogram whole, double ownCpu, double peerCpu, double wholeCpu) {
        double bare = micros(plain, 50);
        return List.of(
                MeasuredFigure.of(NAME, "10 KB over a bare kept connection, median", "µs", bare),
                MeasuredFigure.of(NAME, "10 KB from another node's memory, median", "µs", micros(peer, 50)),
                MeasuredFigure.of(NAME, "10 KB, whole miss with finding the holder, median", "µs", micros(whole, 50)),
                MeasuredFigure.of(NAME, "10 KB over a bare kept connection, 99 %", "µs", micros(plain, 99)),
                MeasuredFigure.of(NAME, "10 KB from another node's memory, 99 %", "µs", micros(peer, 99)),
                MeasuredFigure.of(NAME, "10 KB, whole miss with finding the holder, 99 %", "µs", micros(whole, 99)),
                MeasuredFigure.of(NAME, "the medians", "ratio", micros(peer, 50) / bare)
                        .below(GOAL),
                MeasuredFigure.of(
                                NAME,
                                "the medians, whole miss with finding the holder",
                                "ratio",
                                micros(whole, 50) / bare)
                        .below(GOAL_WHOLE),
                MeasuredFigure.of(NAME, "CPU of the node for an answer over the bare connection", "µs", ownCpu),
                MeasuredFigure.of(NAME, "CPU of both nodes for an answer from the other's memory", "µs", peerCpu),
                MeasuredFigure.of(NAME, "CPU of both nodes for a whole miss", "µs", wholeCpu),
                MeasuredFigure.of(NAME, "CPU of both nodes, over that of the one", "ratio", peerCpu / ownCpu)
                        .below(GOAL_CPU),
                MeasuredFigure.of(
                                NAME, "CPU of both nodes, whole miss, over that of the one", "ratio", wholeCpu / ownCpu)
                        .below(GOAL_CPU));
    }

    private static double micros(Histogram nanos, double percentile) {
        return nanos.getValueAtPercentile(percentile) / 1e3;
    }

    @FunctionalInterface
    private interface Step {
        /** Returns whether it was what is measured; otherwise another step is taken. */
        boolean take() throws IOException, InterruptedException;
    }

    /**
     * The times of one kind of request, and the CPU time that some processes spent meanwhile. If this process is one of
     * them, the thread that asks does not count: it is the client.
     */
    private static final class Turns {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

        private final int requests;
        private final ProcessHandle processes;
        private final Histogram nanos = new Histogram(DIGITS);
        private long ticks;
        private long clientNanos;

        Turns(int requests, ProcessHandle processes) {
            this.requests = requests;
            this.processes = processes;
        }

        /** The first rounds, which have negative numbers, only warm up. */
        void take(int round, Step step) throws IOException, InterruptedException {
            long before = ProcessTreeUsage.cpuTicks(processes);
            long beforeNanos = THREADS.getCurrentThreadCpuTime();
            int done = 0;
            for (int tries = 0; done < requests; tries++) {
                if (tries == MOST_TRIES * requests) {
                    throw new IOException("of " + tries + " requests " + done + " were what is measured");
                }
                long began = System.nanoTime();
                if (step.take()) {
                    if (round >= 0) {
                        nanos.recordValue(System.nanoTime() - began);
                    }
                    done++;
                }
            }
            if (round >= 0) {
                ticks += ProcessTreeUsage.cpuTicks(processes) - before;
                boolean client = processes.equals(ProcessHandle.current());
                clientNanos += client ? THREADS.getCurrentThreadCpuTime() - beforeNanos : 0;
            }
        }

        /** Of a request; the clock is coarse, so a short run has at least one tick. */
        double cpuMicros() {
            return (Math.max(1, ticks) * MICROS_A_TICK - clientNanos / 1e3) / nanos.getTotalCount();
        }
    }

    private static String path(int file) {
        return "/10k-" + file + ".bin";
    }

    private void fillMemory(InetSocketAddress http) throws IOException {
        try (KeepAliveConnection client = KeepAliveConnection.open(http)) {
            for (int file = 0; file < files(); file++) {
                client.get(path(file));
            }
        }
    }

    /** Fetches a file as for a plain request; false if the node has it in memory, or leaves it to a worker path. */
    private static boolean isFetched(UncachedDocumentFetcher cold, EventLoop loop, String path)
            throws IOException, InterruptedException {
        var fetch = new Fetch(new CompletableFuture<>());
        loop.execute(() -> {
            if (!cold.fetch(path, loop, fetch)) {
                fetch.done(null);
            }
        });
        try {
            Optional<FetchedDocument> fetched = fetch.result.get(LATE.toSeconds(), TimeUnit.SECONDS);
            fetched.ifPresent(document -> document.document().release());
            return fetched.isPresent();
        } catch (ExecutionException | TimeoutException e) {
            throw new IOException(path + " was not fetched within " + LATE.toSeconds() + " s", e);
        }
    }

    private record Fetch(CompletableFuture<Optional<FetchedDocument>> result)
            implements UncachedDocumentFetcher.Receiver {
        @Override
        public boolean begins() {
            return true;
        }

        @Override
        public void done(@Nullable FetchedDocument document) {
            result.complete(Optional.ofNullable(document));
        }
    }

    /** Returns whether a node was found to have the file, of which all bytes came. */
    private static boolean isFound(ObjectSpaceNode requester, String path) throws IOException {
        if (!(requester.documents().find(parsed(path)) instanceof LookupResult.Found found)) {
            return false;
        }
        try (Document document = found.document()) {
            read(document.body());
            return true;
        }
    }

    /** Also has the node take the file into its memory. */
    private static int answerBytes(InetSocketAddress http) throws IOException {
        try (KeepAliveConnection client = KeepAliveConnection.open(http)) {
            client.get(PATH);
            client.get(PATH);
            return (int) client.get(PATH).bytes();
        }
    }

    private static DocumentPath parsed(String path) {
        try {
            return DocumentPath.parse(path);
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
