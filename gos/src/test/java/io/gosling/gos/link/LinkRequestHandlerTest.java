package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Document;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.link.frame.PeerCopyMetadata;
import io.gosling.gos.link.frame.PeerFrame;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.space.PeerRefusal;
import io.gosling.purge.message.PurgeVersionVector;
import io.gosling.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The answers of one node to the questions of another one about documents, over real files. */
class LinkRequestHandlerTest {
    private static final AgedCount NONE = AgedCount.NONE;

    private final AtomicInteger byThreads = new AtomicInteger();
    private final AtomicReference<PurgeVersionVector> told = new AtomicReference<>(PurgeVersionVector.ZERO);
    private LinkStage stage;
    private OutgoingLink link;

    @BeforeEach
    void holdTheFile() throws Exception {
        stage = new LinkStage(KnownPurgeVersions.none(), LinkStage.TIMES, 256, step -> {
            byThreads.incrementAndGet();
            step.run();
        });
        stage.site.file("dir/index.html", "index");
        stage.hold("/a.html");
        link = stage.link(new KnownPurgeVersions() {
            @Override
            public PurgeVersionVector tell() {
                return told.get();
            }

            @Override
            public boolean covers(PurgeVersionVector known) {
                return true;
            }
        });
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private HeardAnswer ask(PeerFrame.Fetch.From from, String path, AgedCount count, long version) {
        return stage.ask(link, new PeerFrame.Fetch(from, path, count, version));
    }

    private HeardAnswer memory(String path, AgedCount count) {
        return ask(PeerFrame.Fetch.From.MEMORY, path, count, 0);
    }

    private HeardAnswer home(String path, long version) {
        return ask(PeerFrame.Fetch.From.HOME, path, NONE, version);
    }

    private static PeerFrame.Have have(HeardAnswer heard) throws Exception {
        return assertInstanceOf(PeerFrame.Have.class, heard.whole());
    }

    private static String text(HeardAnswer heard) throws Exception {
        have(heard);
        return new String(heard.bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void whatIsInMemoryIsGivenWithItsAge() throws Exception {
        stage.ticker.advance(Duration.ofMillis(700));
        HeardAnswer heard = memory("/a.html", NONE);
        PeerFrame.Have have = have(heard);
        assertEquals("alpha", text(heard));
        assertEquals(false, have.copy().disk());
        assertEquals(700, have.copy().uncheckedMillis());
        assertEquals(0, have.copy().version());
        assertEquals(1, have.load());
        assertEquals(1, have(memory("/a.html", NONE)).load(), "what was answered is not in hand");
        LookupResult.Found found = assertInstanceOf(LookupResult.Found.class, stage.find("/a.html"));
        try (Document document = found.document()) {
            assertEquals(document.representation(), have.copy().representation());
            assertEquals(document.stamp(), have.copy().stamp());
        }
    }

    @Test
    void whatIsInMemoryAndFreshIsGivenAtOnceAsByAThread() throws Exception {
        stage.ticker.advance(Duration.ofMillis(700));
        PeerCopyMetadata atOnce = have(memory("/a.html", new AgedCount(7.5, 0))).copy();
        assertEquals(0, byThreads.get());
        PeerCopyMetadata byThread =
                have(memory("/a.html", new AgedCount(9.5, 1))).copy();
        assertEquals(1, byThreads.get(), "a later epoch");
        assertEquals(byThread, atOnce);
        assertEquals(2, stage.memory.statistics().of(Event.PEER_SERVES));
    }

    private void assertByAThread(String why, HeardAnswer heard) {
        Eventually.that("it was answered", heard::isOver);
        assertEquals(1, byThreads.getAndSet(0), why);
    }

    @Test
    void whatHasToBeLookedIntoIsNotAnsweredAtOnce() throws Exception {
        assertByAThread("a home may have to read", home("/a.html", 0));
        assertByAThread("an offer", ask(PeerFrame.Fetch.From.OFFER, "/a.html", NONE, 0));
        assertByAThread("a check", stage.ask(link, new PeerFrame.Check("/a.html", "x")));
        assertEquals(new PeerRefusal.NotHeld(), memory("/dir/", NONE).refusal());
        assertInstanceOf(PeerRefusal.Failed.class, memory("/../a.html", NONE).refusal());
        told.set(PurgeVersionVector.ZERO.with(1, 1));
        assertEquals(new PeerRefusal.Behind(), memory("/a.html", NONE).refusal(), "a purge that is not known here");
        assertEquals(0, byThreads.get());
        told.set(PurgeVersionVector.ZERO);
        assertByAThread("a later epoch", memory("/a.html", new AgedCount(1, 1)));
        stage.memory.hot().serveBy(now -> false);
        assertByAThread("no lease", memory("/a.html", NONE));
        stage.memory.hot().serveBy(now -> true);
        stage.ticker.advance(Duration.ofSeconds(3));
        assertByAThread("to be compared with its file", memory("/a.html", NONE));
    }

    @Test
    void whatWasPurgedIsNotGivenAtOnceAndWhatWasNotIs() throws Exception {
        stage.memory.purges().add(List.of(new PurgeTarget.Key("/other")));
        assertEquals("alpha", text(memory("/a.html", NONE)));
        assertEquals(0, byThreads.get());
        stage.memory.purges().soften(List.of(new PurgeTarget.Key("/a.html")), stage.ticker.nanos());
        assertByAThread("stale", memory("/a.html", NONE));
        stage.memory.purges().add(List.of(new PurgeTarget.Key("/a.html")));
        HeardAnswer gone = memory("/a.html", NONE);
        assertEquals(new PeerRefusal.NotHeld(), gone.refusal());
        assertByAThread("gone", gone);
        stage.hold("/a.html");
        stage.memory.purges().doubtAll();
        assertByAThread("unproven", memory("/a.html", NONE));
    }

    @Test
    void whatIsNotInMemoryIsNotFetchedForAPeerUnlessItAsksTheHome() throws Exception {
        assertEquals(new PeerRefusal.NotHeld(), memory("/dir/", NONE).refusal());
        HeardAnswer home = home("/dir/", 0);
        assertEquals("index", text(home));
        assertTrue(have(home).copy().disk());
        HeardAnswer again = memory("/dir/", NONE);
        assertEquals("index", text(again));
        assertEquals(false, have(again).copy().disk());
    }

    @Test
    void aHomeGivesNothingOlderThanWhatTheAskerKnows() throws Exception {
        stage.site.file("a.html", "another text");
        assertEquals("alpha", text(home("/a.html", 0)));
        HeardAnswer newer = home("/a.html", 3);
        assertEquals("another text", text(newer));
        assertEquals(3, have(newer).copy().version());
    }

    @Test
    void anOfferIsTakenByReadingTheFile() throws Exception {
        HeardAnswer offer = ask(PeerFrame.Fetch.From.OFFER, "/dir/", new AgedCount(5, 0), 0);
        assertEquals(new PeerRefusal.NotHeld(), offer.refusal());
        assertEquals("index", text(memory("/dir/", NONE)));
        assertEquals(
                new PeerRefusal.NotHeld(),
                ask(PeerFrame.Fetch.From.OFFER, "/none", NONE, 0).refusal());
        assertEquals(2, stage.memory.hot().size());
    }

    @Test
    void aCopyIsComparedWithTheFileAsItIsNow() throws Exception {
        String etag = have(memory("/a.html", NONE)).copy().representation().etag();
        assertEquals(RevalidationResult.UNCHANGED, check("/a.html", etag));
        assertEquals(RevalidationResult.CHANGED, check("/a.html", "\"other\""));
        stage.site.file("a.html", "another text");
        assertEquals(RevalidationResult.CHANGED, check("/a.html", etag));
        assertEquals(RevalidationResult.GONE, check("/none", etag));
    }

    private RevalidationResult check(String path, String etag) throws Exception {
        var checked = assertInstanceOf(
                PeerFrame.Checked.class,
                stage.ask(link, new PeerFrame.Check(path, etag)).whole());
        return checked.result();
    }

    @Test
    void anInvalidationDropsOlderCopiesOnly() throws Exception {
        tell(new PeerFrame.Invalidate("/a.html", 0));
        assertEquals("alpha", text(memory("/a.html", NONE)));
        tell(new PeerFrame.Invalidate("/unknown", 9));
        tell(new PeerFrame.Invalidate("/a.html", 1));
        assertEquals(new PeerRefusal.NotHeld(), memory("/a.html", NONE).refusal());
        assertEquals(0, stage.memory.hot().size());
    }

    private void tell(PeerFrame.Invalidate frame) {
        stage.onLoop(() -> {
            link.tell(frame);
            return true;
        });
    }
}
