package io.gosling.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.SmallSite.Fault;
import io.gosling.command.CommandFailure;
import io.gosling.command.ExitCode;
import io.gosling.command.Invocation;
import io.gosling.command.Verb;
import io.gosling.settings.Values;
import io.gosling.tools.process.CalledVerb;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class CrawlVerbTest {
    @TempDir
    Path directory = Path.of("unset");

    private final StringWriter out = new StringWriter();

    @Test
    void theCommandLineFindsTheVerbsOfThisJar() {
        assertTrue(ServiceLoader.load(Verb.class).stream().anyMatch(verb -> verb.type() == CrawlVerb.class));
    }

    @Test
    void aCleanSiteEndsWith0AndAWrongAnswerWith1() throws Exception {
        try (SmallSite site = new SmallSite(directory)) {
            site.page("index.html", "<a href=a.html>").page("a.html", "a \"page\"");
            assertEquals(ExitCode.OK, crawl(site, "--passes", "2"));
            assertTrue(out.toString().contains("pass 2: 2 requests"), out::toString);
            site.fault("/a.html", Fault.OTHER_BYTES);
            assertEquals(ExitCode.FAILURE, crawl(site, "--json"));
            assertTrue(out.toString().contains("\"clean\":false"), out::toString);
        }
    }

    @Test
    void itBeginsWithTheWholeAddressThatItWasGiven() throws Exception {
        try (SmallSite site = new SmallSite(directory)) {
            site.page("a.html", "a page").fault("/a.html", Fault.OTHER_BYTES);
            assertEquals(ExitCode.FAILURE, crawl(site.address().resolve("a.html?q=1"), site));
            assertTrue(out.toString().contains("/a.html?q=1 the bytes differ"), out::toString);
        }
    }

    @Test
    void wrongValuesAreRefusedWithWhatWasExpected() {
        assertThrowsWith("--connections is 0; it must be 1 to 1024", "http://127.0.0.1:1/", "--connections", "0");
        assertThrowsWith("it must be http://HOST:PORT/PATH", "ftp://127.0.0.1/");
        assertThrowsWith("or left out with --group DIR");
        assertThrowsWith("it must be left out with --group", "http://127.0.0.1:1/", "--group", ".");
        assertThrowsWith("it must be left out with --group", "--against", ".", "--group", ".");
        assertThrowsWith("--servers is 2; it must be 3 to 8", "--group", ".", "--servers", "2");
        assertThrowsWith("--pages is 0; it must be 1 to 1000000", "--group", ".", "--pages", "0");
        assertThrowsWith("--shown is -1; it must be 0 to 1000000", "--group", ".", "--shown", "-1");
    }

    @Test
    void whatAGroupHasInAnotherWayIsToldForPeopleAndPrograms() {
        GroupCrawl.Outcome outcome = new GroupCrawl.Outcome(
                List.of(
                        new GroupCrawl.Row("plain", 24, 26, 0, 49, -1, 0, 1.2),
                        new GroupCrawl.Row("through g1", 24, 26, 1, 49, 0.125, 2, 3.4)),
                List.of("through g1: \"/a\" is not there"));
        assertTrue(outcome.markdown().contains("| plain | 24 | 26 | 0 | 49 |  | 0 | 1 |\n"), outcome::markdown);
        assertTrue(
                outcome.markdown().contains("| through g1 | 24 | 26 | 1 | 49 | 13 % | 2 | 3 |\n"), outcome::markdown);
        assertTrue(outcome.markdown().endsWith("wrong: through g1: \"/a\" is not there\n"), outcome::markdown);
        assertTrue(
                outcome.json().contains("\"parts\":49,\"leastPart\":0.125,\"askedAgain\":2,\"seconds\":3.4"),
                outcome::json);
        assertTrue(outcome.json().contains("\\\"/a\\\" is not there"), outcome::json);
    }

    @Test
    void aGroupIsOfADirectoryThatExists() {
        CrawlVerb verb = new CrawlVerb();
        new CommandLine(verb).parseArgs("--group", directory.resolve("gone").toString());
        CommandFailure said = assertThrows(CommandFailure.class, verb::call);
        assertTrue(String.valueOf(said.getMessage()).contains("it must be a directory that exists"), said::toString);
    }

    @Test
    void pagesToShowAreFromEverywhere() {
        List<String> all = List.of("/a", "/b", "/c", "/d", "/e", "/f");
        assertEquals(List.of("/a", "/c", "/e"), GroupCrawl.some(all, 3));
        assertEquals(all, GroupCrawl.some(all, 100));
        assertEquals(List.of(), GroupCrawl.some(List.of(), 3));
    }

    private static void assertThrowsWith(String message, String... args) {
        CalledVerb.isRefused(new CrawlVerb(), message, args);
    }

    private ExitCode crawl(SmallSite site, String... more) throws IOException, InterruptedException {
        return crawl(site.address(), site, more);
    }

    private ExitCode crawl(URI start, SmallSite site, String... more) throws IOException, InterruptedException {
        CrawlVerb verb = new CrawlVerb();
        String[] args = new String[more.length + 3];
        args[0] = start.toString();
        args[1] = "--against";
        args[2] = site.directory().toString();
        System.arraycopy(more, 0, args, 3, more.length);
        new CommandLine(verb).parseArgs(args);
        verb.accept(new Invocation(Values.none(), false, new PrintWriter(out)));
        return verb.call();
    }
}
