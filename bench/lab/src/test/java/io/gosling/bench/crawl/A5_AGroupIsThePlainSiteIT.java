package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.testing.HurriedJava;
import io.gosling.tools.process.ProcessWorkspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real sites on a replica set of four processes: a link checker and a browser find what the plain site has, whichever
 * server they come to, and when others are killed meanwhile. Of each site the first pages are visited. Figures go to
 * {@code target/crawl}.
 */
// In a plain build: GroupCrawlTest.
@Tag("lab")
class A5_AGroupIsThePlainSiteIT {
    private static final int PAGES = 24;
    private static final int SHOWN = 12;
    private static final int SERVERS = 4;
    private static final String HOME = "gosling.home";
    private static final Path CLONE = Path.of("..", "..").toAbsolutePath().normalize();

    /** The servers are started by the launcher of this clone. */
    @BeforeAll
    static void theLauncherIsThatOfThisClone() {
        System.setProperty(HOME, CLONE.toString());
    }

    @AfterAll
    static void theLauncherIsForgotten() {
        System.clearProperty(HOME);
    }

    static List<DebianSite> sites() {
        return List.of(DebianSite.SQLITE, DebianSite.HANDBOOK);
    }

    @ParameterizedTest
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @MethodSource("sites")
    void whicheverServerIsAskedTheSiteIsThePlainOneEvenWhenAnotherIsKilled(DebianSite site) throws Exception {
        boolean browser = Chromium.isInstalled();
        GroupCrawl.Wishes wishes = new GroupCrawl.Wishes(
                part(site.directory()).toRealPath(),
                SERVERS,
                PAGES,
                browser ? SHOWN : 0,
                HurriedJava.environment(CLONE.resolve("node/target/gosling.jar")));
        GroupCrawl.Outcome outcome;
        try (ProcessWorkspace place = ProcessWorkspace.open()) {
            outcome = new GroupCrawl(wishes, System.out::println).run(place);
        }
        Files.writeString(
                Files.createDirectories(Path.of("target", "crawl")).resolve(site.packageName() + ".md"),
                outcome.markdown());
        assertEquals(List.of(), outcome.faults(), outcome::markdown);
        List<Integer> pages = outcome.rows().stream().map(GroupCrawl.Row::pages).toList();
        // On the plain site, through each server, and through the first one after another is killed.
        List<Integer> due = new ArrayList<>(Collections.nCopies(1 + SERVERS + 1, PAGES));
        if (browser) {
            due.add(1 + SERVERS, SHOWN);
        }
        assertEquals(due, pages, outcome::markdown);
        assumeTrue(browser, "all but the browser's part, since there is no chromium here");
    }

    /** Of a large site's translations one is enough. */
    private static Path part(Path directory) {
        Path english = directory.resolve("en-US");
        return Files.isDirectory(english) ? english : directory;
    }
}
