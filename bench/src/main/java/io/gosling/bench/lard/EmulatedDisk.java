package io.gosling.bench.lard;

import io.gosling.Gosling;
import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The disk of one node, as an HTTP origin that answers after a time, and so many requests at a time; who comes meanwhile
 * waits, in order. It takes no time until it is told to. What a real disk and its file system cost the node's processor
 * is not in it. Safe for use by many threads.
 */
final class EmulatedDisk implements AutoCloseable {
    private static final Headers FIELDS =
            Headers.of("Cache-Control", "max-age=86400", "ETag", "\"1\"", "Content-Type", "application/octet-stream");

    private final byte[] body;
    private final Semaphore heads;
    private final AtomicLong reads = new AtomicLong();
    private volatile Duration latency = Duration.ZERO;
    private final Gosling server;

    /** With the same bytes under every path. */
    EmulatedDisk(int bytes, int atOnce) throws IOException {
        body = new byte[bytes];
        new Random(1).nextBytes(body);
        heads = new Semaphore(atOnce, true);
        server = Gosling.serve(this::answer);
    }

    URI url() {
        return server.url("/");
    }

    /** From now on a read takes so long. */
    void latency(Duration each) {
        latency = each;
    }

    /** How often it was read so far. */
    long reads() {
        return reads.get();
    }

    private Response answer(Request request) {
        reads.incrementAndGet();
        try {
            read();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Response(503, Headers.of(), new Body.Streamed(new ByteArrayInputStream(new byte[0]), 0));
        }
        return new Response(200, FIELDS, new Body.Streamed(new ByteArrayInputStream(body), body.length));
    }

    private void read() throws InterruptedException {
        Duration now = latency;
        if (now.isZero()) {
            return;
        }
        heads.acquire();
        try {
            TimeUnit.NANOSECONDS.sleep(now.toNanos());
        } finally {
            heads.release();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
