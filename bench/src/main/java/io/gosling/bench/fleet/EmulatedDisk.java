package io.gosling.bench.fleet;

import io.gosling.Gosling;
import io.gosling.bench.trace.Trace;
import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The disk of one node, as an HTTP origin that answers after a time, and so many requests at a time; who comes meanwhile
 * waits, in order. It takes no time until it is told to. What a real disk and its file system cost the node's processor
 * is not in it. Safe for use by many threads.
 */
public final class EmulatedDisk implements AutoCloseable {
    private static final Headers FIELDS =
            Headers.of("Cache-Control", "max-age=86400", "ETag", "\"1\"", "Content-Type", "application/octet-stream");

    private static final Pattern SIZE = Pattern.compile("size=(\\d{1,9})");

    /** Twice as long as the largest body: each path has its bytes from a place of its own. */
    private final byte[] bytes;

    private final int largest;
    private final Semaphore heads;
    private final AtomicLong reads = new AtomicLong();
    private final AtomicLong slow = new AtomicLong();
    private final AtomicLong busyNanos = new AtomicLong();
    private volatile Duration latency = Duration.ZERO;
    private final Gosling server;

    /**
     * With other bytes under every path, which are the same on every disk of this size; a query {@code size=N} asks for the
     * first N of them.
     *
     * @param largest bytes under a path, 1 or more
     * @param atOnce reads at a time
     */
    public EmulatedDisk(int largest, int atOnce) throws IOException {
        this.largest = largest;
        bytes = new byte[2 * largest];
        new Random(1).nextBytes(bytes);
        heads = new Semaphore(atOnce, true);
        server = Gosling.serve(this::answer);
    }

    /** Where it answers. */
    public URI url() {
        return server.url("/");
    }

    /** From now on a read takes so long. */
    public void latency(Duration each) {
        latency = each;
    }

    /** How often it was read so far. */
    public long reads() {
        return reads.get();
    }

    /** How long its reads really took, in the mean, in milliseconds: a busy machine wakes who sleeps late. 0 without any. */
    public double tookMillis() {
        return busyNanos.get() / 1e6 / Math.max(1, slow.get());
    }

    private Response answer(Request request) {
        reads.incrementAndGet();
        try {
            read();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Response(503, Headers.of(), new Body.Streamed(new ByteArrayInputStream(new byte[0]), 0));
        }
        int length = length(request.rawQuery());
        int from = place(request.rawPath());
        return new Response(200, FIELDS, new Body.Streamed(new ByteArrayInputStream(bytes, from, length), length));
    }

    /** Whether these are the first bytes under a path, as it stands in a request. */
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

    private void read() throws InterruptedException {
        Duration now = latency;
        if (now.isZero()) {
            return;
        }
        heads.acquire();
        long began = System.nanoTime();
        try {
            TimeUnit.NANOSECONDS.sleep(now.toNanos());
        } finally {
            slow.incrementAndGet();
            busyNanos.addAndGet(System.nanoTime() - began);
            heads.release();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
