package io.gosling.bench.space;

import io.gosling.Gosling;
import io.gosling.document.Body;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.SequenceInputStream;
import java.net.URI;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The origin of every object, which counts requests: it has the same bytes under every path, fresh for a day, and sends
 * the {@linkplain ObjectPreloader#tag tag} of the object if it is told to. Of paths below {@link #SLOW} it sends one
 * half, and the rest when it is released. Safe for use by many threads.
 */
final class CountingOrigin implements AutoCloseable {
    static final String SLOW = "/slow/";
    private static final long TIMEOUT_SECONDS = 120;
    private static final Headers FIELDS =
            Headers.of("Cache-Control", "max-age=86400", "ETag", "\"1\"", "Content-Type", "application/octet-stream");

    private final byte[] body;
    private final boolean tagged;
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch rest = new CountDownLatch(1);
    private final Gosling server;

    /** @param tagged true to send tags, which cost memory of the nodes */
    CountingOrigin(int bytes, boolean tagged) throws IOException {
        this.tagged = tagged;
        body = new byte[bytes];
        new Random(1).nextBytes(body);
        server = Gosling.serve(this::answer);
    }

    URI url() {
        return server.url("/");
    }

    byte[] body() {
        return body;
    }

    int requests() {
        return requests.get();
    }

    void letGo() {
        rest.countDown();
    }

    private Response answer(Request request) {
        requests.incrementAndGet();
        Headers fields = tagged ? FIELDS.with("Surrogate-Key", ObjectPreloader.tag(request.rawPath())) : FIELDS;
        boolean slow = request.rawPath().startsWith(SLOW);
        return new Response(
                200, fields, new Body.Streamed(slow ? byHalf() : new ByteArrayInputStream(body), body.length));
    }

    private InputStream byHalf() {
        int half = body.length / 2;
        return new SequenceInputStream(new ByteArrayInputStream(body, 0, half), new InputStream() {
            private int next = half;

            @Override
            public int read() throws IOException {
                awaitRest();
                return next < body.length ? body[next++] & 0xff : -1;
            }
        });
    }

    private void awaitRest() throws IOException {
        try {
            if (!rest.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("nobody has asked for the rest within " + TIMEOUT_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted before the rest was let go");
        }
    }

    @Override
    public void close() {
        letGo();
        server.close();
    }
}
