package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.testing.FrameClient;
import io.gosling.testing.Site;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the bounds of a stream, and its reset at the back-end. */
@Timeout(120)
class StreamBoundsTest {
    private static final ListenEndpoint FRAMES = Stage.ANY_PORT.withHttp2(Http2Limits.defaults(), true);

    @Test
    void theTimeOfARequestRunsAlsoBeforeItsBodyComes() throws Exception {
        FrontEndSettings limits = FrontEndSettings.defaults().with(HttpLimits.REQUEST_TIME, Duration.ofMillis(300));
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(limits, FRAMES, backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.request(1, false, "POST", "/", "content-length", "5");
            assertTrue(text(client.expect(FrameClient.DATA)).startsWith("408"));
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.REQUEST_TIME));
            assertEquals(0, stage.frontEnd.limits().of(LimitKind.BODY_TIME));
            assertEquals(List.of(), backend.requests);
        }
    }

    /** 24 MB of hints, of which each request's budget lets two through. */
    @Test
    void hintsBeyondTheBudgetOfARequestAreLeftOut() throws Exception {
        CountDownLatch written = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            for (int i = 0; i < 3000; i++) {
                with.send("HTTP/1.1 103 Early Hints\r\nX: " + incompressible(8000, i) + "\r\n\r\n");
            }
            written.countDown();
            with.answer("at last");
            with.waitForTheEnd();
        });
        try (backend;
                Stage stage = Stage.of(FrontEndSettings.defaults(), FRAMES, backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.get(1, "/");
            written.await();
            int heads = 0;
            FrameClient.Frame frame = Objects.requireNonNull(client.read());
            while (frame.type() != FrameClient.DATA) {
                heads += frame.type() == FrameClient.HEADERS ? 1 : 0;
                frame = Objects.requireNonNull(client.read());
            }
            assertEquals("at last", text(frame));
            assertEquals(2 + 1, heads, "two hints and the response");
        }
    }

    /** RFC 9110, section 8.6. */
    @Test
    void aBackEndIsToldThatABodyWhichIsUsualIsNotThere() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(FrontEndSettings.defaults(), FRAMES, backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.request(1, true, "POST", "/post").expect(FrameClient.DATA);
            client.request(3, true, "GET", "/get").expect(FrameClient.DATA);
            assertEquals(List.of("0"), backend.requests.get(0).all("Content-Length"));
            assertEquals(List.of(), backend.requests.get(1).all("Content-Length"));
        }
    }

    @Test
    void trailersThatSayALengthAreLeftBehindAndTheRequestIsNot() throws Exception {
        try (ScriptedBackend backend = ScriptedBackend.polite("n1");
                Stage stage = Stage.of(FrontEndSettings.defaults(), FRAMES, backend);
                FrameClient client = FrameClient.open(stage.frontEnd.address())) {
            client.request(1, false, "POST", "/").send(FrameClient.DATA, 0, 1, new byte[4]);
            var trailers = new java.io.ByteArrayOutputStream();
            FrameClient.field(trailers, "trailer", "x-sum");
            FrameClient.field(trailers, "x-sum", "7");
            client.send(
                    FrameClient.HEADERS, FrameClient.END_HEADERS | FrameClient.END_STREAM, 1, trailers.toByteArray());
            assertEquals("n1 /", text(client.expect(FrameClient.DATA)));
            assertEquals(List.of("x-sum: 7"), backend.trailers);
        }
    }

    /** It has three digits (RFC 9110, section 15). */
    @Test
    void aStatusThatIsNoneIsNotPassedOn() throws Exception {
        for (String status : List.of("1200", "99", "0")) {
            ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
                with.request();
                with.send("HTTP/1.1 " + status + " Whatever\r\nContent-Length: 0\r\n\r\n");
                with.waitForTheEnd();
            });
            try (backend;
                    Stage stage = Stage.of(FrontEndSettings.defaults(), FRAMES, backend);
                    FrameClient client = FrameClient.open(stage.frontEnd.address())) {
                assertTrue(text(client.get(1, "/").expect(FrameClient.DATA)).startsWith("502"), status);
                assertEquals(502, stage.get("/").status(), status);
            }
        }
    }

    /** Of letters that have longer codes than a byte (RFC 7541, appendix B). */
    private static String incompressible(int length, int seed) {
        byte[] letters = Site.noise(length, seed);
        for (int i = 0; i < length; i++) {
            letters[i] = (byte) "!#$^{}|~".charAt(letters[i] & 7);
        }
        return new String(letters, StandardCharsets.US_ASCII);
    }

    private static String text(FrameClient.Frame frame) {
        return new String(frame.payload(), StandardCharsets.UTF_8);
    }
}
