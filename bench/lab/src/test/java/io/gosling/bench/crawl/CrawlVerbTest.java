package io.gosling.bench.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.bench.crawl.SmallSite.Fault;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.command.Verb;
import io.gosling.command.VerbInvocation;
import io.gosling.settings.SettingValues;
import io.gosling.tools.process.CalledVerb;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
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
            assertEquals(ExitCode.FAILURE, crawl(site));
            assertTrue(out.toString().contains("/a.html (linked from /) the bytes differ"), out::toString);
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
        assertThrowsWith("it must be http://HOST:PORT/PATH");
    }

    @Test
    void theDirectoryOfASiteExists() {
        CrawlVerb verb = new CrawlVerb();
        new CommandLine(verb)
                .parseArgs(
                        "http://127.0.0.1:1/",
                        "--against",
                        directory.resolve("gone").toString());
        CommandFailureException said = assertThrows(CommandFailureException.class, verb::call);
        assertTrue(String.valueOf(said.getMessage()).contains("it must be a directory that exists"), said::toString);
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
        verb.accept(new VerbInvocation(SettingValues.none(), false, new PrintWriter(out)));
        return verb.call();
    }
}
