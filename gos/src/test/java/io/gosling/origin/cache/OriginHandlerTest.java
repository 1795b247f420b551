package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.StoredDocument;
import io.gosling.gos.FreshnessSettings;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.http.Headers;
import io.gosling.http.RequestWrapper;
import io.gosling.http.StatusException;
import io.gosling.netty.client.ClientUpload;
import io.gosling.origin.upstream.OriginAddress;
import io.gosling.origin.upstream.OriginRequestHeaderBuilder;
import io.gosling.origin.upstream.OriginServerAddresses;
import io.gosling.origin.upstream.OriginSettings;
import io.gosling.origin.upstream.OriginStage;
import io.gosling.origin.upstream.ScriptedOrigin;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests responses to clients and requests to the origin. Sections of RFC 9111 unless another one is named. */
class OriginHandlerTest {
    private static final String DATE = "Sat, 21 Nov 2026 12:00:00 GMT";

    private OriginStage stage = new OriginStage();

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    void section4WhatIsFreshIsAnsweredFromMemoryWithItsHeaderAndItsAge() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10", "X-Own", "kept", "Date", DATE);
        FakeExchange first = stage.get("/a?b=c");
        assertEquals("n1; fwd=uri-miss; stored; ttl=10", first.header("Cache-Status"));
        assertNull(first.header("Age"), "it came for this request");
        stage.pass(4);
        FakeExchange second = stage.get("/a?b=c");
        assertEquals("hello", second.responseText());
        assertEquals("kept", second.header("X-Own"));
        assertEquals(DATE, second.header("Date"));
        assertEquals("4", second.header("Age"));
        assertEquals("n1; hit; ttl=6", second.header("Cache-Status"));
        assertEquals(1, stage.origin.requests());
        stage.get("/a?b=d");
        assertEquals(2, stage.origin.requests(), "another query is another URL");
    }

    @Test
    void section43WhatIsStaleIsValidatedAndBroughtUpToDate() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10", "ETag", "\"1\"", "X-Own", "old");
        stage.get("/");
        stage.pass(11);
        stage.origin.always(304, "", "Cache-Control", "max-age=20", "ETag", "\"1\"", "X-Own", "new");
        FakeExchange validated = stage.get("/");
        assertEquals("\"1\"", stage.origin.last().headers().first("If-None-Match"));
        assertEquals("hello", validated.responseText());
        assertEquals("new", validated.header("X-Own"));
        assertEquals("n1; fwd=stale; fwd-status=304; stored; ttl=20", validated.header("Cache-Status"));
        stage.pass(19);
        assertEquals("n1; hit; ttl=1", stage.get("/").header("Cache-Status"));
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void whatA304SaysIsSaidToTheClientAlsoWhereItLetsNothingBeKept() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10", "ETag", "\"1\"");
        stage.get("/");
        stage.pass(11);
        stage.origin.always(304, "", "Cache-Control", "no-store", "ETag", "\"1\"");
        FakeExchange validated = stage.get("/");
        assertEquals("hello", validated.responseText());
        assertEquals("no-store", validated.header("Cache-Control"));
        assertEquals("n1; fwd=stale; fwd-status=304", validated.header("Cache-Status"));
        stage.get("/");
        assertFalse(stage.origin.last().headers().contains("If-None-Match"), "it is not kept");
    }

    @Test
    void section433AWholeResponseToAValidationTakesThePlaceOfTheOldOne() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=10", "ETag", "\"1\"");
        stage.get("/");
        stage.pass(11);
        stage.origin.always(200, "new", "Cache-Control", "max-age=10", "ETag", "\"2\"");
        assertEquals("new", stage.get("/").responseText());
        assertEquals("new", stage.get("/").responseText());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void a304AboutAnotherVersionLeadsToAWholeResponse() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=10", "ETag", "\"1\"");
        stage.get("/");
        stage.pass(11);
        stage.origin.script = message -> message.headers().contains("If-None-Match")
                ? ScriptedOrigin.answer(304, "", "ETag", "\"2\"")
                : ScriptedOrigin.answer(200, "new", "Cache-Control", "max-age=10", "ETag", "\"2\"");
        assertEquals("new", stage.get("/").responseText());
        assertEquals(3, stage.origin.requests());
    }

    @Test
    void rfc9110Section13ConditionsAndRangesAreAnsweredFromACompleteCopy() throws Exception {
        stage.origin.always(200, "0123456789", "Cache-Control", "max-age=10", "ETag", "W/\"1\"", "Content-Type", "a/b");
        stage.get("/");
        assertEquals(304, stage.get("/", "If-None-Match", "\"1\"").status());
        assertEquals(304, stage.get("/", "If-Modified-Since", DATE).status(), "it has no other time than its Date");
        FakeExchange part = stage.get("/", "Range", "bytes=2-4");
        assertEquals(206, part.status());
        assertEquals("234", part.responseText());
        assertEquals("bytes 2-4/10", part.header("Content-Range"));
        assertEquals("a/b", part.header("Content-Type"));
        FakeExchange weak = stage.get("/", "Range", "bytes=2-4", "If-Range", "W/\"1\"");
        assertEquals(200, weak.status(), "a weak tag does not vouch for single bytes");
        assertEquals(416, stage.get("/", "Range", "bytes=10-").status());
        FakeExchange head = stage.ask("HEAD", "/");
        assertEquals(200, head.status());
        assertEquals("n1; hit; ttl=10", head.header("Cache-Status"));
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void whoHasTheVersionThatComesIsTold304AndItIsKept() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10", "ETag", "\"1\"");
        assertEquals(304, stage.get("/", "If-None-Match", "\"1\"").status());
        assertNull(stage.origin.last().headers().first("If-None-Match"), "others may wait for the whole");
        Eventually.that("it is in memory", () -> stage.memory.hot().size() == 1);
        assertEquals("hello", stage.get("/").responseText());
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void section33PartsPassThroughAndAreNotKept() throws Exception {
        stage.origin.always(206, "234", "Cache-Control", "max-age=10", "Content-Range", "bytes 2-4/10");
        FakeExchange part = stage.get("/", "Range", "bytes=2-4");
        assertEquals(206, part.status());
        assertEquals("bytes=0-131071", stage.origin.last().headers().first("Range"), "it might have been small");
        assertEquals("n1; fwd=partial", part.header("Cache-Status"));
        stage.origin.always(200, "0123456789", "Cache-Control", "max-age=10");
        stage.get("/");
        assertEquals("234", stage.get("/", "Range", "bytes=2-4").responseText());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void section41ResponsesThatVaryAreKeptApart() throws Exception {
        stage.origin.script = message -> ScriptedOrigin.answer(
                200,
                "for " + message.headers().first("Accept-Language"),
                "Cache-Control",
                "max-age=10",
                "Vary",
                "Accept-Language");
        assertEquals("for de", stage.get("/", "Accept-Language", "de").responseText());
        FakeExchange other = stage.get("/", "Accept-Language", "fr");
        assertEquals("for fr", other.responseText());
        assertEquals("n1; fwd=vary-miss; stored; ttl=10", other.header("Cache-Status"));
        assertEquals("for de", stage.get("/", "Accept-Language", "de").responseText());
        assertEquals("for fr", stage.get("/", "Accept-Language", "fr").responseText());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void section41WhatBeginsToVaryIsNotAnsweredWithWhatDidNot() throws Exception {
        stage.origin.always(200, "for all", "Cache-Control", "max-age=10");
        stage.get("/", "X", "1");
        stage.pass(11);
        stage.origin.script = message -> ScriptedOrigin.answer(
                200, "for " + message.headers().first("X"), "Cache-Control", "max-age=10", "Vary", "X");
        assertEquals("for 1", stage.get("/", "X", "1").responseText());
        assertEquals("for 2", stage.get("/", "X", "2").responseText());
        stage.pass(11);
        stage.origin.script = message -> ScriptedOrigin.answer(
                200, "by " + message.headers().first("Y"), "Cache-Control", "max-age=10", "Vary", "Y");
        assertEquals("by 1", stage.get("/", "X", "1", "Y", "1").responseText());
        assertEquals("by 1", stage.get("/", "X", "2", "Y", "1").responseText(), "X means nothing any more");
        assertEquals("by 2", stage.get("/", "X", "1", "Y", "2").responseText());
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "FROB"})
    void section44AnUnsafeMethodRemovesWhatItMayHaveChanged(String method) throws Exception {
        stage.origin.script = message ->
                ScriptedOrigin.answer(200, "of " + message.target(), "Cache-Control", "max-age=10", "Vary", "X");
        stage.get("/a", "X", "1");
        stage.get("/a", "X", "2");
        stage.get("/b");
        stage.get("/c");
        stage.origin.always(201, "", "Location", "/b", "Content-Location", "http://elsewhere.test/c");
        FakeExchange change = stage.ask(method, "/a");
        assertEquals("n1; fwd=method", change.header("Cache-Status"));
        int before = stage.origin.requests();
        stage.get("/a", "X", "1");
        stage.get("/a", "X", "2");
        stage.get("/b");
        assertEquals(before + 3, stage.origin.requests());
        stage.get("/c");
        assertEquals(before + 3, stage.origin.requests(), "another site says nothing about this one");
    }

    @Test
    void section44AnUnsafeMethodThatFailedRemovesNothing() throws Exception {
        stage.origin.always(200, "a", "Cache-Control", "max-age=10");
        stage.get("/a");
        stage.origin.always(500, "");
        assertEquals(500, stage.ask("POST", "/a").status());
        assertEquals("a", stage.get("/a").responseText());
    }

    @Test
    void section44WhatWasUnderWayWhenItWasRemovedIsServedAndNotKept() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", "Cache-Control", "max-age=10"),
                3,
                new ScriptedOrigin.Slow("old", 1, gate, false));
        CompletableFuture<FakeExchange> reader = stage.later("/a");
        stage.origin.awaitRequests(1);
        stage.origin.always(204, "");
        stage.ask("DELETE", "/a");
        gate.countDown();
        assertEquals("old", reader.join().responseText());
        stage.origin.always(200, "new", "Cache-Control", "max-age=10");
        Eventually.that("the fill has ended", () -> stage.count(Event.FETCHES_OVERTAKEN) == 1);
        assertEquals("new", stage.get("/a").responseText());
    }

    @Test
    void manyRequestsForOneObjectAreOneRequestToTheOriginAndReadAlong() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", "Cache-Control", "max-age=10"),
                5,
                new ScriptedOrigin.Slow("hello", 2, gate, false));
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            readers.add(stage.later("/a"));
        }
        Eventually.that("nineteen share", () -> stage.count(Event.FETCHES_SHARED) == 19);
        gate.countDown();
        int collapsed = 0;
        for (CompletableFuture<FakeExchange> reader : readers) {
            assertEquals("hello", reader.join().responseText());
            collapsed += String.valueOf(reader.join().header("Cache-Status")).contains("; collapsed") ? 1 : 0;
        }
        assertEquals(19, collapsed);
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void whatCannotBeSharedMakesNobodyWait() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", "Cache-Control", "private"),
                4,
                new ScriptedOrigin.Slow("mine", 0, gate, false));
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            readers.add(stage.later("/a"));
        }
        stage.origin.awaitRequests(5);
        gate.countDown();
        for (CompletableFuture<FakeExchange> reader : readers) {
            assertEquals("mine", reader.join().responseText());
        }
    }

    @Test
    void whatIsValidatedEachTimeMakesNobodyWaitEither() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = message -> {
            ScriptedOrigin.Slow slow = new ScriptedOrigin.Slow("page", 0, gate, false);
            return ScriptedOrigin.with(
                    ScriptedOrigin.answer(200, "", "Cache-Control", "no-cache", "ETag", "\"1\""), 4, slow);
        };
        CompletableFuture<FakeExchange> one = stage.later("/a");
        CompletableFuture<FakeExchange> two = stage.later("/a");
        stage.origin.awaitRequests(2);
        gate.countDown();
        assertEquals("page", one.join().responseText());
        assertEquals("page", two.join().responseText());
    }

    @Test
    void rfc5861WhatIsStaleIsServedWhileTheOriginIsAsked() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=10, stale-while-revalidate=5");
        stage.get("/");
        stage.pass(12);
        stage.origin.always(200, "new", "Cache-Control", "max-age=10");
        FakeExchange stale = stage.get("/");
        assertEquals("old", stale.responseText());
        assertEquals("12", stale.header("Age"));
        Eventually.that("the new one is there", () -> {
            StoredDocument hot = stage.hot.acquire("http://origin.test/", stage.ticker.nanos());
            if (hot != null) {
                hot.release();
            }
            return hot != null;
        });
        assertEquals("new", stage.get("/").responseText());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void rfc5861AFailingOriginIsCoveredForAsLongAsItAllows() throws Exception {
        stage.origin.always(200, "old", "Cache-Control", "max-age=10, stale-if-error=5");
        stage.get("/");
        stage.pass(12);
        stage.origin.always(503, "broken");
        FakeExchange covered = stage.get("/");
        assertEquals("old", covered.responseText());
        assertEquals("n1; fwd=stale; fwd-status=503; ttl=-2; detail=origin-error", covered.header("Cache-Status"));
        stage.origin.script = message -> {
            throw new ConnectException("refused");
        };
        assertEquals("old", stage.get("/").responseText());
        stage.pass(4);
        FakeExchange over = stage.get("/");
        assertEquals(502, over.status());
        assertEquals("n1; fwd=stale; detail=unreachable", over.header("Cache-Status"));
    }

    @Test
    void section424AnOriginThatCannotBeReachedIsCoveredForTheGraceUnlessItForbidsThat() throws Exception {
        stage.close();
        stage = new OriginStage(settings -> settings.with(FreshnessSettings.GRACE, Duration.ofSeconds(60)));
        stage.origin.script = message -> ScriptedOrigin.answer(
                200,
                "old",
                "Cache-Control",
                message.target().equals("/strict") ? "max-age=10, must-revalidate" : "max-age=10");
        stage.get("/");
        stage.get("/strict");
        stage.pass(12);
        stage.origin.script = message -> {
            throw new SocketTimeoutException("late");
        };
        assertEquals("old", stage.get("/").responseText());
        assertEquals(504, stage.get("/strict").status());
        stage.origin.always(500, "broken");
        assertEquals(500, stage.get("/").status(), "the grace is for who cannot be reached");
    }

    @Test
    void section5217OnlyIfCachedNeverAsks() throws Exception {
        assertEquals(504, stage.get("/", "Cache-Control", "only-if-cached").status());
        assertEquals(0, stage.origin.requests());
    }

    @Test
    void section35WhatWasAnsweredToOneWithCredentialsIsForThatOne() throws Exception {
        stage.origin.script = message -> ScriptedOrigin.answer(
                200, "for " + message.headers().first("Authorization"), "Cache-Control", "max-age=10");
        assertEquals("for a", stage.get("/", "Authorization", "a").responseText());
        assertEquals("for null", stage.get("/").responseText());
        assertEquals("for b", stage.get("/", "Authorization", "b").responseText());
        assertEquals("for null", stage.get("/").responseText());
        assertEquals(3, stage.origin.requests());
    }

    @Test
    void whatBreaksOffIsNotKept() throws Exception {
        CountDownLatch gate = new CountDownLatch(0);
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", "Cache-Control", "max-age=10"),
                5,
                new ScriptedOrigin.Slow("hello", 2, gate, true));
        StatusException broken = assertThrows(StatusException.class, () -> stage.get("/"));
        assertEquals(502, broken.status());
        Eventually.that("the fill has ended", () -> stage.origin.open.get() == 0);
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10");
        assertEquals("hello", stage.get("/").responseText());
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void aResponseWithoutALengthIsKeptWhenItHasCome() throws Exception {
        String text = "x".repeat(50_000);
        stage.origin.script =
                message -> ScriptedOrigin.unannounced(ScriptedOrigin.answer(200, text, "Cache-Control", "max-age=10"));
        assertEquals(text, stage.get("/").responseText());
        FakeExchange again = stage.get("/");
        assertEquals(text, again.responseText());
        assertEquals("n1; hit; ttl=10", again.header("Cache-Status"));
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void aResponseThatTurnsOutTooLargeIsStreamedToItsEnd() throws Exception {
        byte[] large = new byte[300_000];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) ('a' + i % 7);
        }
        String text = new String(large, StandardCharsets.US_ASCII);
        stage.origin.script =
                message -> ScriptedOrigin.unannounced(ScriptedOrigin.answer(200, text, "Cache-Control", "max-age=10"));
        assertArrayEquals(large, stage.get("/").responseBody());
        assertArrayEquals(large, stage.get("/").responseBody());
        stage.origin.always(200, text, "Cache-Control", "max-age=10");
        FakeExchange announced = stage.get("/");
        assertArrayEquals(large, announced.responseBody());
        assertEquals("n1; fwd=uri-miss; detail=too-large", announced.header("Cache-Status"));
        assertEquals(3, stage.origin.requests());
        assertEquals(0, stage.memory.hot().size());
    }

    @Test
    void whoeverLeavesEndsNothingForTheOthers() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", "Cache-Control", "max-age=10"),
                5,
                new ScriptedOrigin.Slow("hello", 2, gate, false));
        var leaving = stage.handler.handle(FakeExchange.get("/"));
        assertNotNull(leaving.body());
        leaving.body().close();
        gate.countDown();
        assertEquals("hello", stage.get("/").responseText());
        assertEquals(1, stage.origin.requests());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST", "DELETE", "FROB"})
    void rfc9113Section81ABodyThatNoFieldAnnouncesIsSentOn(String method) throws Exception {
        stage.origin.always(200, "");
        FakeExchange.of(method, "/")
                .answeredBy(request -> stage.handler.handle(new RequestWrapper(request) {
                    @Override
                    public boolean hasBody() {
                        return true;
                    }
                }));
        assertNotNull(stage.origin.last().upload());
        assertEquals(-1, stage.origin.last().upload().length());
        stage.ask(method, "/");
        ClientUpload none = stage.origin.last().upload();
        assertEquals(method.equals("POST"), none != null && none.length() == 0, "an origin may expect a length");
    }

    @Test
    void rfc8586AProxyOfItselfIsFoundOut() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "no-store");
        stage.get("/", "CDN-Loop", "other-cdn");
        List<String> loop = stage.origin.last().headers().all("CDN-Loop");
        assertEquals(List.of("other-cdn", "gosling;node=tag"), loop);
        assertEquals(508, stage.get("/", "CDN-Loop", String.join(", ", loop)).status());
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void rfc9110Section76WhatTheClientSaidOfItselfAndItsConnectionStaysHere() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "no-store", "Connection", "X-Hop", "X-Hop", "1");
        FakeExchange answer = stage.get(
                "/",
                "Host",
                "www.example.org",
                "Connection",
                "X-Mine",
                "X-Mine",
                "1",
                "X-Forwarded-For",
                "9.9.9.9",
                "X-Forwarded-Host",
                "evil.test",
                "X-Forwarded-Prefix",
                "/evil",
                "X-Original-URL",
                "/admin",
                "X-Rewrite-URL",
                "/admin",
                "X-HTTP-Method-Override",
                "DELETE",
                "X_Forwarded_Host",
                "evil.test",
                "X_Original-URL",
                "/admin",
                "True-Client-IP",
                "9.9.9.9",
                "CF_Connecting_IP",
                "9.9.9.9",
                "X-Scheme",
                "https",
                "TE",
                "trailers",
                "X-Kept",
                "1");
        var asked = stage.origin.last().headers();
        assertEquals("origin.test", asked.first("Host"));
        assertNull(asked.first("X-Forwarded-For"), "others may get the same");
        assertEquals("proto=http", asked.first("Forwarded"));
        assertEquals("1.1 n1", asked.first("Via"));
        assertEquals("gosling=\"Surrogate/1.0\"", asked.first("Surrogate-Capability"));
        assertEquals("1", asked.first("X-Kept"));
        for (String dropped : List.of(
                "Connection",
                "X-Mine",
                "X-Forwarded-Host",
                "X-Forwarded-Prefix",
                "X-Original-URL",
                "X-Rewrite-URL",
                "X-HTTP-Method-Override",
                "X_Forwarded_Host",
                "X_Original-URL",
                "True-Client-IP",
                "CF_Connecting_IP",
                "X-Scheme",
                "TE")) {
            assertNull(asked.first(dropped), dropped);
        }
        assertNull(answer.header("X-Hop"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a", "*"})
    void rfc9110Section762OptionsIsForwardedAsOftenAsItsClientAllows(String target) throws Exception {
        stage.origin.always(200, "hello", "Allow", "GET, POST");
        FakeExchange own = stage.ask("OPTIONS", target, "Max-Forwards", "0");
        assertEquals(204, own.status());
        assertEquals("GET, HEAD, OPTIONS", own.header("Allow"));
        assertEquals(
                204,
                stage.ask("OPTIONS", target, "Max-Forwards", "0", "Connection", "Max-Forwards")
                        .status());
        assertEquals(400, stage.ask("OPTIONS", target, "Max-Forwards", "x").status());
        assertEquals(0, stage.origin.requests());

        FakeExchange passed = stage.ask("OPTIONS", target, "Max-Forwards", "3", "Connection", "Max-Forwards");
        assertEquals("GET, POST", passed.header("Allow"));
        assertEquals(List.of("2"), stage.origin.last().headers().all("Max-Forwards"));
        stage.ask("DELETE", "/a", "Max-Forwards", "0");
        assertEquals(List.of("0"), stage.origin.last().headers().all("Max-Forwards"), "no limit of this method");
    }

    @Test
    void ofATrustedProxysChainOnlyAddressesGoOn() throws Exception {
        stage.close();
        stage = new OriginStage(settings -> settings.with(OriginSettings.CLIENT_ADDRESS, true), address -> true);
        stage.origin.always(200, "hello", "Cache-Control", "no-store");
        stage.get(
                "/", "Forwarded", "for=192.0.2.1;host=evil.test;proto=https, host=evil.test, by=\"_x\";for=\"[::1]\"");
        assertEquals(
                "for=192.0.2.1, for=\"[::1]\", for=127.0.0.1;proto=http",
                stage.origin.last().headers().first("Forwarded"));
    }

    /** One client's address, host or method must not be in what others get. */
    @ParameterizedTest
    @CsvSource({"GET, false, , , ", "GET, true, , www.example.org, ", "POST, false, 127.0.0.1, www.example.org, PUT"})
    void anOriginIsToldWhoAsksWhereNobodyElseGetsTheAnswer(
            String method, boolean keepsHost, String address, String host, String override) throws Exception {
        stage.close();
        stage = new OriginStage(settings -> settings.with(OriginSettings.KEEP_HOST, keepsHost));
        stage.origin.always(200, "hello", "Cache-Control", "max-age=60");
        stage.ask(
                method,
                "/",
                "Host",
                "www.example.org",
                "X-Forwarded-Host",
                "evil.test",
                "X-HTTP-Method-Override",
                "PUT",
                "X-Real-IP",
                "9.9.9.9");
        Headers asked = stage.origin.last().headers();
        assertEquals(address, asked.first("X-Forwarded-For"));
        assertEquals(host, asked.first("X-Forwarded-Host"));
        assertEquals(override, asked.first("X-HTTP-Method-Override"));
        assertEquals("http", asked.first("X-Forwarded-Proto"));
        assertEquals(
                (address == null ? "" : "for=127.0.0.1;")
                        + (host == null ? "" : "host=\"www.example.org\";")
                        + "proto=http",
                asked.first("Forwarded"));
        assertNull(asked.first("X-Real-IP"));
    }

    @Test
    void withoutAClientTheHostIsThatOfTheKey() {
        OriginSettings settings =
                OriginSettings.of(OriginAddress.parse("http://origin.test/")).with(OriginSettings.KEEP_HOST, true);
        var builder = new OriginRequestHeaderBuilder("n1", "tag", settings);
        for (String key : List.of("http://shop@www.example.org/a@b", "http://www.example.org/a@b")) {
            CacheRequest request = CacheRequest.ofNobody(key, builder);
            assertEquals("www.example.org", request.sent().first("Host"));
            assertEquals("/a@b", request.target());
        }
    }

    private static ScriptedOrigin.Script tagged(String control) {
        return message -> "\"v1\"".equals(message.headers().first("If-None-Match"))
                ? ScriptedOrigin.answer(304, "", "ETag", "\"v1\"", "Cache-Control", control)
                : ScriptedOrigin.answer(200, "whole", "ETag", "\"v1\"", "Cache-Control", control);
    }

    private List<String> conditions() {
        return stage.origin.asked.stream()
                .map(asked -> Objects.requireNonNullElse(asked.headers().first("If-None-Match"), "none"))
                .toList();
    }

    @Test
    void aConditionReachesTheOriginWhereNothingCouldBeStored() throws Exception {
        stage.origin.script = tagged("private, no-cache");
        assertEquals("whole", stage.get("/me").responseText());
        FakeExchange answer = stage.get("/me", "If-None-Match", "\"v1\"");
        assertEquals(304, answer.status());
        assertEquals("\"v1\"", answer.header("ETag"));
        assertEquals(List.of("none", "\"v1\""), conditions());
        assertEquals("whole", stage.get("/me", "If-None-Match", "\"v0\"").responseText());
    }

    @Test
    void aWholeResponseIsFetchedForARequestWithACondition() throws Exception {
        stage.origin.script = tagged("max-age=60");
        assertEquals(304, stage.get("/a/1", "If-None-Match", "\"v1\"").status());
        assertEquals(304, stage.get("/a/2", "If-None-Match", "\"v1\"").status(), "judged here");
        assertEquals("whole", stage.get("/a/2").responseText());
        assertEquals(List.of("none", "none"), conditions());
    }

    @Test
    void interimResponsesOfARequestInTheBackgroundReachNobody() throws Exception {
        stage.origin.always(200, "text", "Cache-Control", "max-age=10, stale-while-revalidate=60");
        stage.get("/a");
        assertNotNull(stage.origin.last().interim());
        stage.pass(11);
        stage.get("/a");
        stage.origin.awaitRequests(2);
        assertNull(stage.origin.last().interim());
    }

    /** Nobody waits for what is asked for with credentials. */
    @Test
    void aConditionOfAClientWithCredentialsReachesTheOrigin() throws Exception {
        stage.origin.script = tagged("private");
        assertEquals(
                304,
                stage.get("/a", "If-None-Match", "\"v1\"", "Authorization", "ann")
                        .status());
        assertEquals(List.of("\"v1\""), conditions());
    }

    @ParameterizedTest
    @ValueSource(strings = {"X-Other", "Cookie"})
    void whoWaitsForARequestWithAConditionGetsTheWhole(String person) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = ScriptedOrigin.after(gate, tagged("max-age=60"));
        CompletableFuture<FakeExchange> first = stage.later("/a", "If-None-Match", "\"v1\"", person, "ann");
        stage.origin.awaitRequests(1);
        List<CompletableFuture<FakeExchange>> others = List.of(stage.later("/a"), stage.later("/a"), stage.later("/a"));
        gate.countDown();
        assertEquals(304, first.join().status());
        for (CompletableFuture<FakeExchange> other : others) {
            assertEquals("whole", other.join().responseText());
        }
        assertEquals(1, stage.origin.requests());
    }

    /** The others each ask for themselves: what was meant for one, or would have been another error. */
    @ParameterizedTest
    @CsvSource({
        "Set-Cookie, a=b",
        "Cache-Control, private",
        "Cache-Control, no-store",
        "Vary, *",
        "Vary, Accept",
    })
    void anErrorForOneIsNobodyElses(String name, String value) throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = ScriptedOrigin.after(
                gate,
                message -> ScriptedOrigin.answer(500, "for " + message.headers().first("Accept"), name, value));
        CompletableFuture<FakeExchange> first = stage.later("/a", "Accept", "a/a");
        stage.origin.awaitRequests(1);
        CompletableFuture<FakeExchange> other = stage.later("/a", "Accept", "b/b");
        gate.countDown();
        assertEquals("for a/a", first.join().responseText());
        assertEquals("for b/b", other.join().responseText());
    }

    @Test
    void aLongErrorWithoutItsLengthIsWhole() throws Exception {
        String text = "x".repeat(100_000);
        stage.origin.script = message -> ScriptedOrigin.unannounced(ScriptedOrigin.answer(500, text));
        assertEquals(text, stage.get("/a").responseText());
    }

    @Test
    void whatOnePersonGetsLeavesWhatAllOthersHaveInPlace() throws Exception {
        stage.origin.always(200, "for all", "Cache-Control", "max-age=100");
        assertEquals("for all", stage.get("/").responseText());
        stage.origin.always(200, "for one", "Cache-Control", "private");
        assertEquals("for one", stage.get("/", "Authorization", "x").responseText());
        stage.origin.always(401, "who", "Cache-Control", "no-store");
        assertEquals(401, stage.get("/", "Authorization", "y").status());
        stage.origin.always(429, "slowly", "Cache-Control", "no-store");
        assertEquals(429, stage.get("/", "Cache-Control", "no-cache").status());
        int before = stage.origin.requests();
        assertEquals("for all", stage.get("/").responseText());
        assertEquals(before, stage.origin.requests());
    }

    @Test
    void whoWantsNothingStoredTakesNothingAwayThatTheOriginHasConfirmed() throws Exception {
        stage.origin.always(200, "text", "Cache-Control", "max-age=100", "ETag", "\"1\"");
        stage.get("/");
        stage.origin.always(304, "", "ETag", "\"1\"");
        assertEquals(
                "text", stage.get("/", "Cache-Control", "no-cache, no-store").responseText());
        int before = stage.origin.requests();
        assertEquals("text", stage.get("/").responseText());
        assertEquals(before, stage.origin.requests());
    }

    @Test
    void aDirectiveWithALongQuotedValueIsReadLikeAShortOne() throws Exception {
        String value = "x".repeat(60_000);
        stage.origin.always(200, "text", "CDN-Cache-Control", "max-age=100, other=\"" + value + "\"");
        stage.get("/");
        assertEquals("n1; hit; ttl=100", stage.get("/").header("Cache-Status"));
    }

    @Test
    void whatASecondServerNamesIsForgottenToo() throws Exception {
        stage.close();
        OriginAddress first = OriginAddress.parse("http://origin.test/");
        OriginAddress second = OriginAddress.parse("http://second.test/");
        stage = new OriginStage(settings -> new OriginSettings(
                settings.mount(), new OriginServerAddresses(List.of(first, second), List.of()), settings.values()));
        stage.origin.always(200, "old", "Cache-Control", "max-age=100");
        stage.get("/x");
        stage.origin.always(201, "", "Location", "http://second.test/x");
        stage.ask("POST", "/all");
        stage.origin.always(200, "new", "Cache-Control", "max-age=100");
        assertEquals("new", stage.get("/x").responseText());
    }

    @Test
    void whereTheHostIsKeptEachHostHasItsOwnResponsesAndTheEventLoopPathStaysOut() throws Exception {
        stage.close();
        stage = new OriginStage(settings -> settings.with(OriginSettings.KEEP_HOST, true));
        stage.origin.script = message ->
                ScriptedOrigin.answer(200, "of " + message.headers().first("Host"), "Cache-Control", "max-age=10");
        assertEquals("of a.test", stage.get("/", "Host", "a.test").responseText());
        assertEquals("of b.test:81", stage.get("/", "Host", "b.test:81").responseText());
        assertEquals("of a.test", stage.get("/", "Host", "A.test").responseText());
        assertEquals(2, stage.origin.requests());
        assertNull(stage.hot.acquire("http://a.test/", stage.ticker.nanos()));
    }

    @Test
    void theEventLoopPathHasWhatIsFreshForEverybodyAndNothingElse() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10");
        stage.get("/plain");
        stage.origin.always(200, "hello", "Cache-Control", "max-age=10", "Vary", "X");
        stage.get("/varies");
        stage.origin.always(200, "hello", "Cache-Control", "no-cache", "ETag", "\"1\"");
        stage.get("/asked");
        Eventually.that("all are in memory", () -> stage.memory.hot().size() == 3);
        stage.pass(9);
        StoredDocument plain = stage.hot.acquire("http://origin.test/plain", stage.ticker.nanos());
        assertNotNull(plain);
        assertEquals(9, plain.fields().ageSeconds(stage.ticker.nanos()));
        plain.release();
        assertNull(stage.hot.acquire("http://origin.test/varies", stage.ticker.nanos()));
        assertNull(stage.hot.acquire("http://origin.test/asked", stage.ticker.nanos()));
        stage.pass(2);
        assertNull(stage.hot.acquire("http://origin.test/plain", stage.ticker.nanos()), "it is stale now");
    }

    @Test
    void whatWasNotFoundIsRememberedForAsLongAsTheOriginSays() throws Exception {
        stage.origin.always(404, "gone", "Cache-Control", "max-age=10");
        assertEquals(404, stage.get("/").status());
        FakeExchange again = stage.get("/", "If-None-Match", "*", "Range", "bytes=0-1");
        assertEquals(404, again.status(), "conditions are for what exists");
        assertTrue(String.valueOf(again.header("Cache-Status")).contains("hit"));
        assertEquals(1, stage.origin.requests());
    }

    @Test
    void section41NobodyChoosesAVariantThatTheOriginDidNotSee() throws Exception {
        stage.origin.script = message -> ScriptedOrigin.answer(
                200,
                "for " + message.headers().first("Accept-Language"),
                "Cache-Control",
                "max-age=10",
                "Vary",
                "Accept-Language");
        FakeExchange sly = stage.get("/", "Connection", "Accept-Language", "Accept-Language", "de");
        assertEquals("for null", sly.responseText());
        assertEquals("for de", stage.get("/", "Accept-Language", "de").responseText());
    }

    @Test
    void section41WhatVariesByTheClientsAddressIsKeptByTheAddressThatTheOriginWasTold() throws Exception {
        stage.close();
        stage = new OriginStage(settings -> settings.with(OriginSettings.CLIENT_ADDRESS, true), address -> true);
        stage.origin.script = message -> ScriptedOrigin.answer(
                200,
                "for " + message.headers().first("X-Forwarded-For"),
                "Cache-Control",
                "max-age=10",
                "Vary",
                "X-Forwarded-For");
        assertEquals(
                "for 9.9.9.9, 127.0.0.1",
                stage.get("/", "X-Forwarded-For", "9.9.9.9").responseText());
        assertEquals(
                "for 8.8.8.8, 127.0.0.1",
                stage.get("/", "X-Forwarded-For", "8.8.8.8").responseText());
        assertEquals("for 127.0.0.1", stage.get("/").responseText());
        assertEquals("for 127.0.0.1", stage.get("/").responseText());
        assertEquals(3, stage.origin.requests());
    }

    @Test
    void section5227WhoAskedGetsTheFieldsThatAreNotKept() throws Exception {
        stage.origin.always(
                200, "hello", "Cache-Control", "max-age=10, private=\"set-cookie\"", "Set-Cookie", "of=one");
        assertEquals("of=one", stage.get("/").header("Set-Cookie"));
        FakeExchange other = stage.get("/");
        assertEquals("n1; hit; ttl=10", other.header("Cache-Status"));
        assertNull(other.header("Set-Cookie"));
    }

    @Test
    void whatAPersonWithACookieGotUnderNoTermsIsNobodyElses() throws Exception {
        stage.origin.script = message -> ScriptedOrigin.answer(
                200,
                "for " + message.headers().first("Cookie"),
                "Last-Modified",
                "Sat, 21 Nov 2020 12:00:00 GMT",
                "Date",
                DATE);
        FakeExchange first = stage.get("/", "Cookie", "a");
        assertEquals("for a", first.responseText());
        assertEquals("n1; fwd=uri-miss; detail=cookie", first.header("Cache-Status"));
        assertEquals("for b", stage.get("/", "Cookie", "b").responseText());
        assertEquals("for null", stage.get("/").responseText());
        assertEquals("for null", stage.get("/").responseText());
        assertEquals(3, stage.origin.requests());
    }

    @Test
    void whatIsValidatedForAPersonWithACookieStaysEverybodys() throws Exception {
        stage.origin.always(200, "logo", "ETag", "\"1\"");
        stage.get("/");
        stage.origin.always(304, "", "ETag", "\"1\"");
        assertEquals("logo", stage.get("/", "Cookie", "a").responseText());
        assertEquals("logo", stage.get("/", "Cookie", "b").responseText());
        assertEquals("\"1\"", stage.origin.last().headers().first("If-None-Match"));
        assertEquals(3, stage.origin.requests());
    }

    @Test
    void section44WhoeverAsksAfterAChangeDoesNotJoinARequestFromBeforeIt() throws Exception {
        CountDownLatch gate = new CountDownLatch(1);
        stage.origin.script = message -> ScriptedOrigin.with(
                ScriptedOrigin.answer(200, "", "Cache-Control", "max-age=10"),
                3,
                new ScriptedOrigin.Slow("old", 1, gate, false));
        CompletableFuture<FakeExchange> before = stage.later("/a");
        stage.origin.awaitRequests(1);
        stage.origin.always(204, "");
        stage.ask("POST", "/a");
        stage.origin.always(200, "new", "Cache-Control", "max-age=10");
        assertEquals("new", stage.get("/a").responseText());
        gate.countDown();
        assertEquals("old", before.join().responseText());
        Eventually.that("the fill has ended", () -> stage.count(Event.FETCHES_OVERTAKEN) == 1);
        assertEquals("new", stage.get("/a").responseText(), "and what was brought since is there");
        assertEquals(3, stage.origin.requests());
    }

    @Test
    void aRangeThatIsAllThereIsBringsItIntoMemory() throws Exception {
        stage.origin.always(200, "0123456789", "Cache-Control", "max-age=10");
        FakeExchange all = stage.get("/", "Range", "bytes=0-");
        assertEquals(206, all.status());
        assertEquals("bytes 0-9/10", all.header("Content-Range"));
        assertEquals("0123456789", all.responseText());
        assertNull(stage.origin.last().headers().first("Range"));
        assertEquals("234", stage.get("/", "Range", "bytes=2-4").responseText());
        assertEquals(1, stage.origin.requests());
    }
}
