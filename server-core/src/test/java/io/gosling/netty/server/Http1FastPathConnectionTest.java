package io.gosling.netty.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import io.gosling.document.Representation;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.http.ErrorPageBuilder;
import io.gosling.http.Handler;
import io.gosling.http.documents.DocumentHeaderBuilder;
import io.gosling.netty.http1.RequestDecoder;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitCounters;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import io.gosling.testing.RecordedAnswers;
import io.gosling.testing.Site;
import io.netty.buffer.AbstractByteBufAllocator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The stage with which a connection begins, and how it gives way to the whole one. */
class Http1FastPathConnectionTest {
    private static final Handler SLOW = request -> ErrorPageBuilder.of(404);
    private static final byte[] BODY = "the document".getBytes(StandardCharsets.US_ASCII);
    private static final String GET = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";
    private static final String CONDITIONAL = "GET /a HTTP/1.1\r\nHost: h\r\nIf-None-Match: \"hot\"\r\n\r\n";
    private static final String LAST = "GET /a HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n";

    private final StoredDocument document = new StoredDocument(
            "/a",
            representation(),
            new FileStamp(BODY.length, 0, ""),
            Unpooled.directBuffer().writeBytes(BODY),
            DocumentHeaderBuilder.prepare(representation(), "n1"));
    private final RecordedAnswers answers = new RecordedAnswers();
    private final ServerPipelineBuilder pipeline = new ServerPipelineBuilder(
            ListenEndpoint.plain(ServerFixture.anyPort()),
            ServerContext.of(
                    HttpLimits.defaults(),
                    (key, now) -> key.equals("/a") && document.tryRetain() ? document : null,
                    SLOW,
                    answers,
                    null,
                    Ticker.system(),
                    new LimitCounters()));
    private final EmbeddedChannel channel = new EmbeddedChannel(new ChannelInitializer<Channel>() {
        @Override
        protected void initChannel(Channel opened) {
            pipeline.http1(opened);
        }
    });
    private final List<ByteBuf> sent = new ArrayList<>();

    private static Representation representation() {
        return new Representation("text/plain", BODY.length, ServerFixture.ETAG, ServerFixture.MODIFIED);
    }

    @AfterEach
    void everythingIsGivenBack() {
        channel.finishAndReleaseAll();
        sent.forEach(bytes -> assertEquals(0, bytes.refCnt(), "what was read"));
        document.release();
        assertEquals(0, document.body().refCnt(), "the document");
    }

    private String ask(String bytes) {
        ByteBuf in = Unpooled.copiedBuffer(bytes, StandardCharsets.US_ASCII);
        sent.add(in);
        channel.writeInbound(in);
        StringBuilder out = new StringBuilder();
        for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
            out.append(part.toString(StandardCharsets.US_ASCII));
            part.release();
        }
        return out.toString();
    }

    private boolean isPlain() {
        return channel.pipeline().get(RequestDecoder.class) == null;
    }

    private static int count(String answers) {
        return answers.split("HTTP/1.1 200 OK\r\n", -1).length - 1;
    }

    @Test
    void whoAsksPlainlyIsAnsweredWithoutADecoder() {
        assertEquals(1, count(ask(GET)));
        assertEquals(3, count(ask(GET + GET.replace("GET", "HEAD") + GET)));
        assertTrue(isPlain());
        assertTrue(ask(CONDITIONAL + GET).startsWith("HTTP/1.1 304 "));
        assertFalse(isPlain());
        assertEquals(2, count(ask(GET + GET)));
        assertEquals(8, answers.all().size());
    }

    @Test
    void aRequestMayComeInTwoPiecesCutAnywhere() {
        String three = GET + GET + LAST;
        for (int cut = 1; cut < GET.length(); cut++) {
            Http1FastPathConnectionTest fresh = new Http1FastPathConnectionTest();
            String said = fresh.ask(three.substring(0, cut)) + fresh.ask(three.substring(cut));
            assertEquals(3, count(said), "cut at " + cut);
            assertFalse(fresh.channel.isOpen());
            fresh.everythingIsGivenBack();
        }
    }

    @Test
    void theLastRequestIsAnsweredPlainlyAndEndsTheConnection() {
        String said = ask(GET + LAST);
        assertEquals(2, count(said));
        assertTrue(said.endsWith("\r\nConnection: close\r\n\r\nthe document"), said);
        assertEquals(said.indexOf("Connection"), said.lastIndexOf("Connection"), said);
        assertTrue(isPlain());
        assertFalse(channel.isOpen());
        assertEquals(2, answers.all().size());
    }

    @Test
    void behindTheLastRequestNothingIsAnsweredOnEitherStage() {
        assertEquals(1, count(ask(LAST + GET)));
        Http1FastPathConnectionTest whole = new Http1FastPathConnectionTest();
        assertTrue(whole.ask(CONDITIONAL).startsWith("HTTP/1.1 304 "));
        assertEquals(1, count(whole.ask(LAST + GET)));
        whole.everythingIsGivenBack();
    }

    @Test
    void aDocumentIsLetGoWhenThereIsNoBufferForItsAnswer() {
        channel.config().setAllocator(new AbstractByteBufAllocator(true) {
            @Override
            protected ByteBuf newHeapBuffer(int initial, int most) {
                throw new OutOfMemoryError("none for the test");
            }

            @Override
            protected ByteBuf newDirectBuffer(int initial, int most) {
                throw new OutOfMemoryError("none for the test");
            }

            @Override
            public boolean isDirectBufferPooled() {
                return false;
            }
        });
        assertEquals("", ask(GET));
        assertFalse(channel.isOpen());
    }

    /** Over sockets: a cold request is looked up by this stage, and once more when it is decoded. */
    @Test
    void aRequestForWhichItGivesWayIsNotOfferedToTheNextStageUndecoded() throws IOException {
        try (ServerFixture server = ServerFixture.start(SLOW).hot("/a", BODY);
                RawConnection client = server.connect()) {
            assertEquals(404, client.get("/b").status());
            assertEquals(2, server.lookups());
            assertEquals(200, client.get("/a").status());
            assertEquals(3, server.lookups(), "the next one is");
        }
    }

    /** Over sockets: what the client sends behind its last request does not reset the answer away. */
    @Test
    void whoSendsOnBehindItsLastRequestHasItsAnswer() throws IOException {
        byte[] large = Site.noise(300_000, 1);
        try (ServerFixture server = ServerFixture.start(SLOW).hot("/a", large);
                RawConnection client = server.connect()) {
            RawResponse response = client.send(LAST + GET.repeat(1000)).read();
            assertTrue(response.saysClose());
            assertArrayEquals(large, response.body());
            assertEquals(-1, client.readByte(), "an end, and not a reset");
        }
    }

    @Test
    void whoDoesNotReadIsAskedForNoMoreAndGivenUpInTheEnd() throws IOException {
        ManualTicker ticker = new ManualTicker();
        HttpLimits limits = HttpLimits.defaults();
        try (ServerFixture server = ServerFixture.start(limits, SLOW, ticker).hot("/a", new byte[20 << 20]);
                RawConnection client = RawConnection.open(server.server().address(), 16 << 10)) {
            client.send(GET);
            assertEquals('H', client.readByte());
            ticker.advance(limits.get(HttpLimits.WRITE_TIME).plusSeconds(1));
            Eventually.that("it was seen waiting", () -> {
                ticker.advance(Duration.ofSeconds(1));
                return server.server().limits().of(LimitKind.WRITE_TIME) == 1;
            });
            Eventually.that("it is gone", () -> server.server().connections() == 0);
        }
    }

    @Test
    void whoSendsNoMoreHasItsAnswersAndIsLetGo() throws IOException {
        try (ServerFixture server = ServerFixture.start(SLOW).hot("/a", new byte[1 << 20]);
                RawConnection client = server.connect()) {
            client.send(GET + GET).endInput();
            assertEquals(1 << 20, client.read().body().length);
            assertEquals(1 << 20, client.read().body().length);
            assertTrue(client.ends());
            Eventually.that("no connection is left", () -> server.server().connections() == 0);
        }
    }
}
