package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.document.Ticker;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.purge.LocalChanges;
import io.gosling.gos.space.AloneReplies;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.listen.Endpoint;
import io.gosling.netty.server.HttpServer;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.origin.cache.HotReplies;
import io.gosling.origin.cache.OriginHandler;
import io.gosling.settings.Values;
import io.gosling.testing.FrameClient;
import io.gosling.testing.FrameClient.Frame;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
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
    private static final Values IMPATIENT = Values.none().withValue(OriginTimes.HEADER, Duration.ofMillis(300));

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Transport transport = Transport.open(TransportKind.NIO, 1, "origin-test");
    private final CountDownLatch gate = new CountDownLatch(1);

    @AfterEach
    void close() throws Exception {
        gate.countDown();
        while (!open.isEmpty()) {
            open.pop().close();
        }
        transport.close();
    }

    @Test
    void oneComesWhileTheOriginIsStillAtWorkAndIsNotStored() {
        RawOrigin origin = origin((socket, header) -> {
            RawOrigin.say(
                    socket,
                    "HTTP/1.1 103 Soon\r\nLink: </a.css>\r\nConnection: X-Hop\r\nX-Hop: 1\r\nKeep-Alive: 5\r\n"
                            + "Proxy-Authenticate: Basic\r\nContent-Length: 9\r\nX-Own: 2\r\n\r\n");
            await();
            RawOrigin.say(socket, WHOLE);
        });
        RawConnection client = client(origin, Values.none());
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
        RawOrigin origin = saying("HTTP/1.1 102 Processing\r\n\r\n" + HINT + "HTTP/1.1 100 Continue\r\n\r\n" + HINT
                + "HTTP/1.1 104 Upload Resumption Supported\r\n\r\n" + WHOLE);
        RawConnection client = client(origin, Values.none());
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
        RawConnection client = client(saying(HINT + WHOLE), Values.none());
        assertEquals("ok", client.send("GET / HTTP/1.0\r\n\r\n").read().text());
    }

    @Test
    void aClientOfHttp2GetsThemBeforeTheAnswer() throws Exception {
        RawOrigin origin = saying("HTTP/1.1 102 Processing\r\n\r\n" + HINT + WHOLE);
        try (FrameClient client = FrameClient.open(server(origin, Values.none()))) {
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
        RawOrigin origin = origin((socket, header) -> {
            RawOrigin.say(socket, HINT);
            await();
        });
        RawConnection client = client(origin, IMPATIENT);
        assertEquals(103, client.request("GET", "/").read().status());
        assertEquals(504, client.read().status());
    }

    /** As one does that is broken: the time for the header goes on, and the client is spared most of them. */
    @Test
    void anOriginThatSendsNothingElseIsLate() {
        RawOrigin origin = origin((socket, header) -> {
            while (gate.getCount() > 0) {
                RawOrigin.say(socket, HINT);
            }
        });
        RawConnection client = client(origin, IMPATIENT);
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
        RawConnection client = client(saying(large + large + HINT + WHOLE), Values.none());
        assertEquals("x".repeat(10_000), client.request("GET", "/").read().header("X-Large"));
        assertEquals(200, client.read().status());
    }

    @Test
    void theHeadersOfOneAreJudgedLikeThoseOfTheAnswer() {
        RawConnection client = client(saying("HTTP/1.1 103 Early Hints\r\nLink: a\u0001\r\n\r\n" + WHOLE), IMPATIENT);
        assertEquals(502, client.get("/").status());
    }

    private void await() throws IOException {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private RawOrigin saying(String response) {
        return origin((socket, header) -> RawOrigin.say(socket, response));
    }

    private RawOrigin origin(RawOrigin.Talk talk) {
        RawOrigin origin = RawOrigin.talking(talk);
        open.push(origin);
        return origin;
    }

    private RawConnection client(RawOrigin origin, Values times) {
        RawConnection client = RawConnection.open(server(origin, times));
        open.push(client);
        return client;
    }

    private InetSocketAddress server(RawOrigin origin, Values times) {
        OriginSettings settings = OriginSettings.of(OriginAddress.parse("http://127.0.0.1:" + origin.port()))
                .of(times);
        NodeMemory memory = NodeMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20), Ticker.system());
        OriginClient client = OriginClient.open(transport, settings, Ticker.system());
        open.push(client);
        OriginHandler handler = new OriginHandler(
                new OriginForwardedHeaderBuilder("n1", "tag", settings),
                client,
                memory.replies(),
                AloneReplies.of(memory),
                new LocalChanges(Ticker.system().nanos()),
                any -> false,
                "n1",
                Ticker.system(),
                InstantSource.system());
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try {
            HttpServer server = HttpServer.start(
                    transport,
                    List.of(Endpoint.plain(loopback).withHttp2(Http2Limits.defaults(), true)),
                    HttpLimits.defaults(),
                    HotReplies.in(memory.hot(), settings, false, (key, loop, receiver) -> false),
                    handler,
                    (from, status, bytes, nanos) -> {},
                    null,
                    Ticker.system());
            open.push(server);
            return server.address();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
