package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufAllocatorMetricProvider;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A large body in memory, which many clients share, is not copied for those of them that do not read. */
@Timeout(60)
class LargeMemoryBodyTest {
    private static final byte[] LARGE = Site.noise(32 << 20, 1);

    /** Growth allowed to buffers: a few pieces of at most 256 KiB, in chunks of at most 8 MiB. */
    private static final long BOUND = 8L << 20;

    private final ByteBuf direct =
            ByteBufAllocator.DEFAULT.directBuffer(LARGE.length).writeBytes(LARGE);
    private final Site folder = Site.empty();
    private final Handler handler = request -> switch (request.rawPath()) {
        case "/direct" -> new Response(200, Headers.empty(), new Body.InMemory(direct.retainedDuplicate()));
        case "/heap" -> new Response(200, Headers.empty(), new Body.InMemory(Unpooled.wrappedBuffer(LARGE)));
        default -> Response.text("small");
    };

    @AfterEach
    void release() {
        direct.release();
        folder.close();
    }

    /** From the event-loop path, and from handlers' direct and heap memory. */
    @ParameterizedTest
    @ValueSource(strings = {"/hot", "/direct", "/heap"})
    void overTcp(String path) throws IOException {
        try (ServerFixture server = ServerFixture.start(handler).hot("/hot", LARGE)) {
            assertIsNotCopied(server, server.connect(), path);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/hot", "/direct", "/heap"})
    void overTls(String path) throws IOException {
        try (ReloadingTlsContext tls = tls();
                ServerFixture server = ServerFixture.start(ListenEndpoint.secure(ServerFixture.anyPort(), tls), handler)
                        .hot("/hot", LARGE)) {
            assertIsNotCopied(server, TlsClient.create().open(server.server().address(), "localhost"), path);
        }
    }

    /** Else a body that ends with its connection would look whole. */
    @Test
    void aBodyThatIsCutOffOverTlsEndsWithoutCloseNotify() throws IOException {
        try (ReloadingTlsContext tls = tls();
                ServerFixture server = ServerFixture.start(ListenEndpoint.secure(ServerFixture.anyPort(), tls), handler)
                        .hot("/hot", LARGE);
                RawConnection client = TlsClient.create().open(server.server().address(), "localhost")) {
            client.request("GET", "/hot").readHead();
            server.server().close();
            assertThrows(UncheckedIOException.class, () -> {
                while (client.readByte() >= 0) {}
            });
        }
    }

    private ReloadingTlsContext tls() throws IOException {
        TestCertificate.of("localhost").write(folder.directory(), "s");
        CertificateFiles files = new CertificateFiles(
                folder.directory().resolve("s.pem"), folder.directory().resolve("s.key"));
        return ReloadingTlsContext.open(TlsSettings.of(files), Ticker.system(), InstantSource.system());
    }

    private static void assertIsNotCopied(ServerFixture server, RawConnection client, String path) throws IOException {
        try (client) {
            long before = buffers();
            client.request("GET", path);
            client.readHead();
            assertBuffersStayWithin(before, server);
            for (byte next : LARGE) {
                assertEquals(next, (byte) client.readByte());
            }
        }
    }

    /** Small and middling ones among them, which alone would be copied. */
    @ParameterizedTest
    @CsvSource({"false, 2", "false, 30", "false, 33", "true, 2", "true, 30", "true, 33"})
    void requestsSentAheadBringNoMoreThanTheClientTakes(boolean secure, int kib) throws IOException {
        TestCertificate.of("localhost").write(folder.directory(), "s");
        CertificateFiles files = new CertificateFiles(
                folder.directory().resolve("s.pem"), folder.directory().resolve("s.key"));
        String first = "GET /" + kib + " HTTP/1.1\r\nHost: a\r\n\r\n";
        String others = "GET /2 HTTP/1.1\r\nHost: a\r\n\r\n".repeat(5_000) + first.repeat(15_000);
        try (ReloadingTlsContext tls =
                        ReloadingTlsContext.open(TlsSettings.of(files), Ticker.system(), InstantSource.system());
                ServerFixture server = ServerFixture.start(
                                secure
                                        ? ListenEndpoint.secure(ServerFixture.anyPort(), tls)
                                        : ListenEndpoint.plain(ServerFixture.anyPort()),
                                handler)
                        .hot("/2", Site.noise(2 << 10, 2))
                        .hot("/30", Site.noise(30 << 10, 3))
                        .hot("/33", Site.noise(33 << 10, 4));
                RawConnection client =
                        secure ? TlsClient.create().open(server.server().address(), "localhost") : server.connect()) {
            // A decoded request, after which the connection has its whole pipeline, and then plain ones.
            assertEquals("small", client.get("/small").text());
            long before = buffers();
            Thread sending = Thread.ofVirtual().start(() -> client.send(first.repeat(2000) + others));
            assertEquals(Integer.toString(kib << 10), client.readHead().header("Content-Length"));
            assertBuffersStayWithin(before, server);
            sending.interrupt();
        }
    }

    private static void assertBuffersStayWithin(long before, ServerFixture server) {
        long most = before;
        // While the server's loop goes round, so that it takes in all that it would.
        for (int turn = 0; turn < 3000; turn++) {
            server.transport().eventLoops().submit(() -> {}).syncUninterruptibly();
            most = Math.max(most, buffers());
        }
        assertTrue(most - before <= BOUND, "buffers grew from " + before + " to " + most + " bytes");
    }

    private static long buffers() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }
}
