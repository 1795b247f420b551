package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies of unknown length for a client of HTTP/1.0, to whom the end of the connection is the end of the body. */
@Timeout(60)
class CutOffBodyTest {
    private static final byte[] WHOLE = Site.noise(300_000, 1);

    private final CountDownLatch gate = new CountDownLatch(1);
    private final Site folder = Site.empty();

    @AfterEach
    void release() {
        gate.countDown();
        folder.close();
    }

    private ReloadingTlsContext tls() throws IOException {
        TestCertificate.of("localhost").write(folder.directory(), "s");
        CertificateFiles files = new CertificateFiles(
                folder.directory().resolve("s.pem"), folder.directory().resolve("s.key"));
        return ReloadingTlsContext.open(TlsSettings.of(files), Ticker.system(), InstantSource.system());
    }

    private static ServerFixture start(boolean secure, ReloadingTlsContext tls, Handler handler) throws IOException {
        return ServerFixture.start(
                secure
                        ? ListenEndpoint.secure(ServerFixture.anyPort(), tls)
                        : ListenEndpoint.plain(ServerFixture.anyPort()),
                handler);
    }

    private static RawConnection connect(boolean secure, ServerFixture server) throws IOException {
        return secure ? TlsClient.create().open(server.server().address(), "localhost") : server.connect();
    }

    private Response response(String path) {
        return Response.stream("application/octet-stream", out -> {
            out.write(WHOLE);
            out.flush();
            while (path.equals("/endless")) {
                out.write(WHOLE);
            }
            if (path.equals("/paused")) {
                gate.await();
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"false, /paused", "true, /paused", "false, /endless", "true, /endless"})
    void doNotLookWholeWhenTheyAreCutOff(boolean secure, String path) throws IOException {
        try (ReloadingTlsContext tls = tls();
                ServerFixture server = start(secure, tls, request -> response(request.rawPath()));
                RawConnection client = connect(secure, server)) {
            client.send("GET " + path + " HTTP/1.0\r\n\r\n").readHead();
            for (byte next : WHOLE) {
                assertEquals(next, (byte) client.readByte());
            }
            server.server().close();
            assertThrows(UncheckedIOException.class, () -> {
                while (client.readByte() >= 0) {}
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void endWithTheConnectionWhenTheyAreWhole(boolean secure) throws IOException {
        try (ReloadingTlsContext tls = tls();
                ServerFixture server = start(secure, tls, request -> response(request.rawPath()));
                RawConnection client = connect(secure, server)) {
            assertArrayEquals(
                    WHOLE, client.send("GET /whole HTTP/1.0\r\n\r\n").read().body());
        }
    }
}
