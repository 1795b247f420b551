package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.Gosling;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.tools.load.BrowserSessions.Visits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Visitors of a small site. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BrowserSessionsTest {
    private final Map<String, Integer> asked = new ConcurrentSkipListMap<>();

    private Response answer(Request request) {
        String target = RequestTarget.of(request);
        asked.merge(target, 1, Integer::sum);
        return switch (target) {
            case "/old" -> Response.redirect(301, "/");
            case "/" ->
                Response.html(
                        "<link rel=stylesheet href=s.css><img src=a.png><img src=b.png><script src=/j.js></script>"
                                + "<a href=two.html>two</a><a href=https://example.com/>elsewhere</a>");
            case "/two.html" -> Response.html("<img src=a.png><img src=c.png><a href='/'>home</a>");
            case "/absolute" ->
                Response.redirect(301, "http://" + request.headers().first("Host") + "/absolute/");
            case "/absolute/" -> Response.html("<img src=//" + request.headers().first("Host") + "/a.png>");
            case "/broken" -> Response.html("<img src=a.png><img src=gone.png><a href='/broken/two'>two</a>");
            case "/broken/two" -> Response.html("<img src='/gone.png'>");
            case "/gone.png" -> Response.text("gone").withStatus(404);
            default -> Response.text("x".repeat(2000));
        };
    }

    private LoadResult run(int visitors, int pages, long requests) throws Exception {
        try (Gosling server = Gosling.serve(this::answer)) {
            LoadSettings settings = LoadSettings.closed(
                    List.of(TargetServer.near(server.address())), 1, Duration.ofSeconds(40), requests);
            return new BrowserSessions(settings, new Visits(List.of("/old"), visitors, pages, 0, 1)).run(now -> {});
        }
    }

    @Test
    void aVisitFetchesWhatPagesShowOnceAndFollowsLinks() throws Exception {
        // /old, /, four things, two.html, one thing; then another visitor asks for /old.
        LoadResult result = run(1, 2, 9);
        Map<String, Integer> expected = new TreeMap<>(Map.of("/old", 2, "/", 1, "/s.css", 1, "/a.png", 1, "/b.png", 1));
        expected.putAll(Map.of("/j.js", 1, "/two.html", 1, "/c.png", 1));
        assertEquals(expected, asked);
        assertEquals(9, result.loadCounts().requests());
        assertEquals(2, result.loadCounts().pages());
        assertEquals(Map.of(), result.loadCounts().errors());
    }

    /** Somebody sees a page without its image, and not the whole page. */
    @Test
    void aPageThatLacksSomethingIsNotWhole() throws Exception {
        // The image that is not there is asked for again by the page that shows it again.
        LoadResult result = run("/broken", 5);
        assertEquals(Map.of("/broken", 1, "/a.png", 1, "/gone.png", 2, "/broken/two", 1), asked);
        assertEquals(5, result.loadCounts().requests());
        assertEquals(0, result.loadCounts().pages());
    }

    @Test
    void whatNamesTheServerThatIsAskedIsOfIt() throws Exception {
        LoadResult result = run("/absolute", 3);
        assertEquals(Map.of("/absolute", 1, "/absolute/", 1, "/a.png", 1), asked);
        assertEquals(1, result.loadCounts().pages());
    }

    @Test
    void whatIsNotThereIsNoWholePage() throws Exception {
        LoadResult result = run("/gone.png", 3);
        assertEquals(Map.of("/gone.png", 3), asked);
        assertEquals(0, result.loadCounts().pages());
    }

    private LoadResult run(String start, long requests) throws Exception {
        try (Gosling server = Gosling.serve(this::answer)) {
            LoadSettings settings = LoadSettings.closed(
                    List.of(TargetServer.near(server.address())), 1, Duration.ofSeconds(40), requests);
            return new BrowserSessions(settings, new Visits(List.of(start), 1, 2, 0, 1)).run(now -> {});
        }
    }

    @Test
    void manyVisitorsShareTheRequests() throws Exception {
        LoadResult result = run(20, 5, 2000);
        assertEquals(2000, result.loadCounts().requests());
        assertEquals(2000, asked.values().stream().mapToInt(Integer::intValue).sum());
        assertTrue(result.loadCounts().pages() > 100);
        assertTrue(result.loadCounts().pageMillis(50) > 0);
    }

    @Test
    void whoIsStoppedWhileTheyLookAtAPageGo() throws Exception {
        try (Gosling server = Gosling.serve(this::answer)) {
            LoadSettings settings = LoadSettings.closed(
                    List.of(TargetServer.near(server.address())), 1, Duration.ofSeconds(40), Long.MAX_VALUE);
            Visits visits = new Visits(List.of("/"), 3, 5, 600_000, 1);
            BrowserSessions sessions = new BrowserSessions(settings, visits);
            LoadResult result = sessions.run(now -> sessions.stop());
            assertFalse(result.loadCounts().requests() == 0);
            assertTrue(result.seconds() < 40);
        }
    }
}
