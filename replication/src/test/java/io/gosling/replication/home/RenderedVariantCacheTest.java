package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import io.gosling.document.StoredDocument;
import io.gosling.http.Headers;
import io.gosling.replication.graph.LinkGraph;
import io.gosling.replication.graph.PageLinks;
import io.gosling.replication.graph.SiteFile;
import io.gosling.replication.home.RenderedVariantCache.ChoiceState;
import io.gosling.replication.home.SiteSnapshot.Page;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.members.ServerStatusMessage;
import io.gosling.replication.members.SignedHeaderCodec;
import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.page.PageLinkAnalysis;
import io.gosling.replication.page.PageLinkTemplate;
import io.gosling.replication.page.SiteLinkConstraints;
import io.gosling.replication.plan.LinkServerSelector;
import io.gosling.replication.plan.ReplicationDecision;
import io.gosling.replication.plan.ReplicationPlan;
import io.gosling.replication.plan.ServerLoad;
import io.gosling.replication.plan.ServerLoadTable;
import io.gosling.settings.SettingValues;
import io.gosling.testing.ManualTicker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rendered variants on the event-loop path, without sockets. */
class RenderedVariantCacheTest {
    private static final Duration AGE = Duration.ofMillis(100);
    private static final Duration SILENCE = Duration.ofSeconds(2);
    private static final int MEMORY = 100_000;
    private static final String HTML = "<!doctype html><img src=i.png><p>text<img src=j.png><img src=i.png>";
    private static final Headers FIELDS = Headers.of("Content-Type", "text/html");

    private final ManualTicker ticker = new ManualTicker();
    private final ReplicaPeer self = new ReplicaPeer("home", 80);
    private final ReplicaPeer one = new ReplicaPeer("one", 80);
    private final ReplicaPeer two = new ReplicaPeer("two", 80);
    private final ReplicaSet group = group(self);
    private final ReplicaSet atOne = group(one);
    private final ReplicaSet atTwo = group(two);
    private final RandomGenerator random = random(7);
    private final Map<String, Long> asked = new HashMap<>();
    private final DocumentVersions versions = new DocumentVersions();
    private final Page page = page();
    /** Number of background renderings. */
    private int begun;

    /** True if what was drawn last is kept. */
    private boolean kept;

    private ReplicationPlan plan = ReplicationPlan.empty()
            .with(new ReplicationDecision.Replicate("/i.png", 1, "one"))
            .with(new ReplicationDecision.Replicate("/i.png", 1, "two"))
            .with(new ReplicationDecision.Replicate("/j.png", 1, "one"));
    private final RenderedVariantCache rendered = new RenderedVariantCache(
            new HomeSettings(SettingValues.none())
                    .with(HomeSettings.CHOICE_AGE, AGE)
                    .with(HomeSettings.CHOICE_MEMORY, (long) MEMORY),
            group,
            () -> plan,
            (path, times) -> asked.merge(path, times, Long::sum),
            () -> random,
            (page, path) -> begun++);

    private ReplicaSet group(ReplicaPeer of) {
        return new ReplicaSet(
                of, List.of(self, one, two), new SignedHeaderCodec("a secret that is long"), SILENCE, ticker, 1);
    }

    private static RandomGenerator random(long seed) {
        return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    private static Page page() {
        byte[] bytes = HTML.getBytes(StandardCharsets.UTF_8);
        String html = "text/html";
        PageLinks links = PageLinks.of(bytes, html);
        SiteFile file = new SiteFile("/p.html", html, new FileStamp(bytes.length, 1, ""), SiteFile.Reading.READ, links);
        LinkGraph graph = LinkGraph.of(Stream.of("/i.png", "/j.png")
                .map(path -> new SiteFile(path, "image/png", new FileStamp(1, 1, ""), SiteFile.Reading.NO_PAGE, null))
                .toList());
        PageLinkAnalysis prepared =
                PageLinkAnalysis.of(file, links, SiteLinkConstraints.of(graph, Set.of(), LinkRuleSettings.safe()));
        return new Page(file, prepared, PageLinkTemplate.of(prepared), "\"e\"", Map.of(), new RenderedVariantSet(2));
    }

    @AfterEach
    void allIsGivenBack() {
        rendered.close();
        assertEquals(0, rendered.bytes());
    }

    /** The others say how they are, each with its load. */
    private void speak(double loadOfOne, double loadOfTwo) {
        atOne.own(new ServerLoad(loadOfOne));
        atTwo.own(new ServerLoad(loadOfTwo));
        for (ReplicaSet other : List.of(atOne, atTwo)) {
            ServerStatusMessage question = group.question(other.self());
            String answer = other.signedAnswer(other.answer(question), 204, Headers.empty());
            assertTrue(group.reply(question, answer, 204, Headers.empty(), ticker.nanos())
                    .isPresent());
        }
    }

    /** Renders as the worker path does; returns the choice. */
    private PageLinkChoices chooseLinks() {
        long losses = group.losses();
        ServerLoadTable heard = group.heard();
        ChoiceState state = new ChoiceState(plan, losses, group.lasts(heard));
        PageLinkChoices choice = PageLinkChoices.of(page, plan, heard.loads(), group, versions, random);
        int place = rendered.place(page);
        kept = false;
        if (place < 0) {
            return choice;
        }
        if (choice.links() == 0) {
            rendered.keep(page, place, state, choice, null, FIELDS);
            kept = true;
            return choice;
        }
        ByteBuf room = rendered.room(page, place, page.places().room(choice.before()));
        if (room != null) {
            ByteBuf source = Unpooled.copiedBuffer(HTML, StandardCharsets.UTF_8);
            ByteBuf sent = page.places().write(source, choice.before(), room);
            source.release();
            rendered.keep(page, place, state, choice, sent, FIELDS);
            kept = true;
        }
        return choice;
    }

    /** The variant that the event-loop path sends. */
    private @Nullable RenderedVariant any() {
        RenderedVariant any = rendered.any(page);
        if (any != null) {
            rendered.renew(page, "/p.html", any);
        }
        return any;
    }

    /** Renders in the background, if requested; returns true then. */
    private boolean renderAgain() {
        boolean told = begun > 0;
        if (told) {
            assertFalse(page.variants().begin(), "one at a time");
            begun--;
            chooseLinks();
            if (!kept) {
                rendered.rest(page);
            }
            page.variants().end();
        }
        return told;
    }

    private void fill() {
        for (int i = 0; i < RenderedVariantSet.MOST; i++) {
            chooseLinks();
        }
    }

    /** Number of requests without a rendered variant. */
    private int drawers(int requesters) {
        int drawers = 0;
        for (int i = 0; i < requesters; i++) {
            drawers += any() == null ? 1 : 0;
        }
        return drawers;
    }

    /** The image's link in a rendered page. */
    private static String sent(RenderedVariant any) {
        StoredDocument document = any.document();
        return document == null ? HTML : document.body().toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatWasDrawnIsThePageWithItsChoiceAndSaysHowLongItIs() {
        speak(0, 0);
        fill();
        assertEquals(0, drawers(100));
        for (int i = 0; i < 100; i++) {
            RenderedVariant any = Objects.requireNonNull(any());
            String text = sent(any);
            assertEquals(HTML, text.replaceAll("http://(one|two)/~migrate/0/home/", ""));
            StoredDocument document = any.document();
            if (document != null) {
                assertEquals(
                        "Content-Type: text/html\r\nContent-Length: " + text.length() + "\r\n",
                        new String(document.fields().ok(), StandardCharsets.ISO_8859_1));
                assertEquals(0, document.fields().notModified().length, "nobody is told that it has not changed");
            }
        }
    }

    @Test
    void halfWayEachIsDrawnAnewBesideTheRequestsWhichGoOn() {
        speak(0, 0);
        fill();
        ticker.advance(AGE.dividedBy(2));
        for (int place = 0; place < RenderedVariantSet.MOST; place++) {
            assertEquals(0, drawers(1000));
            assertEquals(1, begun, "one at a time");
            assertTrue(renderAgain());
        }
        assertEquals(-1, rendered.place(page), "all are new");
        ticker.advance(AGE.dividedBy(2).minusNanos(1));
        assertEquals(0, drawers(1000));
        assertEquals(0, begun, "none is due");
        ticker.advance(Duration.ofNanos(1));
        assertEquals(0, drawers(1000));
        assertEquals(1, begun);
        ticker.advance(AGE.dividedBy(2));
        assertEquals(1000, drawers(1000), "their time is over");
    }

    @Test
    void withAnotherPlanEachIsDrawnAnewAndAServerThatIsLostEndsAllAtOnce() {
        speak(0, 0);
        fill();
        plan = plan.with(new ReplicationDecision.Revoke("/j.png", "one"));
        for (int place = 0; place < RenderedVariantSet.MOST; place++) {
            assertEquals(0, drawers(100));
            assertTrue(renderAgain());
        }
        assertEquals(-1, rendered.place(page), "all are of the new plan");
        group.silent(two);
        assertEquals(100, drawers(100));
        group.silent(two);
        fill();
        assertEquals(0, drawers(100), "one that is not heard cannot be lost again");
        for (int i = 0; i < 100; i++) {
            assertFalse(sent(Objects.requireNonNull(any())).contains("http://two/"));
        }
    }

    @Test
    void whereThereIsNoRoomNothingIsDrawnBesideForAWhile() {
        speak(0, 0);
        plan = ReplicationPlan.empty().with(new ReplicationDecision.Migrate("/i.png", 1, "one"));
        chooseLinks();
        ByteBuf rest = Objects.requireNonNull(rendered.room(page, 1, (int) (MEMORY - rendered.bytes())));
        ticker.advance(AGE.dividedBy(2));
        assertEquals(0, drawers(100));
        assertTrue(renderAgain());
        assertFalse(kept);
        assertEquals(0, drawers(100), "the only one goes on");
        assertEquals(0, begun);
        rest.release();
        ticker.advance(AGE.dividedBy(4));
        assertEquals(0, drawers(100));
        assertTrue(renderAgain());
        assertTrue(kept);
    }

    @Test
    void whereThereIsNoRoomWhatIsDueMakesRoomForItsSuccessor() {
        speak(0, 0);
        plan = ReplicationPlan.empty().with(new ReplicationDecision.Migrate("/i.png", 1, "one"));
        fill();
        ByteBuf rest = Objects.requireNonNull(rendered.room(page, 0, (int) (MEMORY - rendered.bytes())));
        ticker.advance(AGE.dividedBy(2));
        for (int place = 0; place < RenderedVariantSet.MOST; place++) {
            assertEquals(0, drawers(1000));
            assertTrue(renderAgain());
            assertTrue(kept);
        }
        assertEquals(-1, rendered.place(page), "all are new");
        assertEquals(MEMORY, rendered.bytes());
        rest.release();
    }

    @Test
    void whereThereIsNoRoomWhatIsSentNoMoreMakesIt() {
        speak(0, 0);
        plan = ReplicationPlan.empty().with(new ReplicationDecision.Migrate("/i.png", 1, "one"));
        chooseLinks();
        ByteBuf rest = Objects.requireNonNull(rendered.room(page, 1, (int) (MEMORY - rendered.bytes())));
        ticker.advance(AGE);
        assertEquals(1, drawers(1), "its time is over");
        chooseLinks();
        assertTrue(kept);
        rest.release();
    }

    @Test
    void whatEndsSoonerSinceSomebodyMayFallSilentIsDueSooner() {
        speak(0, 0);
        ticker.advance(SILENCE.minusMillis(20));
        fill();
        ticker.advance(Duration.ofMillis(9));
        assertEquals(0, drawers(1000));
        assertEquals(0, begun);
        ticker.advance(Duration.ofMillis(1));
        assertEquals(0, drawers(1000));
        assertEquals(1, begun);
    }

    @Test
    void whoFallsSilentIsInNothingThatIsSent() {
        speak(0, 0);
        ticker.advance(SILENCE.minusMillis(1));
        fill();
        assertEquals(0, drawers(100));
        ticker.advance(Duration.ofMillis(1));
        assertEquals(100, drawers(100), "before their time is over");
        ticker.advance(Duration.ofNanos(1));
        chooseLinks();
        assertEquals(HTML, sent(Objects.requireNonNull(page.variants().at(0))));
    }

    @Test
    void whatFindsNoRoomIsNotKept() {
        assertNull(rendered.room(page, 0, MEMORY + 1));
        ByteBuf all = Objects.requireNonNull(rendered.room(page, 0, MEMORY));
        assertNull(rendered.room(page, 0, 1));
        speak(0, 0);
        plan = ReplicationPlan.empty().with(new ReplicationDecision.Migrate("/i.png", 1, "one"));
        chooseLinks();
        assertNull(page.variants().at(0));
        all.release();
        chooseLinks();
        assertNotNull(page.variants().at(0));
    }

    @Test
    void whatIsSentNoMoreGivesItsBytesBackWhoeverAsks() {
        speak(0, 0);
        plan = ReplicationPlan.empty().with(new ReplicationDecision.Migrate("/i.png", 1, "one"));
        fill();
        RenderedVariant any = Objects.requireNonNull(any());
        StoredDocument onItsWay = Objects.requireNonNull(any.document());
        assertTrue(onItsWay.tryRetain());
        rendered.sweep();
        assertEquals(0, drawers(100), "the good ones stay");
        ticker.advance(AGE);
        rendered.sweep();
        assertEquals(onItsWay.body().capacity(), rendered.bytes());
        assertFalse(any.use(), "retired");
        onItsWay.release();
        assertEquals(0, rendered.bytes());
    }

    @Test
    void eachResponseCountsWhatItLedTo() {
        speak(0, 0);
        plan = ReplicationPlan.empty().with(new ReplicationDecision.Migrate("/i.png", 1, "one"));
        fill();
        for (int i = 0; i < 100; i++) {
            assertTrue(Objects.requireNonNull(any()).use());
        }
        rendered.settle();
        rendered.settle();
        assertEquals(Map.of("/i.png", 100L), asked);
        assertEquals(100, group.counts().of(Event.PAGES));
        assertEquals(200, group.counts().of(Event.LINKS));
        assertTrue(Objects.requireNonNull(any()).use());
        rendered.close();
        assertEquals(101, group.counts().of(Event.PAGES));
    }

    @Test
    void noUseIsLostOrCountedTwiceWhenItIsRetired() throws Exception {
        for (int round = 0; round < 200; round++) {
            RenderedVariant one = new RenderedVariant(
                    null, new RenderedVariant.Terms(plan, 0, 0, 1), new PageLinkChoices(new byte[0][], List.of(), 0));
            AtomicBoolean ended = new AtomicBoolean();
            try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
                List<Future<Long>> users = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    users.add(threads.submit(() -> {
                        long used = 0;
                        while (one.use()) {
                            used++;
                        }
                        return used;
                    }));
                }
                Future<Long> settler = threads.submit(() -> {
                    long settled = 0;
                    while (!ended.get()) {
                        settled += one.takeUses();
                    }
                    return settled;
                });
                long atTheEnd = one.retire();
                ended.set(true);
                assertEquals(0, one.retire());
                assertEquals(users.get(0).get() + users.get(1).get(), settler.get() + atTheEnd);
            }
        }
    }

    @Test
    void whatIsAskedForNowAndThenIsDrawnTwiceInItsTimeAndNotForEachResponse() {
        speak(0, 0);
        ticker.advance(Duration.ofMillis(1));
        int variants = 0;
        int interval = 10;
        for (int i = 0; i < 100; i++) {
            RenderedVariant any = any();
            if (any == null) {
                chooseLinks();
                variants++;
            } else {
                assertTrue(any.use());
            }
            variants += renderAgain() ? 1 : 0;
            ticker.advance(AGE.dividedBy(interval));
            if (i % interval == 0) {
                speak(0, 0);
            }
        }
        assertTrue(variants >= 100 / interval && variants <= 3 * 100 / interval, "drawn " + variants + " times");
    }

    @Test
    void whatIsAskedForOftenFillsItsDeck() {
        speak(0, 0);
        for (int i = 0; i < 1000; i++) {
            RenderedVariant any = any();
            if (any == null) {
                chooseLinks();
            } else {
                assertTrue(any.use());
            }
            renderAgain();
        }
        for (int place = 0; place < RenderedVariantSet.MOST; place++) {
            assertNotNull(page.variants().at(place), "place " + place);
        }
        assertEquals(-1, rendered.place(page));
    }

    /** A minute of 500 requests a second: as often to each server as if each response had been chosen for itself. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void overManyResponsesEachServerGetsItsShareByLoad(long seed) {
        RandomGenerator loads = random(seed);
        double loadOfOne = 20 + loads.nextInt(200);
        double loadOfTwo = 20 + loads.nextInt(200);
        group.own(new ServerLoad(100));
        speak(loadOfOne, loadOfTwo);
        Map<String, Integer> sent = new HashMap<>();
        Map<String, Integer> chosen = new HashMap<>();
        int variants = 0;
        for (int i = 0; i < 30_000; i++) {
            ticker.advance(Duration.ofMillis(2));
            if (i % 100 == 0) {
                speak(loadOfOne, loadOfTwo);
            }
            RenderedVariant any = any();
            String text;
            if (any == null) {
                PageLinkChoices choice = chooseLinks();
                variants++;
                text = choice.links() == 0 ? HTML : new String(choice.before()[0], StandardCharsets.US_ASCII);
            } else {
                assertTrue(any.use());
                text = sent(any);
                text = text.substring(0, text.indexOf("<p>"));
            }
            variants += renderAgain() ? 1 : 0;
            sent.merge(server(text), 1, Integer::sum);
            chosen.merge(
                    new LinkServerSelector(group.own(), group.heard().loads())
                            .choose(plan.find("/i.png"), loads)
                            .orElse("home"),
                    1,
                    Integer::sum);
        }
        assertTrue(variants > 1_000 && variants < 6_000, "drawn " + variants + " times");
        for (String server : List.of("home", "one", "two")) {
            double got = sent.getOrDefault(server, 0) / 30_000.0;
            double due = chosen.getOrDefault(server, 0) / 30_000.0;
            assertEquals(due, got, 0.04, () -> server + ": " + sent + " and not " + chosen);
        }
    }

    private static String server(String text) {
        return text.contains("http://one/") ? "one" : text.contains("http://two/") ? "two" : "home";
    }
}
