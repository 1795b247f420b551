package io.gosling.bench;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A cluster of processes answers every link of a real site with the bytes of the files. */
class A1_EveryLinkOfARealSiteIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    static List<DebianSite> sites() {
        return List.of(DebianSite.POSTGRESQL, DebianSite.SQLITE);
    }

    @ParameterizedTest
    @MethodSource("sites")
    void theCrawlFindsNoDifference(DebianSite site) throws Exception {
        Path directory = site.directory();
        try (RealCluster cluster = RealCluster.up(directory.toString(), "--nodes", "3", "--memory", "16m");
                Fetcher fetcher = new Fetcher(cluster.site(), PATIENCE)) {
            Pass first = crawl(fetcher, directory);

            assertTrue(first.clean(), () -> CrawlReport.text(List.of(first)) + cluster.log());
            assertTrue(first.byStatus().getOrDefault("200", 0L) > 500, () -> CrawlReport.text(List.of(first)));
        }
    }

    @Test
    void aKilledNodeFailsNoRequestWhoseAnswerHadNotBegun() throws Exception {
        Path directory = DebianSite.POSTGRESQL.directory();
        try (RealCluster cluster = RealCluster.up(directory.toString(), "--nodes", "3", "--memory", "16m");
                Fetcher fetcher = new Fetcher(cluster.site(), PATIENCE);
                ExecutorService background = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Pass> crawling = background.submit((Callable<Pass>) () -> crawl(fetcher, directory));
            Eventually.that("the crawl is under way", () -> fetcher.asked() > 200);
            ProcessHandle victim = Objects.requireNonNull(cluster.nodes().get("n2"));

            assertTrue(victim.destroyForcibly(), "n2 could not be killed");
            Pass pass = crawling.get();

            assertTrue(pass.requests() > 1000, () -> CrawlReport.text(List.of(pass)));
            assertEquals(List.of(), pass.failures(), () -> CrawlReport.text(List.of(pass)) + cluster.log());
            assertEquals(List.of(), pass.differences());
        }
    }

    private static Pass crawl(Fetcher fetcher, Path directory) throws InterruptedException {
        return new Crawl(fetcher, Optional.of(SiteFiles.under(directory)), 8).follow("/", System::nanoTime);
    }
}
