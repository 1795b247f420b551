package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.settings.SettingValues;
import io.gosling.testing.FrameClient;
import io.gosling.testing.FrameClient.Frame;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Interim responses of an origin, over real sockets. */
@Timeout(60)
class OriginInterimTest {
    private static final String HINT = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n";
    private static final String WHOLE = "HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 2\r\n\r\nok";
    private static final SettingValues IMPATIENT =
            SettingValues.none().withValue(OriginTimeouts.HEADER, Duration.ofMillis(300));

    private final OriginFixture fixture = new OriginFixture();
    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        gate.countDown();
        fixture.close();
    }

    @Test
    void oneComesWhileTheOriginIsStillAtWorkAndIsNotStored() {
        RawOrigin origin = fixture.origin((socket, header) -> {
            RawOrigin.say(
                    socket,
                    "HTTP/1.1 103 Soon\r\nLink: </a.css>\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\n"
                            + "Proxy-Authenticate: Basic\r\nContent-Length: 9\r\nX-Own: 2\r\n\r\n");
            await();
            RawOrigin.say(socket, WHOLE);
        });
        RawConnection client = fixture.client(origin, SettingValues.none());
        RawResponse hint = client.request("GET", "/").read();
        assertEquals("HTTP/1.1 103 Early Hints", hint.statusLine());
        assertEquals("</a.css>", hint.header("Link"));
        assertEquals("2", hint.header("X-Own"));
        assertEquals(2, hint.headers().size(), "those of the connection and of a body are left out");
        gate.countDown();
        RawResponse answer = client.read();
        assertEquals("ok", answer.text());
        assertNull(answer.header("Link"));
        for (int i = 0; i < 2; i++) {
            RawResponse stored = client.get("/");
            assertEquals(200, stored.status());
            assertNull(stored.header("Link"));
        }
        assertEquals(1, origin.headers.size());
    }

    @Test
    void allButContinueAndSwitchingProtocolsPassInOrder() {
        RawOrigin origin = fixture.saying("HTTP/1.1 102 Processing\r\n\r\n" + HINT + "HTTP/1.1 100 Continue\r\n\r\n"
                + HINT + "HTTP/1.1 104 Upload Resumption Supported\r\n\r\n" + WHOLE);
        RawConnection client = fixture.client(origin, SettingValues.none());
        for (String method : List.of("GET", "POST", "HEAD")) {
            client.request(method, "/" + method, "Content-Length", "0");
            List<Integer> statuses = new ArrayList<>();
            for (int status = 0; status < 200; statuses.add(status)) {
                status = (method.equals("HEAD") ? client.readHead() : client.read()).status();
            }
            assertEquals(List.of(102, 103, 103, 104, 200), statuses, method);
        }
    }

    @Test
    void aClientOfTheOldestProtocolGetsNone() {
        RawConnection client = fixture.client(fixture.saying(HINT + WHOLE), SettingValues.none());
        assertEquals("ok", client.send("GET / HTTP/1.0\r\n\r\n").read().text());
    }

    @Test
    void aClientOfHttp2GetsThemBeforeTheAnswer() throws Exception {
        RawOrigin origin = fixture.saying("HTTP/1.1 102 Processing\r\n\r\n" + HINT + WHOLE);
        try (FrameClient client =
                FrameClient.open(fixture.server(OriginFixture.address(origin), SettingValues.none()))) {
            client.get(1, "/");
            DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder();
            assertEquals("102", String.valueOf(header(client, decoder).status()));
            Http2Headers hint = header(client, decoder);
            assertEquals("103", String.valueOf(hint.status()));
            assertEquals("</a.css>", String.valueOf(hint.get("link")));
            assertEquals("200", String.valueOf(header(client, decoder).status()));
            assertEquals(2, client.expect(FrameClient.DATA).payload().length);
        }
    }

    private static Http2Headers header(FrameClient client, DefaultHttp2HeadersDecoder decoder) throws Exception {
        Frame frame = client.expect(FrameClient.HEADERS);
        return decoder.decodeHeaders(1, Unpooled.wrappedBuffer(frame.payload()));
    }

    @Test
    void anOriginThatIsSilentAfterwardsIsLate() {
        RawOrigin origin = fixture.origin((socket, header) -> {
            RawOrigin.say(socket, HINT);
            await();
        });
        RawConnection client = fixture.client(origin, IMPATIENT);
        assertEquals(103, client.request("GET", "/").read().status());
        assertEquals(504, client.read().status());
    }

    /** As one does that is broken: the time for the header goes on, and the client is spared most of them. */
    @Test
    void anOriginThatSendsNothingElseIsLate() {
        RawOrigin origin = fixture.origin((socket, header) -> {
            while (gate.getCount() > 0) {
                RawOrigin.say(socket, HINT);
            }
        });
        RawConnection client = fixture.client(origin, IMPATIENT);
        client.request("GET", "/");
        List<Integer> statuses = new ArrayList<>();
        for (int status = 0; status < 200; statuses.add(status)) {
            status = client.read().status();
        }
        List<Integer> expected = new ArrayList<>(Collections.nCopies(16, 103));
        expected.add(504);
        assertEquals(expected, statuses);
    }

    @Test
    void theirHeadersHaveABoundTogether() {
        String large = "HTTP/1.1 103 Early Hints\r\nX-Large: " + "x".repeat(10_000) + "\r\n\r\n";
        RawConnection client = fixture.client(fixture.saying(large + large + HINT + WHOLE), SettingValues.none());
        assertEquals("x".repeat(10_000), client.request("GET", "/").read().header("X-Large"));
        assertEquals(200, client.read().status());
    }

    @Test
    void theHeadersOfOneAreJudgedLikeThoseOfTheAnswer() {
        RawConnection client =
                fixture.client(fixture.saying("HTTP/1.1 103 Early Hints\r\nLink: a\u0001\r\n\r\n" + WHOLE), IMPATIENT);
        assertEquals(502, client.get("/").status());
    }

    @Test
    void aRequestThatWasSentAheadGetsItsOwnBehindTheAnswerToTheOneBefore() {
        RawOrigin origin = fixture.origin((socket, header) -> {
            String path = header.substring(4, header.indexOf(" HTTP"));
            RawOrigin.say(socket, "HTTP/1.1 103 Early Hints\r\nLink: <" + path + ".css>\r\n\r\n");
            RawOrigin.say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n" + path);
        });
        RawConnection client = fixture.client(origin, SettingValues.none());
        client.send("GET /a HTTP/1.1\r\nHost: test\r\n\r\nGET /b HTTP/1.1\r\nHost: test\r\n\r\n");
        for (String path : List.of("/a", "/b")) {
            assertEquals("<" + path + ".css>", client.read().header("Link"));
            assertEquals(path, client.read().text());
        }
    }

    @Test
    void oneThatComesDuringAnUploadIsPassedOnAndTheUploadGoesOn() {
        RawOrigin origin = fixture.origin((socket, header) -> {
            RawOrigin.say(socket, HINT);
            String body = new String(socket.getInputStream().readNBytes(6), StandardCharsets.US_ASCII);
            RawOrigin.say(socket, "HTTP/1.1 201 Created\r\nContent-Length: 6\r\n\r\n" + body);
        });
        RawConnection client = fixture.client(origin, SettingValues.none());
        client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 6\r\n\r\nabc");
        origin.awaitHeaders(1);
        client.send("d");
        client.send("ef");
        assertEquals(103, client.read().status());
        RawResponse answer = client.read();
        assertEquals(201, answer.status());
        assertEquals("abcdef", answer.text());
    }

    private void await() throws IOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }
}
