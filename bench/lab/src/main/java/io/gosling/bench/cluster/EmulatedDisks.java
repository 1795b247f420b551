package io.gosling.bench.cluster;

import io.gosling.Gosling;
import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.tools.trace.Trace;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Emulated disks, one for each node, served by one HTTP origin that answers after a time. There is one origin, since
 * nodes store what they fetch under their origin's address: with an origin for each, no node would find its objects in
 * another's memory. The header {@code Via} tells whose disk is read. The cost of a real disk and its file system to the
 * node's processor is not included. Safe for use by many threads.
 */
public final class EmulatedDisks implements AutoCloseable {
    private static final String TAG = "\"1\"";

    private static final Headers FIELDS =
            Headers.of("Cache-Control", "max-age=86400", "ETag", TAG, "Content-Type", "application/octet-stream");

    private static final Pattern SIZE = Pattern.compile("size=(\\d{1,9})");

    /** Twice as long as the largest body: each path has its bytes from a place of its own. */
    private final byte[] bytes;

    private final int largest;
    private final int atOnce;
    private final Map<String, EmulatedDisk> disks = new ConcurrentHashMap<>();
    private final Gosling server;
    private volatile Duration latency = Duration.ZERO;
    private volatile boolean one;

    /**
     * Creates disks with different bytes under every path, which are the same on every disk of this size; a query
     * {@code size=N} requests the first N of them. Reads take no time until a time is set.
     *
     * @param largest bytes under a path, 1 or more
     * @param atOnce reads of one disk at a time
     */
    public EmulatedDisks(int largest, int atOnce) throws IOException {
        this.largest = largest;
        this.atOnce = atOnce;
        bytes = new byte[2 * largest];
        new Random(1).nextBytes(bytes);
        server = Gosling.serve(this::answer);
    }

    public URI url() {
        return server.url("/");
    }

    public List<String> sources(int nodes) {
        return Collections.nCopies(nodes, url().toString());
    }

    public void latency(Duration each) {
        latency = each;
    }

    /** From now on all nodes read one disk. */
    public void useOne() {
        one = true;
    }

    public long reads() {
        return disks.values().stream().mapToLong(disk -> disk.reads.get()).sum();
    }

    /** The number of reads so far, by node; for tests. */
    public Map<String, Long> readsByNode() {
        Map<String, Long> reads = new ConcurrentHashMap<>();
        disks.forEach((node, disk) -> reads.put(node, disk.reads.get()));
        return Map.copyOf(reads);
    }

    /** The mean real duration of reads, in milliseconds; 0 without any. A busy machine wakes sleeping threads late. */
    public double tookMillis() {
        long reads = disks.values().stream().mapToLong(disk -> disk.slow.get()).sum();
        long nanos =
                disks.values().stream().mapToLong(disk -> disk.busyNanos.get()).sum();
        return nanos / 1e6 / Math.max(1, reads);
    }

    private Response answer(Request request) {
        if (TAG.equals(request.headers().first("If-None-Match"))) {
            // Revalidating a file needs no read.
            return new Response(304, FIELDS, null);
        }
        try {
            disk(request.headers().joined("Via")).read();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Response(503, Headers.of(), new Body.Streamed(new ByteArrayInputStream(new byte[0]), 0));
        }
        int length = length(request.rawQuery());
        int from = place(request.rawPath());
        return new Response(200, FIELDS, new Body.Streamed(new ByteArrayInputStream(bytes, from, length), length));
    }

    /** A front-end stands before its node in {@code Via}; a client without it counts as a node as well. */
    private EmulatedDisk disk(@Nullable String via) {
        String node = via == null || one ? "" : via.substring(via.lastIndexOf(' ') + 1);
        return disks.computeIfAbsent(node, first -> new EmulatedDisk());
    }

    /** Returns whether these are the first bytes under a path, as it stands in a request. */
    public boolean isRight(String rawPath, byte[] body) {
        int from = place(rawPath);
        return body.length <= largest && Arrays.equals(body, 0, body.length, bytes, from, from + body.length);
    }

    private int place(String rawPath) {
        return (int) Long.remainderUnsigned(Trace.mix(rawPath.hashCode()), largest);
    }

    private int length(String query) {
        Matcher size = SIZE.matcher(query);
        return size.matches() ? Math.min(largest, Integer.parseInt(size.group(1))) : largest;
    }

    /**
     * The queue of one emulated disk: a read takes a fixed time, and a fixed number of reads run at once; further reads
     * wait, in order. The end of a read is computed from the planned end of the one before it: a machine that wakes
     * sleeping threads late delays answers, and yet the disk does as many reads a second as configured.
     */
    private final class EmulatedDisk {
        /** The time at which each head is free, in nanoseconds; guarded by itself. */
        private final PriorityQueue<Long> heads = new PriorityQueue<>((one, other) -> Long.signum(one - other));

        private final AtomicLong reads = new AtomicLong();
        /** Those that were to take a time. */
        private final AtomicLong slow = new AtomicLong();
        /** The total real duration of these, without waiting for others. */
        private final AtomicLong busyNanos = new AtomicLong();

        EmulatedDisk() {
            heads.addAll(Collections.nCopies(atOnce, System.nanoTime()));
        }

        void read() throws InterruptedException {
            reads.incrementAndGet();
            long nanos = latency.toNanos();
            if (nanos == 0) {
                return;
            }
            long end = end(System.nanoTime(), nanos);
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                TimeUnit.NANOSECONDS.sleep(left);
            }
            slow.incrementAndGet();
            busyNanos.addAndGet(System.nanoTime() - end + nanos);
        }

        /** Takes the head that is free first, for a read that comes now; when it will have been read. */
        private long end(long now, long nanos) {
            synchronized (heads) {
                long free = heads.remove();
                long end = (free - now > 0 ? free : now) + nanos;
                heads.add(end);
                return end;
            }
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
