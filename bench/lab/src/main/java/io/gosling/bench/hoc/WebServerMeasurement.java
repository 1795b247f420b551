package io.gosling.bench.hoc;

import io.gosling.bench.cluster.ConcurrentClientRunner;
import io.gosling.bench.cluster.EmulatedDisks;
import io.gosling.tools.cluster.KeepAliveConnection;
import io.gosling.tools.cluster.NodeProcesses;
import io.gosling.tools.process.ProcessWorkspace;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures web servers, each one or several processes of {@code gosling serve}, before an emulated disk for each.
 *
 * @param clients of each server; each asks that one again when it was answered
 */
record WebServerMeasurement(ProcessWorkspace place, WebServerWorkload set, Duration read, int clients) {
    private static final int PROCESSES = 8;
    private static final int LEAST_HEAP_MEGABYTES = 128;
    private static final long IN_TIME_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Of the paper's herd, in its data set. */
    private static final int COPIES_MEGABYTES = 40;

    /** The counts of the clients: requests answered in time, the bytes of these, late answers, and wrong ones. */
    private record Counts(long inTime, long bytes, long late, long failed) {
        Counts plus(Counts more) {
            return new Counts(inTime + more.inTime, bytes + more.bytes, late + more.late, failed + more.failed);
        }
    }

    /**
     * Runs so many web servers.
     *
     * @param stores more nodes, which are the homes of everything in the repository; 0 for the web servers themselves
     */
    HocResult run(String name, WebServerConfiguration how, int servers, int stores)
            throws IOException, InterruptedException {
        boolean split = how.kind() == WebServerConfiguration.Kind.PROCESS;
        int processes = split ? servers * PROCESSES : servers;
        List<NodeProcesses.Shape> shapes = new ArrayList<>(Collections.nCopies(processes, shape(how, stores)));
        shapes.addAll(Collections.nCopies(stores, shape(how, 0)));
        int largest = (int) Arrays.stream(set.files().trace().sizes()).max().orElse(1);
        try (EmulatedDisks disks = new EmulatedDisks(largest, 1)) {
            if (servers == 1) {
                disks.useOne();
            }
            try (NodeProcesses nodes = NodeProcesses.start(place, shapes, disks.sources(shapes.size()))) {
                disks.latency(read);
                AtomicInteger next = new AtomicInteger();
                long began = System.nanoTime();
                Counts counts = ConcurrentClientRunner.run(
                                servers * clients,
                                number ->
                                        client(nodes.member(number % processes).http(), disks, next))
                        .stream()
                        .reduce(new Counts(0, 0, 0, 0), Counts::plus);
                double seconds = (System.nanoTime() - began) / 1e9;
                long hits = Math.max(0, counts.inTime + counts.late - disks.reads());
                String number = Integer.toString(how.number());
                return new HocResult(
                        name, servers, number, counts.inTime, counts.bytes, hits, counts.late, counts.failed, seconds);
            }
        }
    }

    /** The node of a web server, whose objects are at home on so many others; 0 for itself. */
    private NodeProcesses.Shape shape(WebServerConfiguration how, int stores) {
        boolean none = how.kind() == WebServerConfiguration.Kind.NONE;
        List<String> more = new ArrayList<>(List.of("--cooperation", "off", "--replacement", "gds"));
        more.addAll(List.of("--cache-max-object", Integer.toString(none ? 0 : WebServerWorkload.LARGEST_KEPT)));
        long own = set.bytes(how.megabytes());
        if (how.isRepository()) {
            more.addAll(List.of("--origin-cache", "repository", "--role", stores > 0 ? "web" : "all"));
            more.addAll(List.of("--repository-full", "drop", "--repository-backups", "0"));
            more.addAll(List.of("--repository-objects", "1000000", "--repository-bytes", Long.toString(atLeast(own))));
            long copies = stores > 1 ? set.bytes(COPIES_MEGABYTES) : 0;
            more.addAll(List.of("--repository-cache-bytes", Long.toString(copies)));
            own = 0;
        }
        String heap = LEAST_HEAP_MEGABYTES + (4 * set.bytes(how.megabytes()) >> 20) + "m";
        return NodeProcesses.Shape.steady(heap, Long.toString(atLeast(own)), more);
    }

    private static long atLeast(long bytes) {
        return Math.max(1 << 20, bytes);
    }

    private Counts client(InetSocketAddress server, EmulatedDisks disks, AtomicInteger next) throws IOException {
        int[] requests = set.files().trace().requests();
        Counts counts = new Counts(0, 0, 0, 0);
        try (KeepAliveConnection connection = KeepAliveConnection.open(server)) {
            for (int i = next.getAndIncrement(); i < requests.length; i = next.getAndIncrement()) {
                long size = set.files().trace().sizes()[requests[i]];
                String path = "/" + requests[i];
                long began = System.nanoTime();
                KeepAliveConnection.Answer answer = connection.get(path + "?size=" + size);
                boolean inTime = System.nanoTime() - began <= IN_TIME_NANOS;
                boolean right =
                        answer.status() == 200 && answer.body().length == size && disks.isRight(path, answer.body());
                counts = counts.plus(
                        !right ? new Counts(0, 0, 0, 1) : inTime ? new Counts(1, size, 0, 0) : new Counts(0, 0, 1, 0));
            }
        }
        return counts;
    }
}
