package io.gosling.netty;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Raw requests that two readers could understand differently, or that nobody should send. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedRequestsTest {
    private static final Handler READS_ALL = request -> {
        request.body().readAllBytes();
        return new Response(200, Headers.empty(), null);
    };

    private final ServerFixture server = fixture();

    private static ServerFixture fixture() {
        try {
            return ServerFixture.start(HttpLimits.defaults().withBodyBytes(1000), READS_ALL);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @BeforeAll
    void warm() {
        server.hot("/hot", new byte[10]);
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', ignoreLeadingAndTrailingWhitespace = false, textBlock = """
            400|GET /hot\\r\\n\\r\\n
            400|GET\\r\\n\\r\\n
            400|/hot\\r\\n\\r\\n
            400|GET  /hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /hot  HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET\\t/hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /hot\\tHTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /hot HTTP/1.1 \\r\\nHost: h\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\t\\r\\nHost: h\\r\\n\\r\\n
            400|GET /h ot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400| GET /hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /hot http/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /hot HTTP/1.1x\\r\\nHost: h\\r\\n\\r\\n
            505|GET /hot HTTP/11\\r\\nHost: h\\r\\n\\r\\n
            400|GET /hot HTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            505|GET /hot HTTP/1.2\\r\\nHost: h\\r\\n\\r\\n
            505|GET /hot HTTP/2.0\\r\\nHost: h\\r\\n\\r\\n
            505|GET /hot HTTP/3\\r\\nHost: h\\r\\n\\r\\n
            505|PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n
            400|G[T /hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|G\\x00T /hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|\\x16\\x03\\x01\\x02\\x00\\x01\\x00\\x01\\xfc\\x03\\x03\\r\\n\\r\\n
            400|GET hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET ?a HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET * HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET ftp://h/hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET http:///hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET http://u@h/hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /hot#x HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /h\\x01ot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /h\\x7fot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /h\\xfcot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            400|GET /\\x00 HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n
            501|CONNECT h:80 HTTP/1.1\\r\\nHost: h:80\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h\\r\\nHost: h\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h\\r\\nhost: i\\r\\n\\r\\n
            400|GET /hot HTTP/1.0\\r\\nHost: h\\r\\nHost: i\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost:\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: a b\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: a/b\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: u@h\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h, i\\r\\nX: y, z\\r\\nHost: j\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h:port\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: [::1\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h\\r\\nA : b\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h\\r\\n: b\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h\\r\\nA B: c\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h\\r\\nA\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h\\r\\n\\xc3\\xa4: b\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h\\r\\nA: b\\x00c\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\r\\nHost: h\\r\\nA: b\\rc\\r\\n\\r\\n
            400|GET /hot HTTP/1.1\\nHost: h\\n\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 3\\r\\nContent-Length: 4\\r\\n\\r\\nabcd
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 3\\r\\nContent-Length: 3\\r\\n\\r\\nabc
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 3, 3\\r\\n\\r\\nabc
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: -1\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: +3\\r\\n\\r\\nabc
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 0x3\\r\\n\\r\\nabc
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 3 3\\r\\n\\r\\nabc
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length:\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 99999999999999999999\\r\\n\\r\\n
            413|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 1001\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 3\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked\\r\\nContent-Length: 3\\r\\n\\r\\n0\\r\\n\\r\\n
            400|POST / HTTP/1.0\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: identity\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked, gzip\\r\\n\\r\\n
            501|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: gzip, chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: xchunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding : chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nxyz\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n-1\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0x1\\r\\na\\r\\n0\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n1\\r\\nab\\r\\n0\\r\\n\\r\\n
            400|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n1\\na\\r\\n0\\r\\n\\r\\n
            413|POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n3e9\\r\\n
            417|POST / HTTP/1.1\\r\\nHost: h\\r\\nExpect: 200-ok\\r\\nContent-Length: 3\\r\\n\\r\\nabc
            """)
    void areRefusedAndTheConnectionIsClosed(int status, String escaped) {
        String raw = unescape(escaped);
        // The body that is announced as one byte too many has to be sent.
        String request = raw.endsWith("3e9\r\n") ? raw + "x".repeat(1001) : raw;
        try (RawConnection client = server.connect()) {
            RawResponse response = client.send(request + "GET /hot HTTP/1.1\r\nHost: h\r\n\r\n")
                    .read();
            assertEquals(status, response.status());
            assertTrue(response.saysClose(), "must say close");
            assertTrue(client.endInput().ends(), "must close, and not answer what follows");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\r\\nGET /hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n",
                "GET /hot HTTP/1.1\\r\\nHost: h:\\r\\n\\r\\n",
                "GET /hot HTTP/1.1\\r\\nHost: h:8080\\r\\n\\r\\n",
                "GET /hot HTTP/1.1\\r\\nHost: [::1]:8080\\r\\n\\r\\n",
                "GET /hot HTTP/1.1\\r\\nhOST:h\\r\\n\\r\\n",
                "GET /hot HTTP/1.1\\r\\nHost: h\\r\\nA:\\r\\nB: \\xfc\\r\\n\\r\\n",
                "GET http://h/hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n",
                "GET HTTP://h?a HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n",
                "OPTIONS * HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n",
                "PURGE /hot HTTP/1.1\\r\\nHost: h\\r\\n\\r\\n",
                "POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 3\\r\\n\\r\\nabc",
                "POST / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 003\\r\\n\\r\\nabc",
                "POST / HTTP/1.1\\r\\nHost: h\\r\\nTransfer-Encoding: Chunked\\r\\n\\r\\n3;x=y\\r\\nabc\\r\\n0\\r\\nT: u\\r\\n\\r\\n",
                "GET / HTTP/1.1\\r\\nHost: h\\r\\nContent-Length: 3\\r\\n\\r\\nabc"
            })
    void unusualButCorrectRequestsAreAnsweredAndTheNextOneToo(String escaped) {
        try (RawConnection client = server.connect()) {
            assertEquals(200, client.send(unescape(escaped)).read().status());
            assertEquals(200, client.get("/hot").status());
        }
    }

    @ParameterizedTest
    @CsvSource({"414, 9000, 10, 1", "431, 10, 20000, 1", "431, 10, 10, 101", "200, 8000, 10, 1", "200, 10, 10, 90"})
    void sizesAreBounded(int status, int target, int value, int count) {
        StringBuilder request = new StringBuilder("GET /" + "a".repeat(target) + " HTTP/1.1\r\nHost: h\r\n");
        for (int i = 0; i < count; i++) {
            request.append("X-")
                    .append(i)
                    .append(": ")
                    .append("v".repeat(value))
                    .append("\r\n");
        }
        try (RawConnection client = server.connect()) {
            assertEquals(
                    status,
                    client.send(request.append("\r\n").toString()).read().status());
        }
    }

    private static String unescape(String text) {
        StringBuilder raw = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != '\\') {
                raw.append(text.charAt(i));
                continue;
            }
            i++;
            switch (text.charAt(i)) {
                case 'r' -> raw.append('\r');
                case 'n' -> raw.append('\n');
                case 't' -> raw.append('\t');
                case 'x' -> {
                    raw.append((char) Integer.parseInt(text.substring(i + 1, i + 3), 16));
                    i += 2;
                }
                default -> throw new AssertionError(text);
            }
        }
        return raw.toString();
    }
}
