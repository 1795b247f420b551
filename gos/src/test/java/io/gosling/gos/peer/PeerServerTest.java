package io.gosling.gos.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Document;
import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentRoot;
import io.gosling.document.Lookup;
import io.gosling.document.Representation;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.membership.ClusterSecret;
import io.gosling.gos.membership.MessageRecipients;
import io.gosling.gos.membership.Node;
import io.gosling.gos.membership.NodeLocator;
import io.gosling.gos.memory.NodeMemory;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.quorum.KnownPurges;
import io.gosling.gos.quorum.PurgeMessageHandler;
import io.gosling.gos.space.AloneReplies;
import io.gosling.gos.space.GlobalObjectSpace;
import io.gosling.gos.space.ReplyDesk;
import io.gosling.http.Headers;
import io.gosling.http.Response;
import io.gosling.http.documents.StoredHeaderBuilder;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.ManualTicker;
import io.gosling.testing.Site;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** One node's side of the peer channel, without sockets, over real files. */
class PeerServerTest {
    private static final ClusterSecret SECRET = ClusterSecret.of("0123456789abcdef");
    private static final int TAG = 77;

    private final ManualTicker ticker = new ManualTicker();
    private final Site site = Site.empty().file("a.html", "alpha").file("dir/index.html", "index");
    private final ObjectSpaceSettings settings = ObjectSpaceSettings.of("n1", 1 << 20);
    private final NodeMemory memory = NodeMemory.empty(settings, ticker);
    private GlobalObjectSpace space;
    private PeerServer server;

    PeerServerTest() throws IOException {
        space = space();
        server = new PeerServer(
                space.peerService(),
                new JoinDoor(ReplyDesk.none(), KnownPurges.none(), Duration.ZERO, Duration.ZERO, ticker, 1),
                PurgeMessageHandler.none(),
                new NodeLocator(MessageRecipients.alone(Node.named("n1", TAG)), List.of()),
                KnownPurges.none(),
                IdleWarmth.of(memory, Node.named("n1", TAG), ticker),
                SECRET,
                Node.named("n1", TAG));
    }

    private GlobalObjectSpace space() throws IOException {
        return new GlobalObjectSpace(
                DocumentRoot.at(site.directory()),
                StoredHeaderBuilder.plain(settings.node()),
                memory,
                AloneReplies.peers(Node.named("n1", TAG)),
                settings,
                ticker);
    }

    @BeforeEach
    void readTheFile() throws IOException {
        if (space.find(DocumentPath.parse("/a.html")) instanceof Lookup.Found found) {
            found.document().close();
        }
    }

    @AfterEach
    void close() {
        memory.hot().clear();
        site.close();
    }

    private FakeExchange ask(String method, String path, String... more) throws Exception {
        Headers headers = Headers.of(PeerFields.TOKEN, SECRET.peerToken(), PeerFields.TO, Integer.toString(TAG));
        for (int i = 0; i < more.length; i += 2) {
            headers = headers.plus(more[i], more[i + 1]);
        }
        return sent(method, path, headers);
    }

    private FakeExchange sent(String method, String path, Headers headers) throws Exception {
        String[] pairs = new String[headers.size() * 2];
        int at = 0;
        for (Headers.Field field : headers) {
            pairs[at++] = field.name();
            pairs[at++] = field.value();
        }
        return FakeExchange.of(method, path, pairs).answeredBy(server);
    }

    @Test
    void withoutTheTokenNothingIsGiven() throws Exception {
        var fetch = Headers.of(PeerFields.FETCH, "memory", PeerFields.TO, Integer.toString(TAG));
        assertEquals(403, sent("GET", "/a.html", fetch).status());
        assertEquals(
                403,
                sent("GET", "/a.html", fetch.plus(PeerFields.TOKEN, "wrong")).status());
        var other = ClusterSecret.of("another secret of some length");
        assertEquals(
                403,
                sent("GET", "/a.html", fetch.plus(PeerFields.TOKEN, SECRET.objectsToken()))
                        .status());
        assertEquals(
                403,
                sent("GET", "/a.html", fetch.plus(PeerFields.TOKEN, other.peerToken()))
                        .status());
    }

    @Test
    void aQuestionToAFormerIncarnationIsNotAnswered() throws Exception {
        var stale = Headers.of(PeerFields.FETCH, "memory", PeerFields.TO, "76", PeerFields.TOKEN, SECRET.peerToken());
        assertEquals(421, sent("GET", "/a.html", stale).status());
    }

    @Test
    void lettersOfANodeWithOtherLeasesAreNotTaken() throws Exception {
        FakeExchange other = bring("n1", PeerFields.LEASE, "5000");
        assertEquals(409, other.status());
        assertEquals("0", other.header(PeerFields.LEASE));
        assertEquals(409, bring("n1").status());
    }

    @Test
    void lettersAreForANameWhateverProcessBearsIt() throws Exception {
        assertEquals(400, bring("n1", PeerFields.LEASE, "0").status(), "taken, and there is no message in it");
        assertEquals(421, bring("n2", PeerFields.LEASE, "0").status());
        assertEquals(421, bring(Integer.toString(TAG), PeerFields.LEASE, "0").status());
    }

    private FakeExchange bring(String to, String... more) throws Exception {
        Headers headers = Headers.of(PeerFields.TOKEN, SECRET.peerToken(), PeerFields.TO, to);
        for (int i = 0; i < more.length; i += 2) {
            headers = headers.plus(more[i], more[i + 1]);
        }
        return sent("POST", PeerFields.ENVELOPES, headers);
    }

    @Test
    void whatIsInMemoryIsGivenWithItsAge() throws Exception {
        ticker.advance(Duration.ofMillis(700));
        FakeExchange exchange = ask("GET", "/a.html", PeerFields.FETCH, "memory");
        assertEquals(200, exchange.status());
        assertEquals("alpha", exchange.responseText());
        assertEquals("memory", exchange.header(PeerFields.SOURCE));
        assertEquals("700", exchange.header(PeerFields.CHECKED));
        assertEquals("0", exchange.header(PeerFields.VERSION));
        assertEquals("1", exchange.header(PeerFields.LOAD));
    }

    private @Nullable Response atOnce(String method, String path, String... more) {
        List<String> pairs =
                new ArrayList<>(List.of(PeerFields.TOKEN, SECRET.peerToken(), PeerFields.TO, Integer.toString(TAG)));
        pairs.addAll(List.of(more));
        return server.atOnce(FakeExchange.of(method, path, pairs.toArray(String[]::new)));
    }

    private void assertNotAtOnce(String why, @Nullable Response response) {
        assertNull(response, why);
        assertEquals(1, memory.hot().size(), "nothing is done on an event loop");
    }

    @Test
    void whatIsInMemoryAndFreshIsGivenAtOnceAsByAThread() throws Exception {
        ticker.advance(Duration.ofMillis(700));
        FakeExchange byThread = ask("GET", "/a.html", PeerFields.FETCH, "memory", PeerFields.COUNT, "7.5 0");
        FakeExchange atOnce = FakeExchange.get(
                        "/a.html",
                        PeerFields.TOKEN,
                        SECRET.peerToken(),
                        PeerFields.TO,
                        Integer.toString(TAG),
                        PeerFields.FETCH,
                        "memory",
                        PeerFields.COUNT,
                        "9.5 0")
                .answeredBy(request -> Objects.requireNonNull(server.atOnce(request)));
        assertEquals(byThread.response().headers(), atOnce.response().headers());
        assertEquals("alpha", atOnce.responseText());
        assertEquals(byThread.provenance(), atOnce.provenance());
        assertEquals(2, memory.statistics().of(Event.PEER_SERVES));
        assertEquals(
                "1",
                ask("GET", "/a.html", PeerFields.FETCH, "memory").header(PeerFields.LOAD),
                "what was answered is not in hand");
    }

    @Test
    void whatHasToBeRefusedOrLookedIntoIsNotAnsweredAtOnce() {
        String[] fetch = {PeerFields.FETCH, "memory"};
        assertNull(server.atOnce(FakeExchange.get("/a.html", fetch)), "no token");
        assertNull(
                server.atOnce(FakeExchange.get(
                        "/a.html",
                        PeerFields.TOKEN,
                        SECRET.peerToken(),
                        PeerFields.TO,
                        "76",
                        PeerFields.FETCH,
                        "memory")),
                "another process is meant");
        assertNotAtOnce("a home may have to read", atOnce("GET", "/a.html", PeerFields.FETCH, "home"));
        assertNotAtOnce("an offer", atOnce("HEAD", "/a.html", PeerFields.FETCH, "keep"));
        assertNotAtOnce("a check", atOnce("HEAD", "/a.html", PeerFields.FETCH, "check", "If-None-Match", "x"));
        assertNotAtOnce("not held", atOnce("GET", "/dir/", fetch));
        assertNotAtOnce("no path", atOnce("GET", "/../a.html", fetch));
        assertNotAtOnce(
                "a purge that is not known here",
                atOnce("GET", "/a.html", PeerFields.FETCH, "memory", PeerFields.PURGES, "1:1"));
        assertNotAtOnce("a later epoch", atOnce("GET", "/a.html", PeerFields.FETCH, "memory", PeerFields.COUNT, "1 1"));
        memory.hot().serveBy(now -> false);
        assertNotAtOnce("no lease", atOnce("GET", "/a.html", fetch));
        memory.hot().serveBy(now -> true);
        ticker.advance(Duration.ofSeconds(3));
        assertNotAtOnce("to be compared with its file", atOnce("GET", "/a.html", fetch));
    }

    @Test
    void whatWasPurgedIsNotGivenAtOnceAndWhatWasNotIs() {
        memory.purges().add(List.of(new PurgeTarget.Key("/other")));
        Response good = atOnce("GET", "/a.html", PeerFields.FETCH, "memory");
        Objects.requireNonNull(Objects.requireNonNull(good).body()).close();
        memory.purges().soften(List.of(new PurgeTarget.Key("/a.html")));
        assertNotAtOnce("stale", atOnce("GET", "/a.html", PeerFields.FETCH, "memory"));
        memory.purges().add(List.of(new PurgeTarget.Key("/a.html")));
        assertNotAtOnce("gone", atOnce("GET", "/a.html", PeerFields.FETCH, "memory"));
        memory.purges().doubtAll();
        assertNotAtOnce("unproven", atOnce("GET", "/a.html", PeerFields.FETCH, "memory"));
    }

    @Test
    void whatIsNotInMemoryIsNotFetchedForAPeerUnlessItAsksTheHome() throws Exception {
        assertEquals(404, ask("GET", "/dir/", PeerFields.FETCH, "memory").status());
        FakeExchange home = ask("GET", "/dir/", PeerFields.FETCH, "home");
        assertEquals("index", home.responseText());
        assertEquals("disk", home.header(PeerFields.SOURCE));
        FakeExchange again = ask("GET", "/dir/", PeerFields.FETCH, "memory");
        assertEquals("index", again.responseText());
        assertEquals("memory", again.header(PeerFields.SOURCE));
    }

    @Test
    void aHomeSaysWhyThereIsNoDocument() throws Exception {
        FakeExchange absent = ask("GET", "/none", PeerFields.FETCH, "home");
        assertEquals(404, absent.status());
        assertEquals("absent", absent.header(PeerFields.SAID));
        FakeExchange moved = ask("GET", "/dir", PeerFields.FETCH, "home");
        assertEquals("moved", moved.header(PeerFields.SAID));
        assertEquals("/dir/", moved.header("Location"));
    }

    @Test
    void aHomeGivesNothingOlderThanWhatTheAskerKnows() throws Exception {
        site.file("a.html", "another text");
        assertEquals("alpha", ask("GET", "/a.html", PeerFields.FETCH, "home").responseText());
        FakeExchange newer = ask("GET", "/a.html", PeerFields.FETCH, "home", PeerFields.VERSION, "3");
        assertEquals("another text", newer.responseText());
        assertEquals("3", newer.header(PeerFields.VERSION));
    }

    @Test
    void anOfferIsTakenByReadingTheFile() throws Exception {
        FakeExchange offer = ask("HEAD", "/dir/", PeerFields.FETCH, "keep", PeerFields.COUNT, "5.0 0");
        assertEquals(204, offer.status());
        assertEquals("index", ask("GET", "/dir/", PeerFields.FETCH, "memory").responseText());
        assertEquals(204, ask("HEAD", "/none", PeerFields.FETCH, "keep").status());
        assertEquals(2, memory.hot().size());
    }

    @Test
    void aCopyIsComparedWithTheFileAsItIsNow() throws Exception {
        String etag = Objects.requireNonNull(
                ask("GET", "/a.html", PeerFields.FETCH, "memory").header("ETag"));
        assertEquals(304, check("/a.html", etag).status());
        assertEquals(204, check("/a.html", "\"other\"").status());
        site.file("a.html", "another text");
        assertEquals(204, check("/a.html", etag).status());
        assertEquals(404, check("/none", etag).status());
        assertEquals(400, ask("HEAD", "/a.html", PeerFields.FETCH, "check").status());
    }

    private FakeExchange check(String path, String etag) throws Exception {
        return ask("HEAD", path, PeerFields.FETCH, "check", "If-None-Match", etag);
    }

    @Test
    void anInvalidationDropsOlderCopiesOnly() throws Exception {
        assertEquals(204, post("0 /a.html\n").status());
        assertEquals(1, memory.hot().size());
        assertEquals(204, post("1 /a.html\n9 /unknown\n").status());
        assertEquals(0, memory.hot().size());
    }

    private FakeExchange post(String body) throws Exception {
        return FakeExchange.post(
                        PeerFields.INVALIDATE,
                        body,
                        PeerFields.TOKEN,
                        SECRET.peerToken(),
                        PeerFields.TO,
                        Integer.toString(TAG))
                .answeredBy(server);
    }

    @Test
    void whatMakesNoSenseIsRefused() throws Exception {
        assertEquals(400, post("not a version /a\n").status());
        assertEquals(413, post("1 /a\n".repeat(60_000)).status());
        assertEquals(400, ask("GET", "/a.html").status());
        assertEquals(
                400, ask("GET", "/../etc/passwd", PeerFields.FETCH, "memory").status());
        assertEquals(1, memory.hot().size());
    }

    @Test
    void fieldsComeBackAsTheyWereAndNonsenseIsRead() throws Exception {
        FakeExchange exchange = ask("GET", "/a.html", PeerFields.FETCH, "memory");
        Headers headers = exchange.response().headers();
        Representation read = PeerFields.representation(headers, 5);
        if (!(space.find(DocumentPath.parse("/a.html")) instanceof Lookup.Found found)) {
            throw new AssertionError("the file is gone");
        }
        try (Document document = found.document()) {
            assertEquals(document.representation(), read);
            assertEquals(document.stamp(), PeerFields.stamp(headers, 5));
        }
        Random random = new Random(5);
        for (int i = 0; i < 5_000; i++) {
            StringBuilder value = new StringBuilder();
            random.ints(random.nextInt(25), 0x20, 0x7f).forEach(c -> value.append((char) c));
            Headers noise = Headers.of(
                    PeerFields.CHECKED,
                    value.toString(),
                    PeerFields.VERSION,
                    value.toString(),
                    PeerFields.STAMP,
                    value.toString(),
                    PeerFields.LOAD,
                    value.toString());
            assertTrue(PeerFields.uncheckedNanos(noise) >= 0);
            assertTrue(PeerFields.load(noise) >= -1);
            PeerFields.stamp(noise, 5);
            assertNull(PeerFields.representation(noise, 5));
        }
    }

    @Test
    void invalidationsComeBackAsTheyWere() {
        var lines = List.of(new Invalidations.Line("/a", 3), new Invalidations.Line("/b%20c", 9));
        assertEquals(lines, Invalidations.read(Invalidations.write(lines)));
    }
}
