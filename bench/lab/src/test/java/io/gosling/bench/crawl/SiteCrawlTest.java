package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.crawl.SmallSite.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteCrawlTest {
    @TempDir
    Path directory = Path.of("unset");

    private SmallSite site;

    @SuppressWarnings("NullAway") // filled in before each test
    SiteCrawlTest() {}

    @BeforeEach
    void aSiteOfFiveDocuments() throws IOException {
        site = new SmallSite(directory)
                .page("index.html", "<link rel=stylesheet href=s.css><a href=a.html>a</a><a href='sub'>sub</a>")
                .page("a.html", "<a href='./#top'>home</a><a href='index.html'>home by name</a><img src=p.png>")
                .page("sub/index.html", "<a href=../a.html>a</a><a href=https://example.org/>out</a>")
                .page("s.css", "p { background: url(p.png) }")
                .page("p.png", "not really a picture");
    }

    @AfterEach
    void stop() {
        site.close();
    }

    @Test
    void everyDocumentThatIsLinkedFromAnywhereIsAskedForOnce() throws InterruptedException {
        CrawlPassCounts pass = crawl(1).getFirst();
        assertTrue(pass.clean(), () -> CrawlReport.text(List.of(pass)));
        // "/" and "/index.html" are two addresses of one file; "/sub" is a redirect to "/sub/".
        assertEquals(7, pass.requests);
        assertEquals(Map.of("200", 6L, "301", 1L), pass.byStatus);
    }

    @Test
    void theSecondPassAsksForTheSameAndSeesWhoAnswersNow() throws InterruptedException {
        List<CrawlPassCounts> passes = crawl(2);
        assertEquals(Map.of("disk", 6L), passes.get(0).byKind);
        assertEquals(Map.of("hit", 6L), passes.get(1).byKind);
        assertEquals(passes.get(0).requests, passes.get(1).requests);
    }

    @Test
    void wrongBytesAreADifferenceAndSayWhere() throws InterruptedException {
        site.fault("/p.png", Fault.OTHER_BYTES);
        CrawlPassCounts pass = crawl(1).getFirst();
        assertFalse(pass.clean());
        assertEquals(1, pass.differences.size());
        assertTrue(pass.differences.getFirst().contains("/p.png (linked from /"), pass.differences::toString);
        assertTrue(pass.differences.getFirst().contains("differ from offset 0"), pass.differences::toString);
    }

    @Test
    void anAnswerForAFileThatDoesNotExistIsADifference() throws Exception {
        site.page("a.html", "<a href=ghost.html>").fault("/ghost.html", Fault.INVENTED);
        CrawlPassCounts pass = crawl(1).getFirst();
        assertEquals(1, pass.differences.size());
        assertTrue(pass.differences.getFirst().contains("no such file"), pass.differences::toString);
    }

    @Test
    void aBrokenLinkIsTheSitesOwnFault() throws Exception {
        site.page("a.html", "<a href=gone.html>gone</a>");
        CrawlPassCounts pass = crawl(1).getFirst();
        assertTrue(pass.clean());
        assertEquals(List.of("/gone.html (linked from /a.html) status 404"), pass.broken);
    }

    @Test
    void aPathThatBeginsWithTwoSlashesStaysInTheSite() throws Exception {
        site.page("a.html", "<a href='/.//elsewhere.invalid/x'>x</a>");
        CrawlPassCounts pass = crawl(1).getFirst();
        assertTrue(pass.clean(), () -> CrawlReport.text(List.of(pass)));
        assertEquals(List.of("//elsewhere.invalid/x (linked from /a.html) status 404"), pass.broken);
    }

    @Test
    void anErrorOfTheServerIsAFailure() throws InterruptedException {
        site.fault("/s.css", Fault.SERVER_ERROR);
        CrawlPassCounts pass = crawl(1).getFirst();
        assertFalse(pass.clean());
        assertEquals(List.of("/s.css (linked from /) status 500"), pass.failures);
    }

    @Test
    void aRequestWithoutAnAnswerIsToldFromOneThatWasCutOff() throws InterruptedException {
        site.fault("/s.css", Fault.NO_ANSWER).fault("/sub", Fault.CUT_OFF);
        CrawlPassCounts pass = crawl(1).getFirst();
        assertFalse(pass.clean());
        assertEquals(1, pass.failures.size(), pass.failures::toString);
        assertTrue(pass.failures.getFirst().startsWith("/s.css (linked from /) no answer: "));
        assertEquals(1, pass.cutOff.size(), pass.cutOff::toString);
        assertTrue(pass.cutOff.getFirst().startsWith("/sub (linked from /) answer cut off: "));
    }

    @Test
    void aSiteThatAnswersNothingWith200IsNotClean() throws InterruptedException {
        site.fault("/", Fault.SERVER_ERROR);
        assertFalse(crawl(1).getFirst().clean());
    }

    private List<CrawlPassCounts> crawl(int passes) throws InterruptedException {
        List<CrawlPassCounts> done = new ArrayList<>();
        try (CrawlClient fetcher = new CrawlClient(site.address(), Duration.ofSeconds(60))) {
            SiteCrawl crawl = new SiteCrawl(fetcher, Optional.of(ExpectedResponses.under(directory)), 4);
            done.add(crawl.follow("/", System::nanoTime));
            while (done.size() < passes) {
                done.add(crawl.again(new Random(1), System::nanoTime));
            }
        }
        return done;
    }
}
