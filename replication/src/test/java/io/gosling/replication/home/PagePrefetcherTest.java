package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentPath;
import io.gosling.document.DocumentSource;
import io.gosling.document.FileStamp;
import io.gosling.document.LookupResult;
import io.gosling.document.RevalidationResult;
import io.gosling.document.StoredDocument;
import io.gosling.replication.members.ReplicationCounts;
import io.gosling.replication.members.ReplicationCounts.Event;
import io.gosling.replication.serve.RunningGroup;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that are in memory before somebody goes there. */
class PagePrefetcherTest {
    @TempDir
    private Path folder;

    @Test
    void aPageThatWasNotInMemoryBringsThoseThatItLeadsTo() throws Exception {
        Wishes wishes =
                Wishes.usual().fromMemory().by(new HomeSettings(SettingValues.none()).with(PageSettings.PREFETCH, 3));
        try (RunningGroup group = RunningGroup.of(2, folder, wishes)) {
            Member home = group.get(0);
            assertTrue(isCold(home, "/about.html"));
            RunningGroup.page(home);
            Eventually.that("the page behind it is in memory", () -> !isCold(home, "/about.html"));
            Eventually.that("and counted", () -> home.replication().counts().of(Event.PREFETCHED) == 1);
        }
    }

    @Test
    void withoutBeingToldNothingIsBrought() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().fromMemory())) {
            Member home = group.get(0);
            RunningGroup.page(home);
            RunningGroup.page(home);
            assertTrue(isCold(home, "/about.html"));
            assertEquals(0, home.replication().counts().of(Event.PREFETCHED));
        }
    }

    private static boolean isCold(Member home, String path) {
        StoredDocument document = Objects.requireNonNull(home.memory).acquire(path, 0);
        if (document != null) {
            document.release();
        }
        return document == null;
    }

    /** A source that says what it is asked for, and answers when it is let. */
    private static final class Asked implements DocumentSource {
        final BlockingQueue<String> paths = new LinkedBlockingQueue<>();
        final Semaphore leave = new Semaphore(0);

        @Override
        public LookupResult find(DocumentPath path) throws IOException {
            paths.add(path.key());
            leave.acquireUninterruptibly();
            if (path.key().startsWith("/bad")) {
                throw new IOException("no disk");
            }
            return new LookupResult.Absent();
        }

        @Override
        public RevalidationResult check(DocumentPath path, @Nullable FileStamp known) {
            return RevalidationResult.UNCHANGED;
        }
    }

    @Test
    void eachPageIsBroughtOnceInAWhileAndAFailureIsNotTheEnd() throws Exception {
        Asked source = new Asked();
        ReplicationCounts counts = new ReplicationCounts();
        ManualTicker ticker = new ManualTicker();
        try (PagePrefetcher prefetch = new PagePrefetcher(source, counts, ticker, true)) {
            source.leave.release(1000);
            prefetch.after(RenderedVariantCacheTest.leadingTo(List.of("/bad", "/one")));
            assertEquals("/bad", source.paths.take());
            assertEquals("/one", source.paths.take());
            prefetch.after(RenderedVariantCacheTest.leadingTo(List.of("/bad", "/one", "/two")));
            assertEquals("/two", source.paths.take());
            ticker.advance(Duration.ofSeconds(10));
            prefetch.after(RenderedVariantCacheTest.leadingTo(List.of("/one")));
            assertEquals("/one", source.paths.take());
            assertEquals(0, counts.of(Event.PREFETCHED), "nothing was there");
        }
    }

    @Test
    void moreThanWaitAreLeftAloneAndCounted() throws Exception {
        Asked source = new Asked();
        ReplicationCounts counts = new ReplicationCounts();
        PagePrefetcher prefetch = new PagePrefetcher(source, counts, () -> 0, true);
        prefetch.after(RenderedVariantCacheTest.leadingTo(List.of("/first")));
        assertEquals("/first", source.paths.take());
        for (int i = 0; i < 300; i++) {
            prefetch.after(RenderedVariantCacheTest.leadingTo(List.of("/n" + i)));
        }
        assertEquals(300 - 256, counts.of(Event.NOT_PREFETCHED));
        source.leave.release(1000);
        prefetch.close();
    }
}
