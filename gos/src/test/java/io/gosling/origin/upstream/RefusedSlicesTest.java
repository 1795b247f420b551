package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests other answers of an origin than slices: a file of 30 000 bytes in slices of 1000, 4000 bytes as one object.
 */
class RefusedSlicesTest {
    private static final String URL = "http://origin.test/big";
    private static final int LENGTH = 30_000;
    private static final int SMALLEST = 16;

    private final OriginStage stage = new OriginStage(
            CacheSettings.of(1 << 20)
                    .with(CacheSettings.MAX_OBJECT, 4000L)
                    .with(CacheSettings.HEADROOM, 1L << 20)
                    .with(CacheSettings.REPLACEMENT, "lru")
                    .with(CacheSettings.SLICE, 1000L),
            SMALLEST);
    private final FileOrigin file = new FileOrigin(LENGTH);

    @BeforeEach
    void begin() {
        stage.origin.script = file;
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private FakeExchange range(int first, int last, String... fields) throws Exception {
        FakeExchange answer = ask(first, last, fields);
        assertEquals(206, answer.status());
        assertArrayEquals(file.bytes(first, last), answer.responseBody());
        return answer;
    }

    private FakeExchange ask(int first, int last, String... fields) throws Exception {
        List<String> all = new ArrayList<>(List.of(fields));
        all.addAll(List.of("Range", "bytes=" + first + "-" + last));
        return stage.get("/big", all.toArray(String[]::new));
    }

    private List<String> ranges() {
        return stage.origin.asked.stream()
                .map(asked -> String.valueOf(asked.headers().first("Range")))
                .toList();
    }

    private String tag() {
        try {
            return String.valueOf(stage.ask("HEAD", "/big").header("ETag"));
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String handled(FakeExchange answer) {
        return Objects.requireNonNull(answer.header("Cache-Status"));
    }

    /** Sends requests that wait for the first one's answer. */
    private List<FakeExchange> together(ScriptedOrigin.Script said, List<Callable<FakeExchange>> asking)
            throws Exception {
        int before = stage.origin.requests();
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = ScriptedOrigin.after(gate, said);
        List<FutureTask<FakeExchange>> answers = new ArrayList<>();
        List<Thread> others = new ArrayList<>();
        for (Callable<FakeExchange> one : asking) {
            FutureTask<FakeExchange> answer = new FutureTask<>(one);
            Thread thread = Thread.ofPlatform().daemon().start(answer);
            if (answers.isEmpty()) {
                stage.origin.awaitRequests(before + 1);
            } else {
                others.add(thread);
            }
            answers.add(answer);
        }
        Eventually.that(
                "the others wait, for so long at most",
                () -> others.stream().allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING));
        gate.countDown();
        List<FakeExchange> got = new ArrayList<>();
        for (FutureTask<FakeExchange> answer : answers) {
            got.add(answer.get());
        }
        return got;
    }

    @Test
    void aServerThatSendsAllInsteadOfARangeIsAskedAsTheClientAsks() throws Exception {
        range(0, 10);
        file.deaf = true;
        FakeExchange all = ask(5500, 8200);
        assertEquals(200, all.status());
        assertArrayEquals(file.bytes(), all.responseBody());
        assertEquals(List.of("bytes=0-999", "bytes=5000-5999", "bytes=5500-8200"), ranges());

        // It says that it gives ranges, and is not believed for a while.
        assertEquals(200, ask(9000, 9010).status());
        assertArrayEquals(file.bytes(), stage.get("/big").responseBody());
        assertEquals(List.of("bytes=9000-9010", "null"), ranges().subList(3, 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bytes */30000", "bytes */20000", "none"})
    void thatARangeLiesBehindTheEndIsNoWordAboutTheWhole(String said) throws Exception {
        range(0, 10);
        stage.pass(200);
        stage.origin.always(416, "beyond", "Content-Range", said);
        assertEquals(416, ask(5000, 5010).status());
        stage.origin.script = file;
        range(0, 10);
        assertTrue(stage.origin.last().headers().contains("If-None-Match"), "what is known is compared");
    }

    @Test
    void aNewVersionIsKeptLikeTheLast() throws Exception {
        AtomicInteger version = new AtomicInteger(1);
        stage.origin.script = message -> {
            Upstream.Answer answer = file.to(new Upstream.Message(
                    message.method(), message.target(), message.headers().without("If-Range"), null, null, null));
            Headers tagged = answer.headers().with("ETag", "\"of version " + version.get() + "\"");
            return new Upstream.Answer(answer.status(), tagged, answer.length(), answer.body(), () -> {});
        };
        FakeExchange.get("/big", "Range", "bytes=0-999").answeredBy(stage.handler);
        version.set(2);
        try {
            FakeExchange.get("/big", "Range", "bytes=5000-5999").answeredBy(stage.handler);
        } catch (StatusException e) {
            // It may break the answer that finds it out.
        }
        FakeExchange.get("/big", "Range", "bytes=0-999").answeredBy(stage.handler);
        FakeExchange again = FakeExchange.get("/big", "Range", "bytes=0-999").answeredBy(stage.handler);
        assertEquals(206, again.status());
        assertTrue(String.valueOf(again.header("Cache-Status")).contains("; hit"), again.header("Cache-Status"));
    }

    @Test
    void serversThatHaveOneFileUnderTwoTagsBreakTwoAnswersAndNotOneAfterTheOther() throws Exception {
        byte[] bytes = file.bytes();
        AtomicInteger turn = new AtomicInteger();
        stage.origin.script = message -> {
            Upstream.Answer answer = file.to(new Upstream.Message(
                    message.method(), message.target(), message.headers().without("If-Range"), null, null, null));
            String tag = "\"of server " + turn.incrementAndGet() % 2 + "\"";
            return new Upstream.Answer(
                    answer.status(), answer.headers().with("ETag", tag), answer.length(), answer.body(), () -> {});
        };
        int broken = 0;
        for (int i = 0; i < 10; i++) {
            FakeExchange answer = FakeExchange.get("/big", "Range", "bytes=" + i * 1000 + "-" + (i * 1000 + 4500));
            try {
                answer.answeredBy(stage.handler);
                assertEquals(206, answer.status());
                assertArrayEquals(Arrays.copyOfRange(bytes, i * 1000, i * 1000 + 4501), answer.responseBody());
            } catch (StatusException e) {
                broken++;
            }
        }
        assertTrue(broken <= 2, "broken: " + broken);
    }

    @Test
    void aServerThatGivesRangesAgainIsBelievedAfterAWhileHoweverOftenItIsAsked() throws Exception {
        range(0, 10);
        file.deaf = true;
        assertEquals(200, ask(5500, 5510).status());
        file.deaf = false;
        for (int i = 0; i < 3; i++) {
            stage.pass(50);
            assertArrayEquals(file.bytes(), stage.get("/big").responseBody());
        }
        int asked = stage.origin.requests();
        assertTrue(handled(range(9000, 9010)).contains("; hit"));
        assertEquals(asked, stage.origin.requests());
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 406, 429, 431})
    void whatOneClientIsRefusedTheOthersGet(int status) throws Exception {
        range(0, 10);
        ScriptedOrigin.Script said = message -> message.headers().contains("User-Agent")
                ? ScriptedOrigin.answer(status, "not for you")
                : file.to(message);
        List<FakeExchange> answers = together(
                said,
                List.of(() -> ask(5000, 5010, "User-Agent", "odd"), () -> ask(5000, 5010), () -> ask(5000, 5010)));
        assertEquals(status, answers.getFirst().status());
        assertEquals("not for you", answers.getFirst().responseText());
        for (FakeExchange answer : answers.subList(1, 3)) {
            assertEquals(206, answer.status());
            assertArrayEquals(file.bytes(5000, 5010), answer.responseBody());
        }
        assertEquals(
                1,
                ranges().stream().filter("bytes=5000-5010"::equals).count(),
                "the others went on asking for the slice: " + ranges());
        stage.origin.script = file;
        assertTrue(handled(range(0, 10)).contains("; hit"), "what is known of the whole stays");
    }

    @ParameterizedTest
    @CsvSource({"404, Cookie", "416, Cookie", "200, Cookie", "410, Authorization"})
    void whatSomebodyInParticularIsToldIsNotForgottenForAll(int status, String field) throws Exception {
        file.lifetime = "public, max-age=100";
        range(0, 10);
        stage.origin.script =
                message -> ScriptedOrigin.answer(status, "yours", "ETag", "\"mine\"", "Cache-Control", "private");
        assertEquals(status, ask(5000, 5010, field, "me").status());
        stage.origin.script = file;
        assertTrue(handled(range(0, 10)).contains("; hit"));
    }

    @Test
    void whatNobodyInParticularIsToldHoldsForAll() throws Exception {
        range(0, 10);
        stage.origin.always(404, "gone");
        assertEquals(404, ask(5000, 5010).status());
        assertEquals(404, ask(0, 10).status());
    }

    @Test
    void anOriginThatFailsASliceIsAskedOnceForAllWhoWait() throws Exception {
        range(0, 10);
        ScriptedOrigin.Script broken = message -> {
            throw new IOException("reset");
        };
        List<FakeExchange> answers = together(
                broken,
                List.of(() -> ask(5000, 5010), () -> ask(5000, 5020), () -> stage.get("/big", "Range", "bytes=5000-")));
        answers.forEach(answer -> assertEquals(502, answer.status()));
        assertEquals(2, stage.origin.requests());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Cache-Control", "CDN-Cache-Control", "Surrogate-Control"})
    void aFailureIsNotKeptAsASliceHoweverLongItMayBe(String field) throws Exception {
        range(0, 10);
        stage.origin.always(503, "down", field, "max-age=60");
        FakeExchange failed = ask(5000, 5010);
        assertEquals(503, failed.status());
        assertEquals("no-store", failed.header("Cache-Control"));
        stage.origin.script = file;
        range(5000, 5010);
    }

    @Test
    void slicesThatAreNotKeptPushNothingOutOfWhatIsRememberedOfUrls() throws Exception {
        file.varies = "Accept-Language";
        stage.get("/other", "Range", "bytes=0-10");
        range(0, 10);
        file.lifetime = "no-store";
        for (int i = 1; i <= SMALLEST + 1; i++) {
            range(i * 1000, i * 1000 + 10);
        }
        FakeExchange other = stage.get("/other", "Range", "bytes=0-10");
        assertTrue(handled(other).contains("; hit"), "the variant is still found: " + handled(other));
    }

    @Test
    void aSliceOfAnotherNodeSaysNothingOfHowItsUrlVaries() throws Exception {
        file.varies = "Accept-Language";
        range(0, 10);
        String key = stage.memory.hottest(100).stream()
                .map(HeldObjectSummary::key)
                .filter(held -> held.startsWith(URL + " #0."))
                .findFirst()
                .orElseThrow();
        try (StoredResponse slice = Objects.requireNonNull(stage.replies.take(key))) {
            byte[] bytes = file.bytes(0, 999);
            assertTrue(stage.handler
                    .transferSink()
                    .take(stage.replies.permit(URL), key, slice.reply(), Unpooled.wrappedBuffer(bytes)));
        }
        assertTrue(handled(range(0, 10)).contains("; hit"), "the variant is still found");
    }

    @Test
    void whoAsksForThemselvesDoesNotSayThatOthersAreNotToWait() throws Exception {
        file.lifetime = "public, max-age=100";
        file.ranges = false;
        assertEquals(200, stage.get("/big", "Authorization", "me").status());
        file.ranges = true;
        range(3500, 4200);
        assertEquals("bytes=3000-4999", ranges().getLast());
    }

    @Test
    void aRangeOfOneVersionOnlyIsAskedForAsItIsWhileNothingIsKnown() throws Exception {
        FakeExchange other = ask(3500, 4200, "If-Range", "\"v0\"");
        assertEquals(200, other.status());
        assertArrayEquals(file.bytes(), other.responseBody());
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void manySmallRangesDoNotBringASliceEach() throws Exception {
        range(0, 10);
        range(1000, 1010);
        String several = "bytes=0-9,1000-1009";
        assertTrue(handled(stage.get("/big", "Range", several)).contains("; hit"));
        assertEquals(2, stage.origin.requests());
        stage.origin.always(206, "as asked", "Content-Type", "multipart/byteranges; boundary=x");
        assertEquals(
                "as asked",
                stage.get("/big", "Range", "bytes=0-9,5000-5009,9000-9009").responseText());
        assertEquals("bytes=0-9,5000-5009,9000-9009", ranges().getLast());
        assertEquals(3, stage.origin.requests());
    }

    @Test
    void anAnswerThatIsNotNeededBecauseItsSlicesAreHereIsGivenUp() throws Exception {
        stage.get("/big");
        stage.replies.drop(List.of(URL));
        long read = file.read.get();
        Response response = stage.handler.handle(FakeExchange.get("/big"));
        try (InputStream in = ((Body.Streamed) Objects.requireNonNull(response.body())).in()) {
            assertArrayEquals(file.bytes(0, 1499), in.readNBytes(1500));
            assertEquals(0, stage.origin.open.get());
            assertArrayEquals(file.bytes(1500, LENGTH - 1), in.readAllBytes());
        }
        assertEquals(read, file.read.get());
    }

    @Test
    void whatBeginsBehindTheEndIsAskedOnce() throws Exception {
        FakeExchange beyond = ask(LENGTH + 1000, LENGTH + 2000);
        assertEquals(416, beyond.status());
        assertEquals("bytes */" + LENGTH, beyond.header("Content-Range"));
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void aComparisonThatNobodyWaitsForBringsNoBytes() throws Exception {
        file.lifetime = "max-age=100, stale-while-revalidate=100";
        range(0, 10);
        stage.pass(150);
        file.change("v2", LENGTH);
        long read = file.read.get();
        assertEquals("\"v1\"", ask(0, 10).header("ETag"));
        Eventually.that("the other version is known", () -> tag().equals("\"v2\""));
        Eventually.that("the comparison is over", () -> stage.origin.open.get() == 0);
        assertEquals(read, file.read.get());
    }

    @Test
    void aPartThatDoesNotFitHasRangesPassAndTheOthersGoOnWaitingForEachOther() throws Exception {
        file.change("v1", 3000);
        file.weak = true;
        range(1500, 1600);
        range(1700, 1710);
        assertEquals(List.of("bytes=1000-1999", "bytes=1500-1600", "bytes=1700-1710"), ranges());

        List<FakeExchange> answers = together(
                file,
                List.of(
                        () -> stage.get("/big"),
                        () -> stage.get("/big"),
                        () -> stage.get("/big", "Range", "bytes=0-")));
        assertEquals(4, stage.origin.requests(), "one for all three: " + ranges());
        for (FakeExchange answer : answers) {
            assertArrayEquals(file.bytes(), answer.responseBody());
        }
    }

    @Test
    void whoHasWaitedForAPartThatDoesNotFitAsksOnceAndAsItWants() throws Exception {
        file.weak = true;
        List<FakeExchange> answers =
                together(file, List.of(() -> ask(1500, 1600), () -> ask(1700, 1710), () -> ask(2700, 2710)));
        answers.forEach(answer -> assertEquals(206, answer.status()));
        assertArrayEquals(file.bytes(2700, 2710), answers.getLast().responseBody());
        assertEquals(4, stage.origin.requests(), "the first asked for a slice before: " + ranges());
    }
}
