package io.gosling.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.gosling.bench.process.TypedVerb;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real sites on a group of four processes that hold copies for each other: a link checker and a browser find what the plain
 * site has, whichever server they come to, and when others are killed meanwhile. Here the first pages of each; all of them by
 * the same command, as it stands in the documents. Figures go to {@code target/crawl}.
 */
// In a plain build: CrawlVerbTest.
@Tag("lab")
class A5_AGroupIsThePlainSiteIT {
    private static final int PAGES = 24;
    private static final int SHOWN = 12;
    private static final int SERVERS = 4;
    /** Lines of the table above the first walk. */
    private static final int HEAD = 2;

    @TempDir
    private Path folder = Path.of(".");

    static List<DebianSite> sites() {
        return List.of(DebianSite.SQLITE, DebianSite.HANDBOOK);
    }

    @ParameterizedTest
    @MethodSource("sites")
    void whicheverServerIsAskedTheSiteIsThePlainOneEvenWhenAnotherIsKilled(DebianSite site) throws Exception {
        boolean browser = Chromium.isInstalled();
        TypedVerb run = TypedVerb.run(
                folder,
                "crawl",
                "--group",
                part(site.directory()).toString(),
                "--pages",
                Integer.toString(PAGES),
                "--shown",
                Integer.toString(browser ? SHOWN : 0));
        List<String> table = Files.readAllLines(folder.resolve("out"));
        Files.write(Files.createDirectories(Path.of("target", "crawl")).resolve(site.packageName() + ".md"), table);
        assertFalse(run.told().contains("wrong: "), run::told);
        List<Integer> pages = table.stream()
                .skip(HEAD)
                .map(row -> Integer.parseInt(row.split(" \\| ")[1]))
                .toList();
        List<Integer> due = new ArrayList<>(Collections.nCopies(1 + SERVERS + 1, PAGES));
        if (browser) {
            due.add(1 + SERVERS, SHOWN);
        }
        assertEquals(due, pages, run::told);
        assumeTrue(browser, "all but the browser's part, since there is no chromium here");
    }

    /** Of a large site's translations one is enough. */
    private static Path part(Path directory) {
        Path english = directory.resolve("en-US");
        return Files.isDirectory(english) ? english : directory;
    }
}
