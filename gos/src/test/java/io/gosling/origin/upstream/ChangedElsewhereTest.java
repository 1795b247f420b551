package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.purge.message.PurgeSelector;
import io.gosling.testing.FakeExchange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the announcements of unsafe requests to other nodes. */
class ChangedElsewhereTest {
    private final ClusterStage stage = new ClusterStage(2);
    private final List<String> urgent = new ArrayList<>();
    private final List<String> rest = new ArrayList<>();

    ChangedElsewhereTest() {
        stage.node(2).others.tellBy((what, soon) -> {
            for (PurgeSelector name : what) {
                (soon ? urgent : rest).add(name.name());
            }
        });
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private void post(String target, String... answer) throws Exception {
        stage.origin.always(200, "done", answer);
        FakeExchange.post(target, "x").answeredBy(stage.node(2).handler);
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100");
    }

    private static String named(String target) {
        return "/~gosling/changed/url://origin.test" + target;
    }

    @Test
    void theRowSaysHowSoonAndNeverWhether() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100");
        stage.node(1).get("/a");
        post("/a");
        assertEquals(List.of(named("/a")), urgent);
        post("/b");
        assertEquals(List.of(named("/b")), rest);
        stage.node(2).get("/own");
        post("/own");
        assertEquals(List.of(named("/b"), named("/own")), rest, "only this node has had it");
        stage.table.silent = true;
        post("/c");
        assertEquals(List.of(named("/a"), named("/c")), urgent, "nobody says that nobody has it");
    }

    @Test
    void whereResponsesAreInTheRepositoryTheTableDoesNotSayThatNobodyHasThem() throws Exception {
        try (ClusterStage other = new ClusterStage(
                2, settings -> settings.with(OriginSettings.CACHE, OriginSettings.CacheStore.REPOSITORY))) {
            List<Boolean> soon = new ArrayList<>();
            other.node(2).others.tellBy((what, now) -> soon.add(now));
            other.origin.always(200, "done");
            FakeExchange.post("/b", "x").answeredBy(other.node(2).handler);
            assertEquals(List.of(true), soon);
        }
    }

    @Test
    void whatTheAnswerNamesIsToldTooAndGroupsAreUrgent() throws Exception {
        post("/a", "Location", "/b", "Content-Location", "http://elsewhere.test/c");
        assertEquals(List.of(named("/a"), named("/b")), rest);
        post("/d", "Cache-Group-Invalidation", "\"front\"");
        assertEquals(List.of(named("/d"), "/~gosling/changed/tag/front"), urgent);
    }

    @Test
    void whatFailedOrOnlyAsksHasChangedNothing() throws Exception {
        stage.origin.always(409, "no");
        FakeExchange.post("/a", "x").answeredBy(stage.node(2).handler);
        stage.origin.always(200, "ok");
        FakeExchange.of("OPTIONS", "/a").answeredBy(stage.node(2).handler);
        assertTrue(urgent.isEmpty() && rest.isEmpty());
    }

    @Test
    void ofAUrlThatVariesTheRowSaysNothing() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100", "Vary", "Accept-Language");
        stage.node(2).get("/a", "Accept-Language", "de");
        post("/a");
        assertEquals(List.of(named("/a")), urgent);
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100", "Vary", "Accept-Language");
        stage.node(1).get("/a/b", "Accept-Language", "de");
        post("/a/b");
        assertEquals(
                List.of(named("/a"), named("/a/b")), urgent, "where some do, those that only others have had may too");
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100");
        stage.node(2).get("/a/plain");
        post("/a/plain");
        assertEquals(List.of(named("/a/plain")), rest, "this one is known not to");
        post("/track");
        post("/api/track");
        assertEquals(
                List.of(named("/a/plain"), named("/track"), named("/api/track")),
                rest,
                "nothing varied in these parts of the site");
    }

    @Test
    void aQueryIsNoPartOfASite() throws Exception {
        stage.origin.always(200, "hello", "Cache-Control", "max-age=100", "Vary", "Accept-Language");
        stage.node(2).get("/search?q=either/or", "Accept-Language", "de");
        post("/search?q=x");
        post("/other?q=either/or");
        assertEquals(List.of(named("/search?q=x")), urgent);
        assertEquals(List.of(named("/other?q=either/or")), rest);
    }
}
