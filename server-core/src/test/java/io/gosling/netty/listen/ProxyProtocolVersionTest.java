package io.gosling.netty.listen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Ticker;
import io.gosling.http.Handler;
import io.gosling.http.Response;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.server.ServerFixture;
import io.gosling.netty.tls.CertificateFiles;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.Site;
import io.gosling.testing.TestCertificate;
import io.gosling.testing.TlsClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HexFormat;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

/** A server behind a proxy that names its clients, on real sockets. */
class ProxyProtocolVersionTest {
    private static final String LINE = "PROXY TCP4 192.0.2.7 10.0.0.1 56324 443\r\n";
    private static final byte[] BINARY =
            HexFormat.of().parseHex("0d0a0d0a000d0a515549540a" + "2111000c" + "c0000208" + "0a000001" + "dc0401bb");
    private static final byte[] HEALTH_CHECK = HexFormat.of().parseHex("0d0a0d0a000d0a515549540a" + "20000000");
    private static final Handler WHO = request -> Response.text(ClientAddressAttribute.text(request.remoteAddress()));

    private static ServerFixture behindProxies(HttpLimits limits) throws IOException {
        return ServerFixture.start(ListenEndpoint.plain(ServerFixture.anyPort()).withProxies(any -> true), limits, WHO);
    }

    private static ServerFixture behindProxies() throws IOException {
        return behindProxies(HttpLimits.defaults());
    }

    private static void assertHit(ServerFixture server, LimitKind limit, long times) {
        Eventually.that(
                limit.label() + " is counted", () -> server.server().limits().of(limit) == times);
    }

    @Test
    void theClientIsWhoTheProxySays() throws IOException {
        try (ServerFixture server = behindProxies()) {
            try (RawConnection proxy = server.connect()) {
                assertEquals("192.0.2.7", proxy.send(LINE).get("/").text());
                assertEquals("192.0.2.7", proxy.get("/").text());
            }
            try (RawConnection proxy = server.connect()) {
                assertEquals("192.0.2.8", proxy.send(BINARY).get("/").text());
            }
            try (RawConnection proxy = server.connect()) {
                assertEquals("127.0.0.1", proxy.send(HEALTH_CHECK).get("/").text());
            }
            try (RawConnection proxy = server.connect()) {
                assertEquals(
                        "127.0.0.1", proxy.send("PROXY UNKNOWN\r\n").get("/").text());
            }
        }
    }

    @Test
    void itMayComeByteByByteOrWithTheRequest() throws IOException {
        try (ServerFixture server = behindProxies();
                RawConnection slow = server.connect();
                RawConnection quick = server.connect()) {
            for (char letter : LINE.toCharArray()) {
                slow.send(String.valueOf(letter));
            }
            assertEquals("192.0.2.7", slow.get("/").text());
            quick.send(LINE + "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n");
            assertEquals("192.0.2.7", quick.read().text());
            assertEquals("192.0.2.7", quick.read().text());
        }
    }

    @Test
    void aTrustedProxyWithoutAHeaderIsNotAnswered() throws IOException {
        try (ServerFixture server = behindProxies()) {
            for (String instead :
                    new String[] {"GET / HTTP/1.1\r\nHost: h\r\n\r\n", "PROXY TCP4 1.2.3.4\r\n", "\r\n\r\nX"}) {
                try (RawConnection proxy = server.connect()) {
                    assertTrue(proxy.send(instead).ends(), instead);
                }
            }
            assertHit(server, LimitKind.PROXY_HEADER, 3);
            try (RawConnection other = server.connect()) {
                assertEquals(200, other.send(LINE).get("/").status());
            }
        }
    }

    @Test
    void aProxyThatStopsInTheMiddleIsCutOff() throws IOException {
        HttpLimits quick = HttpLimits.defaults()
                .with(HttpLimits.HEADER_TIME, Duration.ofMillis(200))
                .with(HttpLimits.IDLE_TIME, Duration.ofSeconds(60))
                .with(HttpLimits.BODY_TIME, Duration.ofSeconds(30))
                .with(HttpLimits.WRITE_TIME, Duration.ofSeconds(30));
        try (ServerFixture server = behindProxies(quick);
                RawConnection frozen = server.connect();
                RawConnection silent = server.connect();
                RawConnection gone = server.connect()) {
            assertTrue(gone.send("PROXY TC").endInput().ends());
            assertTrue(frozen.send("PROXY TC").ends());
            assertTrue(silent.ends());
            assertHit(server, LimitKind.PROXY_HEADER, 2);
        }
    }

    @Test
    void fromAnybodyElseAHeaderIsABadRequest() throws IOException {
        try (ServerFixture server = ServerFixture.start(WHO)) {
            try (RawConnection client = server.connect()) {
                assertEquals(
                        400,
                        client.send(LINE + "GET / HTTP/1.1\r\nHost: h\r\n\r\n")
                                .read()
                                .status());
            }
            try (RawConnection client = server.connect()) {
                assertEquals(400, client.send(BINARY).read().status());
            }
            try (RawConnection client = server.connect()) {
                assertEquals("127.0.0.1", client.get("/").text());
            }
        }
    }

    @Test
    void limitsOfAnAddressAreThoseOfTheClient() throws IOException {
        HttpLimits one = HttpLimits.defaults()
                .with(HttpLimits.ADDRESS_CONNECTIONS, 1)
                .with(HttpLimits.ADDRESS_RATE, 1)
                .with(HttpLimits.ADDRESS_BURST, 1);
        try (ServerFixture server = behindProxies(one);
                RawConnection first = server.connect();
                RawConnection second = server.connect();
                RawConnection other = server.connect()) {
            assertEquals(200, first.send(LINE).get("/").status());
            assertEquals(429, first.get("/").status());
            assertTrue(second.send(LINE).ends(), "its client has a connection");
            assertHit(server, LimitKind.ADDRESS_CONNECTIONS, 1);
            assertEquals(200, other.send(BINARY).get("/").status());
        }
    }

    @Test
    void itComesBeforeTls() throws IOException {
        try (Site folder = Site.empty()) {
            TestCertificate.of("localhost").write(folder.directory(), "a");
            TlsSettings settings = TlsSettings.of(new CertificateFiles(
                            folder.directory().resolve("a.pem"),
                            folder.directory().resolve("a.key")))
                    .with(Http2Limits.OFFERED, false);
            try (ReloadingTlsContext tls = ReloadingTlsContext.open(settings, Ticker.system(), InstantSource.system());
                    ServerFixture server = ServerFixture.start(
                            ListenEndpoint.secure(ServerFixture.anyPort(), tls).withProxies(any -> true), WHO)) {
                InetSocketAddress address = server.server().address();
                Socket plain = new Socket(address.getAddress(), address.getPort());
                plain.getOutputStream().write(LINE.getBytes(StandardCharsets.US_ASCII));
                SSLSocket socket = (SSLSocket) TlsClient.create()
                        .context()
                        .getSocketFactory()
                        .createSocket(plain, "localhost", address.getPort(), true);
                try (RawConnection client = RawConnection.over(socket)) {
                    assertEquals("192.0.2.7", client.get("/").text());
                }
            }
        }
    }
}
