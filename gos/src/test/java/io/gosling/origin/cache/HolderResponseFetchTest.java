package io.gosling.origin.cache;

import static io.gosling.gos.space.LoopFetches.LEFT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.ResponseSource;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.LoopFetches;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.origin.upstream.ClusterStage;
import io.gosling.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Responses of an origin that node 1 fetches on an event loop, knowing that node 2 holds them. */
@Timeout(60)
class HolderResponseFetchTest {
    private static final String URL = "http://origin.test/a";

    private final ClusterStage stage = new ClusterStage(2);
    private final LoopFetches fetches = new LoopFetches(HolderResponseFetchTest::text);
    private final ClusterStage.Member n1 = stage.node(1);
    private final UncachedDocumentFetcher cold = n1.handler.held(n1.others.knownHolders(fetches.threads, stage.ticker));

    @AfterEach
    void nothingIsLeft() {
        fetches.end(n1.memory, stage::close);
    }

    /** Has node 2 hold a response, and node 1 know it. */
    private void known(int status, String body, String... fields) throws Exception {
        stage.origin.always(status, body, fields);
        stage.node(2).get("/a");
        n1.get("/a");
        n1.memory.hot().clear();
    }

    private static String text(FetchedDocument fetched) {
        assertEquals(ResponseSource.PEER_MEMORY, fetched.from());
        return new String(fetched.fields().statusLine(), StandardCharsets.US_ASCII)
                + new String(fetched.fields().ok(), StandardCharsets.US_ASCII)
                + fetched.document().body().toString(StandardCharsets.UTF_8);
    }

    private String fetch() throws InterruptedException {
        return fetches.fetch(cold, URL);
    }

    @Test
    void aFreshResponseIsSentAndThenStored() throws Exception {
        known(200, "hello", "Cache-Control", "max-age=100", "ETag", "\"1\"", "Content-Type", "text/plain");
        int requests = stage.origin.asked.size();
        String sent = fetch();
        assertTrue(sent.startsWith("HTTP/1.1 200 OK\r\n"), sent);
        assertTrue(sent.contains("Cache-Status: n1; fwd=uri-miss; detail=peer\r\n"), sent);
        assertTrue(sent.endsWith("Content-Length: 5\r\nhello"), sent);
        Eventually.that("it is stored", () -> n1.memory.hot().holds(URL));
        assertEquals("hello", n1.get("/a").responseText());
        assertEquals(requests, stage.origin.asked.size());
        assertFalse(fetches.begins(cold, URL), "it is hot");
    }

    @Test
    void aStoredErrorKeepsItsStatus() throws Exception {
        known(404, "no", "Cache-Control", "max-age=100");
        assertTrue(fetch().startsWith("HTTP/1.1 404 Not Found\r\n"));
    }

    @Test
    void aStaleOneIsLeftToTheWorkerPath() throws Exception {
        known(200, "hello", "Cache-Control", "max-age=100");
        stage.ticker.advance(Duration.ofSeconds(101));
        assertEquals(LEFT, fetch());
    }

    @Test
    void oneThatVariesByNowIsLeftToTheWorkerPath() throws Exception {
        known(200, "hello", "Cache-Control", "max-age=100");
        stage.node(2).memory.hot().clear();
        stage.origin.always(200, "hallo", "Cache-Control", "max-age=100", "Vary", "Accept-Language");
        stage.node(2).get("/a");
        assertEquals(LEFT, fetch());
    }

    @Test
    void oneThatIsPurgedMeanwhileIsNotSent() throws Exception {
        known(200, "hello", "Cache-Control", "max-age=100", "Surrogate-Key", "sport");
        stage.beforeAnswer = () -> n1.memory.purges().add(List.of(new PurgeTarget.Tag("sport")));
        assertEquals(LEFT, fetch());
        assertFalse(n1.memory.hot().holds(URL));
    }

    @Test
    void oneFromBeforeAChangeThroughThisNodeIsNotSent() throws Exception {
        known(200, "hello", "Cache-Control", "max-age=100");
        stage.ticker.advance(Duration.ofSeconds(1));
        n1.handler.purgedAlone(List.of(new PurgeTarget.Key(URL)));
        assertEquals(LEFT, fetch());
    }

    @Test
    void aHolderThatHasDroppedItIsForgotten() throws Exception {
        known(200, "hello", "Cache-Control", "max-age=100");
        stage.node(2).memory.hot().clear();
        assertEquals(LEFT, fetch());
        assertFalse(n1.memory.localObjects().asked(URL).isHeldElsewhere(1));
    }

    @Test
    void aHolderWhoseResponseIsTooLargeIsStillKnown() throws Exception {
        known(200, "x".repeat((64 << 10) + 1), "Cache-Control", "max-age=100");
        assertEquals(LEFT, fetch());
        assertTrue(n1.memory.localObjects().asked(URL).isHeldElsewhere(1));
    }

    @Test
    void responsesThatVaryAreLeftToTheWorkerPathWithoutAQuestion() throws Exception {
        known(200, "hello", "Cache-Control", "max-age=100", "Vary", "Accept-Language");
        assertFalse(cold.mayFetch(URL));
        assertFalse(fetches.begins(cold, URL));
    }
}
