package io.gosling.origin.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.purge.LocalChangeTimes;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.AloneReplies;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.RequestWrapper;
import io.gosling.http.Response;
import io.gosling.http.StatusException;
import io.gosling.origin.upstream.HandlerCacheSettings;
import io.gosling.origin.upstream.OriginPurgeTargetResolver;
import io.gosling.origin.upstream.OriginStage;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.RecordedLog;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A handler whose answers are kept, with time that the test moves. */
class HandlerCacheTest {
    private static final String KEPT = "max-age=100";

    private final ManualTicker ticker = new ManualTicker();
    private final NodeObjectMemory memory = NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", 1 << 20), ticker);
    private volatile boolean proxied;
    private final HandlerCache cache = cache(HandlerCacheSettings.of("app"));

    private final AtomicInteger calls = new AtomicInteger();
    private final List<Request> seen = Collections.synchronizedList(new ArrayList<>());
    private volatile Handler app = request -> Response.text("hello");
    private final Handler site = cache.around(request -> {
        calls.incrementAndGet();
        seen.add(request);
        return app.handle(request);
    });
    private final List<CountDownLatch> gates = new ArrayList<>();
    private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void close() {
        gates.forEach(CountDownLatch::countDown);
        clients.close();
        memory.hot().clear();
        Eventually.that("no byte is in use", () -> memory.hot().bytes() == 0);
    }

    private HandlerCache cache(HandlerCacheSettings settings) {
        return new HandlerCache(
                settings,
                memory.replies(),
                AloneReplies.of(memory),
                new LocalChangeTimes(ticker.nanos()),
                address -> proxied,
                "n1",
                ticker,
                () -> OriginStage.NOON.plusNanos(ticker.nanos()));
    }

    /** In real time, which the test does not measure. */
    private static HandlerCacheSettings waitingFor(Duration longest) {
        HandlerCacheSettings usual = HandlerCacheSettings.of("app");
        return new HandlerCacheSettings(usual.mount(), longest, usual.values())
                .with(ObjectSpaceSettings.FETCH_WAIT, longest);
    }

    private CountDownLatch gate() {
        CountDownLatch gate = new CountDownLatch(1);
        gates.add(gate);
        return gate;
    }

    private FakeExchange get(String target, String... headers) throws Exception {
        return FakeExchange.get(target, headers).answeredBy(site);
    }

    private CompletableFuture<FakeExchange> later(String target, String... headers) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return get(target, headers);
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                },
                clients);
    }

    private static String said(FakeExchange exchange) {
        return String.valueOf(exchange.header("Cache-Status"));
    }

    private static Response text(String text, String cacheControl) {
        return Response.text(text).with("Cache-Control", cacheControl);
    }

    @Test
    void whatAnAnswerDoesNotSayItIsNotKeptFor() throws Exception {
        for (String field : new String[] {"", "Last-Modified"}) {
            app = request -> field.isEmpty()
                    ? Response.text("hello")
                    : Response.text("hello").with(field, "Sat, 01 Nov 2025 12:00:00 GMT");
            calls.set(0);
            assertEquals("hello", get("/silent" + field).responseText());
            assertFalse(said(get("/silent" + field)).contains("hit"));
            assertEquals(2, calls.get(), "no lifetime is guessed");
        }
        app = request -> new Response(404, io.gosling.http.Headers.empty(), null);
        get("/none");
        get("/none");
        assertEquals(4, calls.get());
    }

    @Test
    void aHandlersHintsReachWhoeverAskedFirst() throws Exception {
        app = request -> {
            request.hint(Headers.of("Link", "</a.css>", "Connection", "close"));
            Body late = new Body.Written(out -> {
                request.hint(Headers.of("Link", "</late.css>"));
                out.write('a');
            });
            return new Response(200, Headers.of("Cache-Control", KEPT), late);
        };
        List<String> hints = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            FakeExchange.get("/a")
                    .answeredBy(request -> site.handle(new RequestWrapper(request) {
                        @Override
                        public String protocol() {
                            return "HTTP/2.0";
                        }

                        @Override
                        public void sendInterim(int status, Headers fields) {
                            hints.add(status + " " + fields.size() + " " + fields.first("Link"));
                        }
                    }));
        }
        assertEquals(List.of("103 1 </a.css>"), hints);
        assertEquals(1, calls.get());
    }

    @Test
    void whatIsKeptIsComparedWithTheHandlerWhenItIsStale() throws Exception {
        app = request -> "\"1\"".equals(request.headers().first("If-None-Match"))
                ? new Response(304, io.gosling.http.Headers.of("ETag", "\"1\"", "Cache-Control", KEPT), null)
                : text("hello", KEPT).with("ETag", "\"1\"");
        FakeExchange first = get("/a?b=1", "Host", "one.test");
        assertEquals("hello", first.responseText());
        assertTrue(said(first).contains("stored"), said(first));
        ticker.advance(Duration.ofSeconds(40));
        FakeExchange second = get("/a?b=1", "Host", "one.test");
        assertEquals("40", second.header("Age"));
        assertTrue(said(second).contains("hit"), said(second));
        assertNotNull(second.header("Date"));
        assertEquals(
                304, get("/a?b=1", "Host", "one.test", "If-None-Match", "\"1\"").status());
        FakeExchange part = get("/a?b=1", "Host", "one.test", "Range", "bytes=1-3");
        assertEquals(206, part.status());
        assertEquals("ell", part.responseText());
        assertEquals(1, calls.get());
        ticker.advance(Duration.ofSeconds(70));
        FakeExchange again = get("/a?b=1", "Host", "one.test");
        assertEquals("hello", again.responseText());
        assertTrue(said(again).contains("fwd-status=304"), said(again));
        assertEquals(2, calls.get());
        get("/a?b=1", "Host", "other.test");
        assertEquals(3, calls.get(), "each host has its own");
    }

    @Test
    void allWhoWaitGetOneAnswerWhileItIsWritten() throws Exception {
        CountDownLatch gate = gate();
        app = request -> Response.stream("text/plain", out -> {
                    out.write("he".getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    gate.await();
                    out.write("llo".getBytes(StandardCharsets.UTF_8));
                })
                .with("Cache-Control", KEPT)
                .with("ETag", "\"1\"");
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            readers.add(later("/a"));
        }
        Eventually.that("one calls the handler", () -> calls.get() == 1);
        gate.countDown();
        for (CompletableFuture<FakeExchange> reader : readers) {
            assertEquals("hello", reader.join().responseText());
        }
        assertEquals("hello", get("/a").responseText());
        assertEquals(1, calls.get());
    }

    @Test
    void whoAskedFirstMayLeaveAndTheOthersGetItAll() throws Exception {
        CountDownLatch gate = gate();
        AtomicBoolean over = new AtomicBoolean();
        app = request -> {
            request.whenDone(() -> over.set(true));
            return Response.stream("text/plain", out -> {
                        out.flush();
                        gate.await();
                        out.write("hello".getBytes(StandardCharsets.UTF_8));
                    })
                    .with("Cache-Control", KEPT)
                    .with("ETag", "\"1\"");
        };
        FakeExchange first = FakeExchange.get("/a");
        Body unread = Objects.requireNonNull(site.handle(first).body());
        unread.close();
        assertFalse(over.get(), "the handler's work is not over");
        CompletableFuture<FakeExchange> second = later("/a");
        gate.countDown();
        assertEquals("hello", second.join().responseText());
        Eventually.that("it is over when its answer is", over::get);
        assertEquals(1, calls.get());
    }

    @Test
    void whatMayNotBeSharedMakesNobodyWait() throws Exception {
        app = request -> text("yours", "private");
        get("/a");
        CountDownLatch both = new CountDownLatch(2);
        app = request -> {
            both.countDown();
            both.await();
            return text("yours", "private");
        };
        CompletableFuture<FakeExchange> one = later("/a");
        CompletableFuture<FakeExchange> other = later("/a");
        assertEquals("yours", one.join().responseText());
        assertEquals("yours", other.join().responseText());
        assertEquals(3, calls.get());
    }

    /**
     * As a long poll does: what is for one alone is no less so when it comes late, and the next are to be heard too.
     */
    @Test
    @Timeout(60)
    void whatMayNotBeSharedAndComesLateMakesNobodyWait() throws Exception {
        HandlerCacheSettings usual = HandlerCacheSettings.of("app");
        Handler patient = cache(usual.with(ObjectSpaceSettings.FETCH_WAIT, Duration.ofMinutes(5)))
                .around(request -> app.handle(request));
        app = request -> {
            ticker.advance(Duration.ofSeconds(31));
            return text("yours", "no-store");
        };
        FakeExchange.get("/events").answeredBy(patient);
        CountDownLatch both = new CountDownLatch(2);
        app = request -> {
            both.countDown();
            both.await();
            return text("yours", "no-store");
        };
        Future<FakeExchange> one =
                clients.submit(() -> FakeExchange.get("/events").answeredBy(patient));
        assertEquals("yours", FakeExchange.get("/events").answeredBy(patient).responseText());
        assertEquals("yours", one.get().responseText());
    }

    @Test
    void answersForSomebodyAreNotKept() throws Exception {
        app = request -> text("hello", KEPT).with("Set-Cookie", "a=b");
        get("/cookie");
        get("/cookie");
        assertEquals(2, calls.get());
        app = request -> text("you are " + request.user(), KEPT);
        Handler identified = request -> {
            request.attributes().put(Request.USER, request.query().first("as", ""));
            return site.handle(request);
        };
        calls.set(0);
        assertEquals(
                "you are ann",
                FakeExchange.get("/me?as=ann").answeredBy(identified).responseText());
        FakeExchange.get("/me?as=ann").answeredBy(identified);
        assertEquals(2, calls.get(), "it does not say that it is everybody's");
        app = request -> text("for members", "public, " + KEPT);
        FakeExchange.get("/page").answeredBy(identified);
        FakeExchange.get("/page").answeredBy(identified);
        assertEquals(3, calls.get());
    }

    @Test
    void aHandlerThatFailsHasAnsweredSo() throws Exception {
        app = request -> {
            throw new StatusException(404, "none");
        };
        FakeExchange missing = get("/a");
        assertEquals(404, missing.status());
        assertTrue(missing.responseText().contains("<p>none</p>"), missing.responseText());
        app = request -> {
            throw new IllegalStateException("a mistake");
        };
        FakeExchange failed = get("/b");
        assertEquals(500, failed.status());
        assertFalse(failed.responseText().contains("a mistake"), failed.responseText());
        app = request -> text("hello", KEPT + ", stale-if-error=100");
        get("/c");
        ticker.advance(Duration.ofMinutes(2));
        app = request -> Response.stream("text/plain", out -> {
            out.write(1);
            throw new IOException("no disk");
        });
        FakeExchange stale = get("/c");
        assertEquals("hello", stale.responseText());
        assertTrue(said(stale).contains("origin-error"), said(stale));
        ticker.advance(Duration.ofMinutes(2));
        assertEquals(500, get("/c").status(), "a writer that fails before anything has left can be answered so");
    }

    @Test
    void aBodyThatBreaksOffIsNotKeptAndItsReadersNoticeIt() throws Exception {
        CountDownLatch gate = gate();
        app = request -> Response.stream("text/plain", out -> {
                    out.flush();
                    gate.await();
                    throw new IOException("no disk");
                })
                .with("Cache-Control", KEPT);
        try (RecordedLog log = new RecordedLog()) {
            Body.Streamed body = (Body.Streamed)
                    Objects.requireNonNull(site.handle(FakeExchange.get("/a")).body());
            gate.countDown();
            assertThrows(Exception.class, () -> body.in().readAllBytes());
            body.close();
            Eventually.that(
                    "whoever wrote the handler can find out why",
                    () -> log.messages(java.util.logging.Level.SEVERE).stream()
                            .anyMatch(message -> message.contains("GET /a broke off")));
        }
        app = request -> text("hello", KEPT);
        Eventually.that("nothing is on its way any more", () -> {
            try {
                return get("/a").responseText().equals("hello");
            } catch (Exception e) {
                return false;
            }
        });
    }

    @Test
    void whatChangesSomethingComesAsItIsAndEndsWhatIsKept() throws Exception {
        app = request -> text("first", KEPT);
        get("/a");
        get("/b");
        app = request -> request.method().equals("POST")
                ? Response.text(new String(request.body().readAllBytes(), StandardCharsets.UTF_8))
                        .with("Content-Location", "/b")
                : text("second", KEPT);
        FakeExchange post = FakeExchange.post("/a", "change it").answeredBy(site);
        assertEquals("change it", post.responseText());
        assertSame(post, seen.getLast(), "the very request");
        assertEquals("second", get("/a").responseText());
        assertEquals("second", get("/b").responseText());
        app = request -> Response.of(409);
        FakeExchange.post("/a", "refused").answeredBy(site);
        assertEquals("second", get("/a").responseText());
    }

    @Test
    void aPurgeEndsWhatIsKept() throws Exception {
        app = request -> text("hello", KEPT).with("Cache-Tag", "front");
        get("/a", "Host", "one.test");
        memory.purges().add(List.of(new PurgeTarget.Tag("front")));
        get("/a", "Host", "one.test");
        assertEquals(2, calls.get());
        memory.purges()
                .add(OriginPurgeTargetResolver.of(HandlerCacheSettings.of("app"))
                        .of(new io.gosling.purge.message.PurgeSelector.Url("http://one.test/a")));
        get("/a", "Host", "one.test");
        assertEquals(3, calls.get());
    }

    @Test
    void aHandlerSeesNothingThatItsAnswerIsNotKeptUnder() throws Exception {
        app = request -> text(
                request.headers().joined("X-Forwarded-Host") + " "
                        + request.headers().joined("X-Original-Url") + " "
                        + request.headers().joined("True-Client-Ip") + " "
                        + request.headers().first("X-Mine") + " " + request.host(),
                KEPT);
        FakeExchange answer = get(
                "/a",
                "Host",
                "One.test:80",
                "X-Forwarded-Host",
                "evil.test",
                "X-Original-URL",
                "/b",
                "True-Client-IP",
                "9.9.9.9",
                "X-Mine",
                "yes");
        assertEquals("null null null yes one.test", answer.responseText());
    }

    /** Both use the last value that a trusted proxy gives in X-Forwarded-Proto. */
    @Test
    void theSchemeThatAHandlerIsToldIsThatOfTheKey() throws Exception {
        proxied = true;
        app = request -> text(request.headers().all("X-Forwarded-Proto") + " " + request.isSecure(), KEPT);
        String[][] schemes = {{"http"}, {"https, http"}, {"https"}, {"http,HTTPS"}};
        Handler overTls = request -> site.handle(new io.gosling.http.RequestWrapper(request) {
            @Override
            public boolean isSecure() {
                return true;
            }
        });
        for (String[] scheme : schemes) {
            boolean secure = scheme[0].toLowerCase(java.util.Locale.ROOT).endsWith("https");
            FakeExchange request = FakeExchange.get("/a", "X-Forwarded-Proto", scheme[0], "X_Forwarded_Proto", "http");
            assertEquals(
                    secure ? "[https] true" : "[http] false",
                    request.answeredBy(overTls).responseText(),
                    scheme[0]);
        }
        assertEquals(2, calls.get(), "one for each scheme");
        proxied = false;
        assertEquals(
                "[] true",
                FakeExchange.get("/b", "X-Forwarded-Proto", "http")
                        .answeredBy(overTls)
                        .responseText());
    }

    @Test
    void aBodyThatFallsSilentIsGivenUpAndTheNextOneIsAskedFor() throws Exception {
        HandlerCache impatient = cache(waitingFor(Duration.ofMillis(200)));
        CountDownLatch never = gate();
        java.io.InputStream silent = new java.io.InputStream() {
            private boolean begun;

            @Override
            public int read() throws IOException {
                try {
                    if (begun) {
                        never.await();
                    }
                    begun = true;
                    return begun ? 'h' : -1;
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }

            @Override
            public int read(byte[] to, int offset, int length) throws IOException {
                to[offset] = (byte) read();
                return 1;
            }
        };
        List<Response> answers = List.of(
                Response.stream("text/plain", out -> {
                    out.write('h');
                    out.flush();
                    never.await();
                }),
                new Response(200, io.gosling.http.Headers.empty(), new Body.Streamed(silent, 5)));
        for (Response answer : answers) {
            AtomicInteger asked = new AtomicInteger();
            Handler around =
                    impatient.around(request -> (asked.incrementAndGet() == 1 ? answer : Response.text("hello"))
                            .with("Cache-Control", KEPT)
                            .with("ETag", "\"1\""));
            String path = "/" + answers.indexOf(answer);
            Body.Streamed body = (Body.Streamed)
                    Objects.requireNonNull(around.handle(FakeExchange.get(path)).body());
            assertThrows(Exception.class, () -> body.in().readAllBytes());
            body.close();
            Eventually.that("the next one is answered", () -> {
                try {
                    return FakeExchange.get(path)
                            .answeredBy(around)
                            .responseText()
                            .equals("hello");
                } catch (Exception e) {
                    return false;
                }
            });
        }
    }

    @Test
    void nobodyBeginsToWaitForAnAnswerThatIsOverdueAndWhatComesLateIsNotKept() throws Exception {
        CountDownLatch gate = gate();
        app = request -> {
            gate.await();
            return text("late", KEPT);
        };
        CompletableFuture<FakeExchange> first = later("/a");
        Eventually.that("it is called", () -> calls.get() == 1);
        ticker.advance(Duration.ofSeconds(31));
        app = request -> text("hello", KEPT);
        assertEquals("hello", get("/a").responseText());
        assertEquals(2, calls.get());
        gate.countDown();
        FakeExchange late = first.join();
        assertEquals("late", late.responseText());
        assertTrue(said(late).contains("late"), said(late));
        assertFalse(said(late).contains("stored"), said(late));
    }

    @Test
    void whoWasFoundOutBelowTheCacheAsksForThemselves() throws Exception {
        app = request -> {
            if (request.headers().contains("Api-Key")) {
                request.attributes().put(Request.USER, "ann");
                return text("prices of ann", request.headers().contains("Wide") ? "public, " + KEPT : KEPT);
            }
            return Response.of(401);
        };
        assertEquals("prices of ann", get("/prices", "Api-Key", "1").responseText());
        assertEquals(401, get("/prices").status());
        get("/all", "Api-Key", "1", "Wide", "1");
        assertEquals("prices of ann", get("/all").responseText(), "it says that it is everybody's");
    }

    @Test
    void whateverAClientOffersToSpeakWhatItChangesIsForgotten() throws Exception {
        app = request -> text("first", KEPT);
        get("/items/~bob");
        get("/b", "Connection", "Upgrade", "Upgrade", "TLS/1.2");
        get("/b");
        assertEquals(2, calls.get(), "an offer is no way around the cache");
        app = request -> request.method().equals("POST")
                ? Response.text("done").with("Content-Location", "/items/./%7Ebob")
                : text("second", KEPT);
        FakeExchange.post("/b", "x", "Connection", "Upgrade", "Upgrade", "TLS/1.2")
                .answeredBy(site);
        assertEquals("second", get("/b").responseText());
        assertEquals("second", get("/items/~bob").responseText(), "in whatever spelling it was named");
    }

    @Test
    void oneAnswerHasOneSpelling() throws Exception {
        app = request -> text(request.rawPath(), KEPT);
        assertEquals("/a/b", get("/a/./%62").responseText());
        assertEquals("/a/b", get("//a/b").responseText());
        assertEquals(1, calls.get());
    }

    @Test
    void aHeadIsToldTheLengthAndAWebSocketGoesByItself() throws Exception {
        app = request -> request.headers().contains("Upgrade") ? Response.of(101) : text("hello", KEPT);
        FakeExchange head = FakeExchange.of("HEAD", "/a").answeredBy(site);
        assertEquals(5, Objects.requireNonNull(head.response().body()).length());
        FakeExchange upgrade = get("/ws", "Connection", "keep-alive, Upgrade", "Upgrade", "websocket");
        assertEquals(101, upgrade.status());
        assertNull(upgrade.header("Cache-Status"));
        assertSame(upgrade, seen.getLast());
    }

    @Test
    void eventsLeaveAtOnceAndEndWithTheirClient() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        CountDownLatch gate = gate();
        app = request -> {
            request.whenDone(() -> over.set(true));
            return Response.events(events -> gate.await());
        };
        FakeExchange client = FakeExchange.get("/events");
        Response response = site.handle(client);
        List<String> sent = new ArrayList<>();
        OutputStream out = new OutputStream() {
            @Override
            public void write(int one) {
                sent.add("byte");
            }

            @Override
            public void flush() {
                sent.add("flush");
                gate.countDown();
            }
        };
        ((Body.Written) Objects.requireNonNull(response.body())).writer().writeTo(out);
        assertEquals(List.of("flush"), sent, "the header, before there is any event");
        assertFalse(over.get());
        client.answeredBy(asked -> Response.of(204));
        assertTrue(over.get(), "the exchange is over");
    }
}
