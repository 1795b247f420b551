package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.document.StoredDocument;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.memory.HeldObjectSummary;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.origin.upstream.FileOrigin;
import io.gosling.origin.upstream.OriginStage;
import io.gosling.origin.upstream.ScriptedOrigin;
import io.gosling.origin.upstream.Upstream;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A file of 10 000 bytes in slices of 1000, where 4000 bytes are kept as one object. */
class SlicedResponseBuilderTest {
    private static final String URL = "http://origin.test/big";
    private static final int SIZE = 1000;
    private static final int LENGTH = 10_000;

    private final OriginStage stage = new OriginStage(CacheSettings.of(1 << 20)
            .with(CacheSettings.MAX_OBJECT, 4000L)
            .with(CacheSettings.HEADROOM, 1L << 20)
            .with(CacheSettings.REPLACEMENT, "lru")
            .with(CacheSettings.SLICE, (long) SIZE));
    private final FileOrigin file = new FileOrigin(LENGTH);

    @BeforeEach
    void begin() {
        stage.origin.script = file;
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private FakeExchange range(int first, int last) throws Exception {
        FakeExchange answer = stage.get("/big", "Range", "bytes=" + first + "-" + last);
        assertEquals(206, answer.status());
        assertEquals("bytes " + first + "-" + last + "/" + file.bytes().length, answer.header("Content-Range"));
        assertArrayEquals(file.bytes(first, last), answer.responseBody());
        return answer;
    }

    private List<String> ranges() {
        return stage.origin.asked.stream()
                .map(asked -> String.valueOf(asked.headers().first("Range")))
                .toList();
    }

    private String handled(FakeExchange answer) {
        return Objects.requireNonNull(answer.header("Cache-Status"));
    }

    /** Slices in memory, by the bytes of each. */
    private int slices() {
        return stage.memory.hot().size() - 1;
    }

    private void purge(boolean soft, PurgeTarget target) {
        if (soft) {
            stage.memory.purges().soften(List.of(target), stage.ticker.nanos());
        } else {
            stage.memory.purges().add(List.of(target));
        }
    }

    @Test
    void aRangeBringsAndKeepsItsSlicesAndNoMore() throws Exception {
        FakeExchange first = range(3500, 4200);
        assertTrue(handled(first).contains("fwd=uri-miss; stored"), handled(first));
        assertEquals(List.of("bytes=3000-4999"), ranges());
        assertEquals(2, slices());

        FakeExchange again = range(3999, 4999);
        assertTrue(handled(again).contains("; hit"), handled(again));
        assertEquals(1, stage.origin.requests());
        assertNotNull(again.header("Age"));

        FakeExchange other = range(4990, 5010);
        assertTrue(handled(other).contains("; hit"), "its first slice was there: " + handled(other));
        FakeExchange end = range(9500, 9999);
        assertTrue(handled(end).contains("; fwd=partial; stored; ttl=100"), handled(end));
        assertEquals(List.of("bytes=3000-4999", "bytes=5000-5999", "bytes=9000-9999"), ranges());
        assertEquals("\"v1\"", stage.origin.last().headers().first("If-Range"));
        assertEquals(4, slices());
    }

    @Test
    void aRangeReachesTheOriginWhereNothingCouldBeStored() throws Exception {
        stage.origin.always(200, "mine", "Cache-Control", "private");
        stage.get("/mine");
        stage.origin.script = message -> ScriptedOrigin.answer(
                206, "bc", "Cache-Control", "private", "Content-Range", "bytes 1-2/5", "ETag", "\"v1\"");
        FakeExchange part = stage.get("/mine", "Range", "bytes=1-2", "If-Range", "\"v1\"");
        assertEquals("bc", part.responseText());
        assertEquals("bytes=1-2", stage.origin.last().headers().first("Range"));
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void theWholeStreamsWhileItIsCut() throws Exception {
        FakeExchange whole = stage.get("/big");
        assertEquals(200, whole.status());
        assertArrayEquals(file.bytes(), whole.responseBody());
        assertNull(whole.header("Content-Range"));
        assertEquals(1, stage.origin.requests());
        assertEquals(10, slices());

        assertArrayEquals(file.bytes(), stage.get("/big").responseBody());
        range(0, 0);
        range(1999, 8000);
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void aRangeThatGoesOnToTheEndIsOneRequest() throws Exception {
        FakeExchange rest = stage.get("/big", "Range", "bytes=2500-");
        assertEquals(206, rest.status());
        assertArrayEquals(file.bytes(2500, 9999), rest.responseBody());
        assertEquals(List.of("bytes=2000-"), ranges());
        assertEquals(8, slices());
    }

    @Test
    void whatIsSmallIsBroughtWholeForAPartOfIt() throws Exception {
        file.change("small", 900);
        FakeExchange part = range(100, 199);
        assertTrue(handled(part).contains("; fwd=uri-miss; stored"), handled(part));
        range(0, 99);
        FakeExchange whole = stage.get("/big");
        assertArrayEquals(file.bytes(), whole.responseBody());
        assertTrue(handled(whole).contains("; hit"), handled(whole));
        assertEquals(1, stage.origin.requests());
        StoredDocument hot = stage.hot.acquire(URL, stage.ticker.nanos());
        assertNotNull(hot, "the fast lane has it");
        hot.release();
    }

    @Test
    void anEvictionTakesASliceAndTheNextRequestAsksForThatAlone() throws Exception {
        stage.get("/big");
        String seventh = stage.memory.hottest(100).stream()
                .map(HeldObjectSummary::key)
                .filter(key -> key.startsWith(URL + " #7."))
                .findFirst()
                .orElseThrow();
        stage.replies.drop(List.of(seventh));

        range(6500, 8500);
        assertEquals(List.of("null", "bytes=7000-7999"), ranges());
    }

    @Test
    void conditionsAreJudgedWithoutABytesBeingAskedFor() throws Exception {
        range(0, 10);
        assertEquals(304, stage.get("/big", "If-None-Match", "\"v1\"").status());
        FakeExchange beyond = stage.get("/big", "Range", "bytes=10000-");
        assertEquals(416, beyond.status());
        assertEquals("bytes */10000", beyond.header("Content-Range"));
        FakeExchange head = stage.ask("HEAD", "/big");
        assertEquals(200, head.status());
        assertEquals(LENGTH, Objects.requireNonNull(head.response().body()).length());
        assertNull(head.header("Content-Range"));
        assertEquals(1, stage.origin.requests());

        FakeExchange same = stage.get("/big", "Range", "bytes=5-6", "If-Range", "\"v1\"");
        assertEquals(206, same.status());
        FakeExchange other = stage.get("/big", "Range", "bytes=5-6", "If-Range", "\"v0\"");
        assertEquals(200, other.status());
        assertArrayEquals(file.bytes(), other.responseBody());
    }

    @Test
    void severalRangesAndTheLastBytesComeOutOfSlices() throws Exception {
        FakeExchange suffix = stage.get("/big", "Range", "bytes=-10");
        assertArrayEquals(file.bytes(9990, 9999), suffix.responseBody());
        assertEquals(List.of("bytes=-10"), ranges(), "nothing is known, so it goes as it came");
        range(0, 0);
        assertArrayEquals(
                file.bytes(9990, 9999), stage.get("/big", "Range", "bytes=-10").responseBody());
        range(5000, 5009);
        FakeExchange several = stage.get("/big", "Range", "bytes=10-19,5000-5009");
        assertEquals(206, several.status());
        assertTrue(Objects.requireNonNull(several.header("Content-Type")).startsWith("multipart/byteranges"));
        String text = new String(several.responseBody(), StandardCharsets.ISO_8859_1);
        assertTrue(text.contains(new String(file.bytes(10, 19), StandardCharsets.ISO_8859_1)));
        assertTrue(text.contains(new String(file.bytes(5000, 5009), StandardCharsets.ISO_8859_1)));
        assertEquals(List.of("bytes=-10", "bytes=0-999", "bytes=9000-9999", "bytes=5000-5999"), ranges());
    }

    @Test
    void aChangeBetweenTwoSlicesBreaksTheAnswerOffAndTheNextOneIsNew() throws Exception {
        range(0, 10);
        Response response = stage.handler.handle(FakeExchange.get("/big"));
        InputStream in = ((Body.Streamed) Objects.requireNonNull(response.body())).in();
        assertArrayEquals(file.bytes(0, 999), in.readNBytes(1000));
        file.change("v2", 12_000);
        assertThrows(StatusException.class, () -> in.readNBytes(1));
        in.close();
        int asked = stage.origin.requests();
        assertEquals(2, asked, "the change was seen by one request");

        FakeExchange next = stage.get("/big");
        assertArrayEquals(file.bytes(), next.responseBody());
        assertEquals("\"v2\"", next.header("ETag"));
        assertEquals(asked + 1, stage.origin.requests());
    }

    @Test
    void aChangeSeenBeforeTheAnswerBeginsIsAnsweredAtOnce() throws Exception {
        range(0, 10);
        file.change("v2", 12_000);
        FakeExchange other = range(5000, 5010);
        assertEquals("\"v2\"", other.header("ETag"));
        range(0, 10);
        assertEquals("\"v2\"", stage.get("/big", "Range", "bytes=0-10").header("ETag"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"url", "tag", "prefix", "everywhere"})
    void aPurgeMeansAllSlicesThoughTheTagStaysTheSame(String what) throws Exception {
        file.tags = "films";
        stage.get("/big");
        assertEquals(10, slices());
        PurgeTarget target = switch (what) {
            case "url" -> new PurgeTarget.Key(URL);
            case "tag" -> new PurgeTarget.Tag("films");
            case "prefix" -> new PurgeTarget.Prefix("http://origin.test/");
            default -> new PurgeTarget.OnEveryHost("/big", false);
        };
        purge(false, target);
        range(2100, 2200);
        range(7100, 7200);
        assertEquals(List.of("null", "bytes=2000-2999", "bytes=7000-7999"), ranges());
    }

    @Test
    void aPurgeByATagThatCameLaterMeansTheSlicesFromBeforeIt() throws Exception {
        stage.get("/big");
        stage.pass(200);
        file.tags = "films";
        range(2100, 2200);
        purge(false, new PurgeTarget.Tag("films"));
        int before = stage.origin.requests();
        range(2100, 2200);
        assertEquals("bytes=2000-2999", ranges().get(before));
        range(7100, 7200);
        assertEquals("bytes=7000-7999", ranges().get(before + 1));
    }

    @Test
    void aSoftPurgeHasTheSliceIndexComparedAndKeepsTheSlices() throws Exception {
        stage.get("/big");
        purge(true, new PurgeTarget.Key(URL));
        FakeExchange answer = range(2100, 2200);
        assertTrue(handled(answer).contains("fwd=stale; fwd-status=304"), handled(answer));
        assertArrayEquals(file.bytes(), stage.get("/big").responseBody());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void whatIsStaleIsComparedOnceAndItsSlicesStay() throws Exception {
        stage.get("/big");
        stage.pass(200);
        assertArrayEquals(file.bytes(), stage.get("/big").responseBody());
        range(3000, 3500);
        assertEquals(2, stage.origin.requests());

        stage.pass(200);
        file.change("v2", 11_000);
        FakeExchange changed = range(3000, 3500);
        assertEquals("\"v2\"", changed.header("ETag"));
        assertEquals(List.of("null", "null", "bytes=3000-3999"), ranges());
        assertEquals("\"v1\"", stage.origin.last().headers().first("If-None-Match"));
        range(4000, 4500);
    }

    @Test
    void aPurgeInTheMidstOfAnAnswerEndsWhatThatMayBringIntoMemory() throws Exception {
        Response response = stage.handler.handle(FakeExchange.get("/big"));
        InputStream in = ((Body.Streamed) Objects.requireNonNull(response.body())).in();
        byte[] begun = in.readNBytes(1500);
        purge(false, new PurgeTarget.Key(URL));
        byte[] rest = in.readAllBytes();
        in.close();
        assertArrayEquals(Arrays.copyOf(file.bytes(), 1500), begun);
        assertArrayEquals(file.bytes(1500, 9999), rest);
        // Later slices were requested after the purge, each by itself.
        assertEquals("bytes=2000-2999", ranges().get(1));
        assertEquals(1 + 8, stage.origin.requests());
    }

    @Test
    void aClientThatReadsSlowlyOrLeavesBringsNoMoreThanItHasBegun() throws Exception {
        Response response = stage.handler.handle(FakeExchange.get("/big"));
        InputStream in = ((Body.Streamed) Objects.requireNonNull(response.body())).in();
        in.readNBytes(2100);
        Eventually.that("the third slice is there", () -> slices() == 3);
        assertEquals(3000, file.read.get());
        assertEquals(1, stage.origin.open.get());
        in.close();
        Eventually.that("the origin's response is closed", () -> stage.origin.open.get() == 0);
        assertEquals(3000, file.read.get());
        range(0, 2999);
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void anOriginWithoutRangesIsAskedAsBefore() throws Exception {
        file.ranges = false;
        assertArrayEquals(file.bytes(), stage.get("/big").responseBody());
        assertEquals(0, stage.memory.hot().size());
        FakeExchange part = stage.get("/big", "Range", "bytes=3500-4200");
        assertEquals(200, part.status());
        assertArrayEquals(file.bytes(), part.responseBody());
        FakeExchange again = stage.get("/big", "Range", "bytes=3500-4200");
        assertEquals(200, again.status());
        assertEquals(List.of("null", "bytes=3500-4200", "bytes=3500-4200"), ranges());
        assertEquals(0, stage.memory.hot().size());
    }

    @Test
    void anOriginThatGivesNoMoreRangesIsNotAskedForThemAgainAndAgain() throws Exception {
        range(0, 10);
        file.ranges = false;
        for (int i = 0; i < 2; i++) {
            FakeExchange other = stage.get("/big", "Range", "bytes=5000-5010");
            assertEquals(200, other.status());
            assertArrayEquals(file.bytes(), other.responseBody());
        }
        assertEquals(List.of("bytes=0-999", "bytes=5000-5999", "bytes=5000-5010", "bytes=5000-5010"), ranges());
    }

    @Test
    void withoutAStrongTagPartsAreTheOriginsAndNotJoined() throws Exception {
        file.weak = true;
        range(3500, 4200);
        range(3500, 4200);
        assertEquals(List.of("bytes=3000-4999", "bytes=3500-4200", "bytes=3500-4200"), ranges());
        assertEquals(0, stage.memory.hot().size());
    }

    @Test
    void whatIsPrivateIsNotKeptInParts() throws Exception {
        file.lifetime = "private";
        range(3500, 4200);
        assertEquals(0, stage.memory.hot().size());

        file.lifetime = "max-age=100";
        stage.pass(121);
        range(3500, 4200);
        assertEquals(2, slices());
        file.lifetime = "no-store";
        range(7000, 7001);
        assertEquals(2, slices(), "what the origin forbids meanwhile is passed on");
    }

    @Test
    void whoMayNotServeAsksTheOriginForEach() throws Exception {
        range(3500, 3600);
        stage.memory.hot().serveBy(now -> false);
        range(3500, 3600);
        assertEquals(3, stage.origin.requests(), "the slice index and the slice are compared");
        assertTrue(stage.origin.asked.stream()
                .skip(1)
                .allMatch(asked -> asked.headers().contains("If-None-Match")));
        assertEquals(SIZE, file.read.get());
    }

    @Test
    void aSliceThatBreaksOffIsAskedForOnceMore() throws Exception {
        range(0, 10);
        stage.origin.script = message -> {
            Upstream.Answer answer = file.to(message);
            return stage.origin.requests() == 2
                    ? ScriptedOrigin.with(answer, answer.length(), new ByteArrayInputStream(file.bytes(1000, 1499)))
                    : answer;
        };
        assertArrayEquals(file.bytes(), stage.get("/big").responseBody());
        assertEquals("bytes=1000-1999", ranges().get(1));
        assertEquals("bytes=1000-1999", ranges().get(2));
    }

    @Test
    void aFailureOfTheOriginIsToldBeforeTheAnswerBegins() throws Exception {
        range(0, 10);
        stage.origin.always(503, "down");
        assertEquals(503, stage.get("/big", "Range", "bytes=5000-5001").status());
        range(0, 10);
        stage.origin.script = file;
        range(5000, 5001);
    }

    @Test
    void bothDirectionsOfOneObjectAreTheSameInMemory() throws Exception {
        // One that was kept whole goes on as an slice index when it has grown, and the other way round.
        file.change("v1", 3000);
        stage.get("/big");
        assertEquals(1, stage.memory.hot().size());
        stage.pass(200);
        file.change("v2", LENGTH);
        assertArrayEquals(file.bytes(), stage.get("/big").responseBody());
        stage.pass(200);
        file.change("v3", 3000);
        assertArrayEquals(file.bytes(), stage.get("/big").responseBody());
        range(100, 200);
        assertEquals(3, stage.origin.requests());
    }

    @Test
    void whoBeganBeforeAPurgeDoesNotRemoveWhatCameAfterIt() throws Exception {
        Response response = stage.handler.handle(FakeExchange.get("/big"));
        InputStream in = ((Body.Streamed) Objects.requireNonNull(response.body())).in();
        in.readNBytes(1000);
        file.change("v2", LENGTH);
        purge(false, new PurgeTarget.Key(URL));
        range(0, 10);
        assertThrows(StatusException.class, () -> in.readNBytes(1));
        in.close();

        int asked = stage.origin.requests();
        assertTrue(handled(range(0, 10)).contains("; hit"), "the new version is still here");
        assertEquals(asked, stage.origin.requests());
    }

    @Test
    void aPurgeByATagThatIsNotTheirsDoesNotInterruptWhatStreams() throws Exception {
        file.tags = "films";
        Response response = stage.handler.handle(FakeExchange.get("/big"));
        InputStream in = ((Body.Streamed) Objects.requireNonNull(response.body())).in();
        in.readNBytes(1500);
        purge(false, new PurgeTarget.Tag("songs"));
        in.readNBytes(2000);
        assertEquals(1, stage.origin.requests());
        purge(false, new PurgeTarget.Tag("films"));
        assertArrayEquals(file.bytes(3500, 9999), in.readAllBytes());
        in.close();
        assertEquals("bytes=4000-4999", ranges().get(1));
    }

    @Test
    void whoWantsOnlyWhatIsStoredIsToldBeforeTheAnswerBeginsThatSomeIsNot() throws Exception {
        range(0, 10);
        String[] fields = {"Range", "bytes=500-1500", "Cache-Control", "only-if-cached"};
        assertEquals(504, stage.get("/big", fields).status());
        assertEquals(504, stage.get("/big", "Cache-Control", "only-if-cached").status());
        assertEquals(1, stage.origin.requests());
        range(1000, 1010);
        assertArrayEquals(file.bytes(500, 1500), stage.get("/big", fields).responseBody());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void whatWasPurgedIsNotStoredForWhoWantsOnlyThatThoughItsBytesAreStillThere() throws Exception {
        range(0, 10);
        range(1000, 1010);
        purge(false, new PurgeTarget.Key(URL));
        range(0, 10);
        String[] fields = {"Range", "bytes=500-1500", "Cache-Control", "only-if-cached"};
        assertEquals(504, stage.get("/big", fields).status());
        range(1000, 1010);
        assertArrayEquals(file.bytes(500, 1500), stage.get("/big", fields).responseBody());
    }

    @Test
    void aPartThatIsNotAsLongAsItSaysIsNotCut() throws Exception {
        stage.origin.script = message -> {
            Upstream.Answer answer = file.to(message);
            boolean first = stage.origin.requests() == 1;
            return first ? ScriptedOrigin.with(answer, 400, new ByteArrayInputStream(file.bytes(0, 399))) : answer;
        };
        range(500, 510);
        range(520, 530);
        assertEquals(List.of("bytes=0-999", "bytes=500-510", "bytes=520-530"), ranges());
    }

    @Test
    void aRangeOfWhatIsSmallAndMayNotBeKeptIsAnsweredWithThatRange() throws Exception {
        file.change("small", 900);
        file.lifetime = "private";
        range(100, 199);
        range(0, 899);
        assertEquals(List.of("bytes=0-999", "bytes=100-199", "bytes=0-899"), ranges());
        assertEquals(0, stage.memory.hot().size());
    }

    @Test
    void whereMemoryHasNoRoomForWhatIsKnownRangesGoOutAsTheyCame() throws Exception {
        try (OriginStage full = new OriginStage(CacheSettings.of(600)
                .with(CacheSettings.MAX_OBJECT, 80L)
                .with(CacheSettings.HEADROOM, 1L << 20)
                .with(CacheSettings.REPLACEMENT, "lru")
                .with(CacheSettings.SLICE, 80L))) {
            full.origin.script = file;
            for (int i = 0; i < 2; i++) {
                FakeExchange answer = full.get("/big", "Range", "bytes=0-10");
                assertEquals(206, answer.status());
                assertArrayEquals(file.bytes(0, 10), answer.responseBody());
            }
            assertEquals("bytes=0-10", full.origin.last().headers().first("Range"));
            assertEquals("bytes=0-79", full.origin.asked.getFirst().headers().first("Range"));
        }
    }
}
