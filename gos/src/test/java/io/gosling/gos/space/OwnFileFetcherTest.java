package io.gosling.gos.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.PreparedHeaders;
import io.gosling.document.ResponseSource;
import io.gosling.document.StoredDocument;
import io.gosling.document.Ticker;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.ObjectSpaceStatistics.Event;
import io.gosling.gos.memory.DocumentFetch;
import io.gosling.gos.memory.DocumentFetchOutcome;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.http.documents.FetchedDocument;
import io.gosling.http.documents.UncachedDocumentFetcher;
import io.gosling.testing.Eventually;
import io.netty.channel.DefaultEventLoop;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Documents that are fetched for event loops, by a node that shares with nobody. */
@Timeout(60)
class OwnFileFetcherTest {
    private final InProcessCluster cluster = new InProcessCluster();
    private final StorageThreads storageThreads = new StorageThreads(1, Ticker.system());
    private final EventLoop loop = new DefaultEventLoop();
    private InProcessCluster.Member n1;

    @BeforeEach
    void start() {
        cluster.table.alone = true;
        n1 = cluster.add("n1", s -> s.withCache(CacheSettings.of(10_000)));
        n1.files.readsInto = true;
    }

    @AfterEach
    void nothingIsLeft() {
        storageThreads.close();
        loop.shutdownGracefully();
        cluster.close();
        Eventually.that(
                "all bytes are given back", () -> n1.memory.hot().inUse().now() == 0);
    }

    private static String text(FetchedDocument fetched) {
        return fetched.document().body().toString(StandardCharsets.UTF_8);
    }

    private @Nullable String fetch(String key) throws IOException {
        FetchedDocument fetched = n1.space.fetchCold(key);
        if (fetched == null) {
            return null;
        }
        try {
            return fetched.from().label() + ": " + text(fetched);
        } finally {
            fetched.document().release();
        }
    }

    /** The receiver of one fetch. */
    private static final class Asked implements UncachedDocumentFetcher.Receiver {
        final LinkedBlockingQueue<Object> results = new LinkedBlockingQueue<>();
        volatile boolean wanted = true;

        @Override
        public boolean begins() {
            if (!wanted) {
                results.add("unwanted");
            }
            return wanted;
        }

        @Override
        public void done(@Nullable FetchedDocument document) {
            results.add(document == null ? "none" : document);
        }

        Object result() throws InterruptedException {
            return Objects.requireNonNull(results.poll(30, TimeUnit.SECONDS));
        }
    }

    @Test
    void aFileIsReadByAnotherThreadAndStored() throws Exception {
        n1.files.write("/a", "alpha");
        UncachedDocumentFetcher cold = n1.space.cold(storageThreads);
        Asked asked = new Asked();
        assertTrue(cold.fetch("/a", loop, asked));
        FetchedDocument fetched = (FetchedDocument) asked.result();
        assertEquals("alpha", text(fetched));
        assertEquals(ResponseSource.LOCAL_DISK, fetched.from());
        String fields = new String(fetched.fields().ok(), StandardCharsets.US_ASCII);
        assertTrue(fields.contains("Cache-Status: n1; fwd=miss; detail=disk\r\n"), fields);
        fetched.document().release();
        StoredDocument hot = Objects.requireNonNull(n1.memory.hot().acquire("/a", cluster.ticker.nanos()));
        assertEquals(
                fields.replace("fwd=miss; detail=disk", "hit"),
                new String(hot.fields().ok(), StandardCharsets.US_ASCII));
        assertTrue(hot.fields().hasValidators());
        hot.release();
        assertFalse(cold.fetch("/a", loop, asked));
        assertEquals(1, n1.files.finds.get());
        assertEquals(2, n1.memory.localObjects().asked("/a").accesses());
    }

    @Test
    void whatIsNoLongerWantedIsNotRead() throws Exception {
        n1.files.write("/a", "alpha");
        Asked asked = new Asked();
        asked.wanted = false;
        assertTrue(n1.space.cold(storageThreads).fetch("/a", loop, asked));
        assertEquals("unwanted", asked.result());
        assertEquals(0, n1.files.finds.get());
    }

    @Test
    void whatIsRefusedIsServedWithoutHeadersForMemoryAndFreed() throws IOException {
        n1.files.write("/favourite", new byte[1000]);
        n1.get("/favourite");
        for (int i = 0; i < 100; i++) {
            StoredDocument hot = Objects.requireNonNull(n1.memory.hot().acquire("/favourite", cluster.ticker.nanos()));
            hot.release();
        }
        n1.files.write("/large", new byte[1200]);
        for (int i = 0; i < 8; i++) {
            n1.files.write("/" + i, new byte[1000]);
            for (int j = 0; j < 100; j++) {
                n1.get("/" + i);
            }
        }
        long refused = n1.count(Event.FETCHES_REFUSED);
        FetchedDocument fetched = Objects.requireNonNull(n1.space.fetchCold("/large"));
        assertEquals(refused + 1, n1.count(Event.FETCHES_REFUSED));
        assertFalse(n1.memory.hot().holds("/large"));
        assertTrue(fetched.document().fields().isNone());
        assertFalse(fetched.fields().isNone());
        assertEquals(1200, fetched.document().body().readableBytes());
        fetched.document().release();
        assertEquals(0, fetched.document().body().refCnt());
    }

    @Test
    void whatIsNoFileIsLeftToTheWorkerPath() throws IOException {
        assertNull(fetch("/missing"));
        assertNull(n1.memory.localObjects().find("/missing"));
        assertNull(fetch("/a/../b"));
        assertNull(fetch("/%"));
        n1.files.write("/large", new byte[20_000]);
        assertNull(fetch("/large"));
        assertEquals("local-disk of n1: ", n1.get("/large").substring(0, 18));
    }

    @Test
    void aDiskThatFailsIsLeftToTheWorkerPath() throws Exception {
        n1.files.write("/a", "alpha");
        n1.files.failWith(new IOException("planted"));
        Asked asked = new Asked();
        assertTrue(n1.space.cold(storageThreads).fetch("/a", loop, asked));
        assertEquals("none", asked.result());
        n1.files.failWith(null);
        assertEquals("local-disk: alpha", fetch("/a"));
    }

    @Test
    void aNodeThatSharesReadsNoFile() throws Exception {
        n1.files.write("/a", "alpha");
        cluster.table.alone = false;
        Asked asked = new Asked();
        assertTrue(n1.space.cold(storageThreads).fetch("/a", loop, asked));
        assertEquals("none", asked.result());
        assertNull(fetch("/a"));
        assertEquals(0, n1.files.finds.get());
    }

    @Test
    void aNodeWithoutALeaseLeavesAllToTheWorkerPath() throws IOException {
        n1.files.write("/a", "alpha");
        n1.memory.hot().serveBy(now -> false);
        assertFalse(n1.space.cold(storageThreads).fetch("/a", loop, new Asked()));
        assertNull(fetch("/a"));
        assertEquals(0, n1.files.finds.get());
    }

    @Test
    void aFetchUnderWayIsNotRepeated() throws IOException {
        n1.files.write("/a", "alpha");
        DocumentFetch other = Objects.requireNonNull(n1.memory.fetches().lead("/a"));
        assertNull(fetch("/a"));
        n1.memory.fetches().finish(other, new DocumentFetchOutcome.EachAlone());
        assertEquals("local-disk: alpha", fetch("/a"));
    }

    @Test
    void aRequestOfAWorkerPathSharesTheFetch() throws Exception {
        n1.files.write("/a", "alpha");
        var shared = new LinkedBlockingQueue<String>();
        n1.files.beforeFind(() -> {
            n1.files.beforeFind(() -> {});
            Thread.ofVirtual().start(() -> shared.add(n1.get("/a")));
            Eventually.that(
                    "it waits", () -> n1.memory.localObjects().asked("/a").accesses() == 1);
        });
        assertEquals("local-disk: alpha", fetch("/a"));
        String other = Objects.requireNonNull(shared.poll(30, TimeUnit.SECONDS));
        assertTrue(other.endsWith(" of n1: alpha"), other);
        assertEquals(1, n1.files.finds.get());
    }

    @Test
    void bytesThatAPurgeOvertakesAreServedAndNotStored() throws IOException {
        n1.files.write("/a", "alpha");
        n1.files.beforeFind(() -> n1.memory.purges().add(List.of(new PurgeTarget.Key("/a"))));
        assertEquals("local-disk: alpha", fetch("/a"));
        assertFalse(n1.memory.hot().holds("/a"));
        assertEquals(1, n1.count(Event.FETCHES_OVERTAKEN));
    }

    @Test
    void whatHasNoPreparedHeadersIsLeftToTheWorkerPath() throws IOException {
        n1.files.write("/a", "alpha");
        n1.memory.hot().prepareBy((path, document, from) -> PreparedHeaders.none());
        assertNull(fetch("/a"));
        assertNotNull(n1.memory.localObjects().find("/a"));
    }
}
