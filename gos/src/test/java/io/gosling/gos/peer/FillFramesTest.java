package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.caching.StoredReply;
import io.gosling.caching.StoringRules;
import io.gosling.gos.space.JoinAnswer;
import io.gosling.gos.space.OriginFailure;
import io.gosling.gos.space.ReplyDesk;
import io.gosling.gos.space.ReplyDesk.News;
import io.gosling.http.Headers;
import io.gosling.testing.ManualTicker;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A response on its way between two nodes, as bytes. */
class FillFramesTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final Headers REQUEST = Headers.of("Accept", "text/html", "X-Empty", "", "Accept", "a=\"\u00e4\"");

    private final ManualTicker ticker = new ManualTicker();

    private StoredReply reply() {
        Instant noon = Instant.parse("2026-11-22T12:00:00Z");
        Headers fields =
                Headers.of("Cache-Control", "max-age=60", "ETag", "\"e\"", "Date", "Sun, 22 Nov 2026 12:00:00 GMT");
        var arrival = new StoringRules.Arrival(noon, noon, ticker.nanos());
        var rules = new StoringRules(Duration.ofDays(1), Duration.ZERO, Duration.ZERO);
        return assertInstanceOf(StoringRules.Storing.Stored.class, rules.judge(Headers.empty(), 200, fields, arrival))
                .reply();
    }

    /** Says what it is told to, and gives pieces; null for nothing yet. */
    private static final class Scripted implements ReplyDesk.Giving {
        private final Queue<News> news;
        private final Queue<String> pieces;

        Scripted(List<News> news, String... pieces) {
            this.news = new ArrayDeque<>(news);
            this.pieces = new ArrayDeque<>(Arrays.asList(pieces));
        }

        @Override
        public News news(Duration timeout) {
            return news.remove();
        }

        @Override
        public int read(byte[] to, Duration timeout) throws IOException {
            String piece = pieces.poll();
            if (piece == null) {
                return -1;
            }
            if (piece.equals("broken")) {
                throw new IOException("the origin broke off");
            }
            byte[] bytes = piece.getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(bytes, 0, to, 0, bytes.length);
            return bytes.length;
        }

        @Override
        public void close() {}
    }

    private byte[] written(ReplyDesk.Giving giving) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FillFrames.write(giving, out, ticker);
        return out.toByteArray();
    }

    private JoinAnswer read(byte[] bytes) throws IOException {
        return FillFrames.read(new ByteArrayInputStream(bytes), TIMEOUT, ticker);
    }

    @Test
    void aResponseArrivesAsItWasAndAsOldAsItIs() throws Exception {
        StoredReply reply = reply();
        ticker.advance(Duration.ofSeconds(7));
        byte[] bytes = written(new Scripted(
                List.of(new News.NotYet(), new News.NotYet(), new News.Head(reply, "variant", 10)),
                "hello",
                "",
                "world"));
        ticker.advance(Duration.ofHours(1));
        JoinAnswer.Given given = assertInstanceOf(JoinAnswer.Given.class, read(bytes));
        assertEquals(reply.fields(), given.reply().fields());
        assertEquals(Duration.ofSeconds(7), given.reply().age(ticker.nanos()));
        assertEquals("variant", given.variant());
        assertEquals(10, given.length());
        assertEquals("helloworld", new String(given.body().readAllBytes(), StandardCharsets.US_ASCII));
    }

    @Test
    void thatWhatIsThereStillHoldsIsSaidWithoutItsBytes() throws Exception {
        StoredReply reply = reply();
        byte[] bytes = written(new Scripted(List.of(new News.NotYet(), new News.Same(reply, "variant")), "hello"));
        var same = assertInstanceOf(JoinAnswer.Same.class, read(bytes));
        assertEquals(reply.fields(), same.reply().fields());
        assertEquals("variant", same.variant());
        for (int cut = 0; cut < bytes.length; cut++) {
            byte[] part = Arrays.copyOf(bytes, cut);
            assertThrows(IOException.class, () -> read(part), "cut after " + cut);
        }
    }

    @Test
    void whatStoodStillOnItsWayIsNoYoungerForIt() throws Exception {
        byte[] bytes = written(new Scripted(List.of(new News.NotYet(), new News.Same(reply(), ""))));
        InputStream stalled = new ByteArrayInputStream(bytes) {
            @Override
            public synchronized int read() {
                if (pos == 2) {
                    ticker.advance(Duration.ofSeconds(3));
                }
                return super.read();
            }
        };
        var same = assertInstanceOf(JoinAnswer.Same.class, FillFrames.read(stalled, TIMEOUT, ticker));
        assertEquals(Duration.ofSeconds(3), same.reply().age(ticker.nanos()));
    }

    @Test
    void theOtherWordsArriveToo() throws Exception {
        assertInstanceOf(JoinAnswer.Apart.class, read(written(new Scripted(List.of(new News.Apart())))));
        assertInstanceOf(JoinAnswer.Refused.class, read(written(new Scripted(List.of(new News.None())))));
        for (OriginFailure why : List.of(new OriginFailure(503, true, 50_000), new OriginFailure(504, false))) {
            assertEquals(new JoinAnswer.Failed(why), read(written(new Scripted(List.of(new News.Failed(why))))));
        }
    }

    @Test
    void aLeaderThatLivesForEverWithoutAHeaderIsGivenUp() throws Exception {
        byte[] alive = new byte[100];
        JoinAnswer answer = FillFrames.read(
                new ByteArrayInputStream(alive) {
                    @Override
                    public int read() {
                        ticker.advance(Duration.ofSeconds(1));
                        return super.read();
                    }
                },
                TIMEOUT,
                ticker);
        assertInstanceOf(JoinAnswer.Refused.class, answer);
    }

    @Test
    void whatIsCutAnywhereIsNeverTakenForWhole() throws Exception {
        byte[] bytes = written(new Scripted(List.of(new News.Head(reply(), "", -1)), "hello", "world"));
        for (int cut = 0; cut < bytes.length; cut++) {
            byte[] part = Arrays.copyOf(bytes, cut);
            assertThrows(IOException.class, () -> whole(part), "cut after " + cut);
        }
        assertEquals("helloworld", new String(whole(bytes), StandardCharsets.US_ASCII));
        assertThrows(
                IOException.class,
                () -> written(new Scripted(List.of(new News.Head(reply(), "", -1)), "hello", "broken")));
    }

    private byte[] whole(byte[] bytes) throws IOException {
        JoinAnswer.Given given = assertInstanceOf(JoinAnswer.Given.class, read(bytes));
        return given.body().readAllBytes();
    }

    @Test
    void damagedBytesAreAnErrorOrAResponseAndNothingElse() throws Exception {
        byte[] bytes = written(new Scripted(List.of(new News.NotYet(), new News.Head(reply(), "v", 5)), "hello"));
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            byte[] damaged = bytes.clone();
            damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            try {
                if (read(damaged) instanceof JoinAnswer.Given given) {
                    given.body().readAllBytes();
                }
            } catch (IOException e) {
                assertTrue(!String.valueOf(e.getMessage()).isEmpty() || e instanceof java.io.EOFException);
            }
        }
    }

    @Test
    void aRequestsFieldsArriveAsTheyWere() throws Exception {
        byte[] bytes = FillFrames.fields(REQUEST);
        assertEquals(REQUEST, FillFrames.fields(bytes));
        assertArrayEquals(bytes, FillFrames.fields(FillFrames.fields(bytes)));
        for (int cut = 1; cut < bytes.length; cut++) {
            byte[] part = Arrays.copyOf(bytes, cut);
            try {
                assertTrue(FillFrames.fields(part).size() < REQUEST.size());
            } catch (IOException e) {
                // As it should be, in the midst of a field.
            }
        }
    }
}
