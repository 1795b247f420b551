package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes behind a front-end that takes turns, each with memory for a quarter of a real site: what one node has
 * not, another one often has.
 */
// In a plain build: OneRequestForAllNodesTest and GlobalObjectSpaceTest of gos.
@Tag("lab")
class A2_MemoryIsSharedIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static Path site = Path.of(".");
    private static long siteBytes;
    private static Path rareReports = Path.of(".");

    @BeforeAll
    static void fetchSite(@TempDir Path folder) throws Exception {
        // Reports fill an emptied table within a second: too quick to see what the table is good for.
        rareReports = Files.writeString(folder.resolve("node.yaml"), "report:\n  interval: 1m\n");
        site = DebianSite.POSTGRESQL.directory();
        try (Stream<Path> files = Files.walk(site, FileVisitOption.FOLLOW_LINKS)) {
            siteBytes = files.filter(Files::isRegularFile)
                    .mapToLong(A2_MemoryIsSharedIT::size)
                    .sum();
        }
    }

    @Test
    void nodesAnswerHalfOfEachOthersMissesAndFewerOnceTheTableIsEmptied() throws Exception {
        try (RealCluster cluster = cluster("on");
                CrawlClient fetcher = new CrawlClient(cluster.site(), TIMEOUT)) {
            SiteCrawl crawl = crawl(fetcher);
            CrawlPassCounts first = crawl.follow("/", System::nanoTime);
            CrawlPassCounts second = settled(crawl);

            assertClean(cluster, first, second);
            assertTrue(
                    peerShareOfMisses(second) >= 0.5, () -> CrawlReport.text(List.of(first, second)) + cluster.log());

            // Without the table a node still asks those holders that it knows of from earlier answers.
            double fewer = peerShareOfMisses(second) * 2 / 3;
            CrawlPassCounts blind = blind(cluster, crawl, fewer);

            assertClean(cluster, blind);
            assertTrue(
                    peerShareOfMisses(blind) < fewer, () -> CrawlReport.text(List.of(second, blind)) + cluster.log());
        }
    }

    @Test
    void withoutCooperationEveryMissGoesToTheDisk() throws Exception {
        try (RealCluster cluster = cluster("off");
                CrawlClient fetcher = new CrawlClient(cluster.site(), TIMEOUT)) {
            SiteCrawl crawl = crawl(fetcher);
            CrawlPassCounts first = crawl.follow("/", System::nanoTime);
            CrawlPassCounts second = crawl.again(new Random(1), System::nanoTime);

            assertClean(cluster, first, second);
            assertEquals(0.0, peerShareOfMisses(second), () -> CrawlReport.text(List.of(first, second)));
        }
    }

    /** A pass with an empty table; again, when the reports of that minute came in between and filled it. */
    private static CrawlPassCounts blind(RealCluster cluster, SiteCrawl crawl, double fewer)
            throws IOException, InterruptedException {
        CrawlPassCounts pass;
        int tries = 0;
        do {
            cluster.emptyObjectTable();
            pass = crawl.again(new Random(9), System::nanoTime);
        } while (peerShareOfMisses(pass) >= fewer && ++tries < 4);
        return pass;
    }

    private static RealCluster cluster(String cooperation) throws IOException, InterruptedException {
        return RealCluster.up(
                site.toString(),
                "--nodes",
                "3",
                "--policy",
                "wrr",
                "--memory",
                Long.toString(siteBytes / 4),
                "--cooperation",
                cooperation,
                "--node-config",
                rareReports.toString());
    }

    /**
     * The second pass; on a machine so busy that questions to other nodes ran into their deadlines, a later one, when
     * rows that were missed have been told again.
     */
    private static CrawlPassCounts settled(SiteCrawl crawl) throws InterruptedException {
        CrawlPassCounts pass = crawl.again(new Random(1), System::nanoTime);
        for (int more = 2; more <= 5 && peerShareOfMisses(pass) < 0.5; more++) {
            pass = crawl.again(new Random(more), System::nanoTime);
        }
        return pass;
    }

    private static SiteCrawl crawl(CrawlClient fetcher) {
        return new SiteCrawl(fetcher, Optional.of(ExpectedResponses.under(site)), 8);
    }

    private static void assertClean(RealCluster cluster, CrawlPassCounts... passes) {
        for (CrawlPassCounts pass : passes) {
            assertTrue(pass.clean(), () -> CrawlReport.text(List.of(pass)) + cluster.log());
        }
    }

    /** Of the answers that were not in the memory of the node that was asked: how many came from another's memory. */
    private static double peerShareOfMisses(CrawlPassCounts pass) {
        Map<String, Long> by = pass.byKind;
        double memory = by.getOrDefault("peer", 0L) + by.getOrDefault("home", 0L);
        double disk = by.getOrDefault("disk", 0L) + by.getOrDefault("home-disk", 0L);
        return memory / (memory + disk);
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
