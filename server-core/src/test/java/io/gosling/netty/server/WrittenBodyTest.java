package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.BodyWriter;
import io.gosling.document.ResponseSource;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.Site;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WrittenBodyTest {
    private static final String TYPE = "application/octet-stream";

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16383, 16384, 16385, 1_000_000})
    void whatIsWrittenArrivesWhole(int length) throws IOException {
        byte[] bytes = Site.noise(length, 1);
        Handler handler = request -> Response.stream(TYPE, out -> {
            try (OutputStream closed = out) {
                closed.write(bytes, 0, length / 2);
                for (int i = length / 2; i < length; i += 1000) {
                    closed.write(bytes, i, Math.min(1000, length - i));
                }
            }
        });
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            for (int i = 0; i < 2; i++) {
                RawResponse response = client.get("/");
                assertEquals("chunked", response.header("Transfer-Encoding"));
                assertEquals(
                        new String(bytes, StandardCharsets.ISO_8859_1),
                        new String(response.body(), StandardCharsets.ISO_8859_1));
            }
            assertEquals("chunked", client.request("HEAD", "/").readHead().header("Transfer-Encoding"));
            Eventually.that("all are counted", () -> server.answers().all().size() == 3);
            assertEquals(length, server.answers().all().getFirst().bytes());
            assertEquals(0, server.answers().all().getLast().bytes());
        }
    }

    @Test
    void whatIsFlushedLeavesBeforeTheNextIsWritten() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        Handler handler = request -> Response.stream("text/plain", out -> {
            Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
            text.append("first ").flush();
            read.await();
            text.append("second").flush();
        });
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            client.request("GET", "/");
            StringBuilder seen = new StringBuilder();
            while (!seen.toString().endsWith("first \r\n")) {
                seen.append((char) client.readByte());
            }
            read.countDown();
            while (!seen.toString().endsWith("0\r\n\r\n")) {
                seen.append((char) client.readByte());
            }
            assertTrue(seen.toString().endsWith("\r\n\r\n6\r\nfirst \r\n6\r\nsecond\r\n0\r\n\r\n"), seen.toString());
        }
    }

    @Test
    void theWriterWaitsForAClientThatDoesNotRead() throws IOException {
        int total = 48 << 20;
        byte[] piece = new byte[1 << 16];
        AtomicLong written = new AtomicLong();
        AtomicReference<Thread> writer = new AtomicReference<>();
        Handler handler = request -> Response.stream(TYPE, out -> {
            writer.set(Thread.currentThread());
            while (written.get() < total) {
                out.write(piece);
                written.addAndGet(piece.length);
            }
        });
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = RawConnection.open(server.server().address(), 64 << 10)) {
            client.request("GET", "/");
            Standstill standstill = new Standstill();
            Eventually.that("the writer waits", () -> standstill.of(writer, written));
            assertTrue(written.get() < total, "all " + total + " bytes were taken without a reader");
            assertEquals(total, client.read().body().length);
        }
    }

    /** Notices a thread that waits and gets nothing done for many looks in a row. */
    private static final class Standstill {
        private static final int MANY = 100;

        private long seen;
        private int looks;

        boolean of(AtomicReference<Thread> worker, AtomicLong done) {
            Thread thread = worker.get();
            boolean still = thread != null && thread.getState() == Thread.State.WAITING && done.get() == seen;
            looks = still ? looks + 1 : 0;
            seen = done.get();
            return looks >= MANY;
        }
    }

    @Test
    void aWriterThatFailsBeforeItsFirstPieceIsAnsweredWith500() throws IOException {
        Handler handler = request -> Response.stream(TYPE, out -> {
            out.write(1);
            throw new IllegalStateException("no more");
        });
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            RawResponse response = client.get("/");
            assertEquals(500, response.status());
            assertFalse(response.saysClose());
            assertEquals(500, client.get("/").status());
            Eventually.that("both are counted", () -> server.answers().all().size() == 2);
            assertEquals(ResponseSource.ERROR, server.answers().all().getFirst().from());
        }
    }

    @Test
    void aWriterThatFailsLaterEndsTheConnectionAndNeverLooksWhole() throws IOException {
        Handler handler = request -> Response.stream(TYPE, out -> {
            out.write(new byte[100_000]);
            throw new IllegalStateException("no more");
        });
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            client.request("GET", "/");
            StringBuilder end = new StringBuilder();
            for (int octet = client.readByte(); octet >= 0; octet = client.readByte()) {
                end.append((char) octet);
            }
            assertTrue(end.toString().startsWith("HTTP/1.1 200 "));
            assertFalse(end.toString().endsWith("0\r\n\r\n"));
        }
    }

    @Test
    void aStreamThatIsKeptAfterwardsWritesNothing() throws Exception {
        AtomicReference<OutputStream> kept = new AtomicReference<>();
        Handler handler = request -> Response.stream(TYPE, kept::set);
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect()) {
            assertEquals(0, client.get("/").body().length);
            IOException refused = null;
            try {
                kept.get().write(1);
            } catch (IOException e) {
                refused = e;
            }
            assertTrue(String.valueOf(refused).contains("has ended"), String.valueOf(refused));
            assertNull(client.get("/").header("Content-Length"));
        }
    }

    @Test
    void fieldsMayFollowWhatIsWritten() throws IOException {
        Handler handler = request -> {
            List<String> fields = new ArrayList<>();
            BodyWriter writer = out -> {
                out.write('x');
                fields.addAll(List.of("Digest", "of it"));
            };
            return new Response(200, Headers.empty(), new Body.Written(writer, () -> fields));
        };
        try (ServerFixture server = ServerFixture.start(handler);
                RawConnection client = server.connect();
                RawConnection other = server.connect()) {
            client.request("GET", "/", "TE", "trailers", "Connection", "close");
            StringBuilder said = new StringBuilder();
            for (int octet = client.readByte(); octet >= 0; octet = client.readByte()) {
                said.append((char) octet);
            }
            assertTrue(said.toString().endsWith("\r\n\r\n1\r\nx\r\n0\r\nDigest: of it\r\n\r\n"), said.toString());
            assertEquals("x", other.get("/").text());
        }
    }

    @Test
    void aClientThatLeavesIsNoticed() throws Exception {
        CountDownLatch noticed = new CountDownLatch(1);
        Handler handler = request -> {
            request.whenDone(noticed::countDown);
            return Response.events(events -> {
                while (true) {
                    events.send("tick");
                }
            });
        };
        try (ServerFixture server = ServerFixture.start(handler)) {
            try (RawConnection client = server.connect()) {
                client.request("GET", "/").readByte();
            }
            noticed.await();
        }
    }
}
