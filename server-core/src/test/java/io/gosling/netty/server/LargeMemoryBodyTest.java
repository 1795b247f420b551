package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.netty.listen.Endpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.Tls;
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
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A large body in memory, which many clients share, is not copied for those of them that do not read. */
@Timeout(60)
class LargeMemoryBodyTest {
    private static final byte[] LARGE = Site.noise(32 << 20, 1);

    /** Growth allowed to buffers: two pieces of 64 KiB, in chunks of at most 8 MiB. */
    private static final long BOUND = 8L << 20;

    private final ByteBuf direct =
            ByteBufAllocator.DEFAULT.directBuffer(LARGE.length).writeBytes(LARGE);
    private final Site folder = Site.empty();
    private final Handler handler = request -> new Response(
            200,
            Headers.empty(),
            new Body.InMemory(
                    request.rawPath().equals("/direct") ? direct.retainedDuplicate() : Unpooled.wrappedBuffer(LARGE)));

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
        TestCertificate.of("localhost").write(folder.directory(), "s");
        CertificateFiles files = new CertificateFiles(
                folder.directory().resolve("s.pem"), folder.directory().resolve("s.key"));
        try (Tls tls = Tls.open(TlsSettings.of(files), Ticker.system(), InstantSource.system());
                ServerFixture server = ServerFixture.start(Endpoint.secure(ServerFixture.anyPort(), tls), handler)
                        .hot("/hot", LARGE)) {
            assertIsNotCopied(
                    server, TlsClient.create().open(server.server().address(), "localhost"), path);
        }
    }

    private static void assertIsNotCopied(ServerFixture server, RawConnection client, String path) throws IOException {
        try (client) {
            long before = buffers();
            client.request("GET", path);
            long most = before;
            // While the server's loop goes round, so that it takes in all that it would.
            for (int turn = 0; turn < 3000; turn++) {
                server.transport().eventLoops().submit(() -> {}).syncUninterruptibly();
                most = Math.max(most, buffers());
            }
            assertTrue(most - before <= BOUND, "buffers grew from " + before + " to " + most + " bytes");
            assertArrayEquals(LARGE, client.read().body());
        }
    }

    private static long buffers() {
        return ((ByteBufAllocatorMetricProvider) ByteBufAllocator.DEFAULT)
                .metric()
                .usedDirectMemory();
    }
}
