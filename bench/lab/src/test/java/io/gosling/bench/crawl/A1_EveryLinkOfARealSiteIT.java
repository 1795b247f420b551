package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Eventually;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cluster of processes answers every link of a real site with the bytes of the files. */
// In a plain build: CrawlTest.
@Tag("lab")
class A1_EveryLinkOfARealSiteIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Test
    void theCrawlFindsNoDifference() throws Exception {
        Path directory = DebianSite.SQLITE.directory();
        try (RealCluster cluster = cluster(directory);
                CrawlClient fetcher = new CrawlClient(cluster.site(), TIMEOUT)) {
            assertEveryLinkIsRight(cluster, fetcher, directory);
            cluster.stop();
        }
    }

    @Test
    void aKilledNodeFailsNoRequestWhoseAnswerHadNotBegunAndTheOthersHaveEverything() throws Exception {
        Path directory = DebianSite.POSTGRESQL.directory();
        try (RealCluster cluster = cluster(directory);
                CrawlClient fetcher = new CrawlClient(cluster.site(), TIMEOUT);
                ExecutorService background = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<CrawlPassCounts> crawling =
                    background.submit((Callable<CrawlPassCounts>) () -> crawl(fetcher, directory));
            Eventually.that("the crawl is under way", () -> fetcher.asked() > 200);
            ProcessHandle victim = Objects.requireNonNull(cluster.nodes().get("n2"));

            assertTrue(victim.destroyForcibly(), "n2 could not be killed");
            CrawlPassCounts pass = crawling.get();

            assertTrue(pass.requests > 1000, () -> CrawlReport.text(List.of(pass)));
            assertEquals(List.of(), pass.failures, () -> CrawlReport.text(List.of(pass)) + cluster.log());
            assertEquals(List.of(), pass.differences);
            assertEveryLinkIsRight(cluster, fetcher, directory);
        }
    }

    private static RealCluster cluster(Path directory) throws Exception {
        return RealCluster.up(directory.toString(), "--nodes", "3", "--memory", "16m");
    }

    private static void assertEveryLinkIsRight(RealCluster cluster, CrawlClient fetcher, Path directory)
            throws InterruptedException {
        CrawlPassCounts pass = crawl(fetcher, directory);
        assertTrue(pass.clean(), () -> CrawlReport.text(List.of(pass)) + cluster.log());
        assertTrue(pass.byStatus.getOrDefault("200", 0L) > 500, () -> CrawlReport.text(List.of(pass)));
    }

    private static CrawlPassCounts crawl(CrawlClient fetcher, Path directory) throws InterruptedException {
        return new SiteCrawl(fetcher, Optional.of(ExpectedResponses.under(directory)), 8).follow("/", System::nanoTime);
    }
}
