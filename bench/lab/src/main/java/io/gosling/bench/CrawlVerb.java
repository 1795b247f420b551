package io.gosling.bench;

import io.gosling.command.CommandFailure;
import io.gosling.command.ExitCode;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.process.Workplace;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * {@code gosling bench crawl}: follows every link of a running site, compares the responses with the files, and counts.
 */
@Command(
        name = "crawl",
        description = "Follow every link of a site, compare every answer with the files, and count who answered.",
        footer = {
            "",
            "Exit status 1 when an answer differs from its file or a request fails. A link to a file that",
            "does not exist, answered 404, is the site's fault: it is listed as broken and fails nothing.",
            "",
            "With --group there are servers of its own: one plain, and so many that hold copies for each other.",
            "The links are followed through each of these, until each answers a tenth of what pages show;",
            "chromium shows the pages of both sites, and the last server is killed meanwhile; then another one,",
            "while the links are followed once more. Exit status 1 when anything is not as on the plain site.",
            "",
            "Examples:",
            "  gosling bench crawl http://127.0.0.1:8080/",
            "  gosling bench crawl http://127.0.0.1:8080/ --against /srv/site --passes 2 --json",
            "  gosling bench crawl --group /srv/site --shown 200"
        })
public final class CrawlVerb extends ReportingVerb {
    private static final int ALL = 1_000_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Parameters(paramLabel = "URL", arity = "0..1", description = "Where to begin, such as http://127.0.0.1:8080/")
    private @Nullable URI url;

    @Option(names = "--against", paramLabel = "DIR", description = "The directory that is served.")
    private @Nullable Path directory;

    @Option(
            names = "--passes",
            paramLabel = "N",
            defaultValue = "1",
            description =
                    "How often; from the second on, what the first found is asked for again, shuffled. Default: 1.")
    private int passes;

    @Option(
            names = "--connections",
            paramLabel = "C",
            defaultValue = "8",
            description = "Requests at a time, 1 to 1024. Default: 8.")
    private int connections;

    @Option(
            names = "--group",
            paramLabel = "DIR",
            description = "In the place of a running site: this directory, on servers that hold copies for each other.")
    private @Nullable Path group;

    @Option(names = "--servers", paramLabel = "N", defaultValue = "4", description = "Of a group, 3 to 8. Default: 4.")
    private int servers;

    @Option(
            names = "--pages",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Of a group's site that are looked at, 1 to 1000000. Default: all.")
    private int pages;

    @Option(
            names = "--shown",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Of these that chromium shows, from everywhere in the site; 0 for none. Default: all.")
    private int shown;

    @Option(names = "--json", description = "One JSON object instead of text; or, of a group, instead of a table.")
    private boolean json;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        if (group != null) {
            return crawlGroup(group);
        }
        URI start = checked();
        Optional<SiteFiles> files = Optional.ofNullable(directory).map(CrawlVerb::files);
        List<Pass> done = new ArrayList<>();
        try (Fetcher fetcher = new Fetcher(start, PATIENCE)) {
            Crawl crawl = new Crawl(fetcher, files, connections);
            done.add(crawl.follow(target(start), System::nanoTime));
            while (done.size() < passes) {
                done.add(crawl.again(new Random(done.size()), System::nanoTime));
            }
        }
        print(json ? CrawlReport.json(done) : CrawlReport.text(done));
        return done.stream().allMatch(Pass::clean) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private ExitCode crawlGroup(Path site) throws IOException, InterruptedException {
        require(url == null, "URL", url, "left out with --group");
        require(directory == null, "--against", directory, "left out with --group");
        require("--servers", servers, 3, 8);
        require("--pages", pages, 1, ALL);
        require("--shown", shown, 0, ALL);
        GroupCrawl.Wishes wishes =
                new GroupCrawl.Wishes(directory("--group", site).toRealPath(), servers, pages, shown);
        try (Workplace place = Workplace.open()) {
            GroupCrawl.Outcome outcome = new GroupCrawl(wishes, this::say).run(place);
            print(json ? outcome.json() : outcome.markdown());
            return outcome.faults().isEmpty() ? ExitCode.OK : ExitCode.FAILURE;
        }
    }

    /** The request target of an address: path and query. */
    private static String target(URI address) {
        String path = address.getRawPath().isEmpty() ? "/" : address.getRawPath();
        return address.getRawQuery() == null ? path : path + "?" + address.getRawQuery();
    }

    private URI checked() {
        require(passes >= 1, "--passes", passes, "at least 1");
        require("--connections", connections, 1, 1024);
        boolean http = url != null && "http".equals(url.getScheme()) && url.getHost() != null;
        require(http, "URL", url, "http://HOST:PORT/PATH, or left out with --group DIR");
        return Objects.requireNonNull(url);
    }

    private static SiteFiles files(Path directory) {
        return SiteFiles.under(directory("--against", directory));
    }

    private static Path directory(String option, Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new CommandFailure(
                    ExitCode.NOT_FOUND, option + " is " + directory + "; it must be a directory that exists");
        }
        return directory;
    }
}
