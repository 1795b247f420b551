package io.gosling.bench.crawl;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.tools.load.TargetServer;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.ReportingVerb;
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
        footer = """

            Exit status 1 when an answer differs from its file or a request fails. A link to a file that does not
            exist, answered 404, is the site's fault: it is listed as broken and fails nothing.

            Examples:
              gosling bench crawl http://127.0.0.1:8080/
              gosling bench crawl http://127.0.0.1:8080/ --against /srv/site --passes 2\
            """)
public final class CrawlVerb extends ReportingVerb {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    @Parameters(paramLabel = "URL", arity = "0..1", description = "Where to begin, such as http://127.0.0.1:8080/")
    private @Nullable URI url;

    @Option(names = "--against", paramLabel = "DIR", description = "The directory that is served.")
    private @Nullable Path directory;

    @Option(
            names = "--passes",
            paramLabel = "N",
            description =
                    "How often; from the second on, what the first found is asked for again, shuffled. Default: 1.")
    private int passes = 1;

    @Option(names = "--connections", paramLabel = "C", description = "Requests at a time")
    @NumberRange(least = 1, most = 1024)
    private int connections = 8;

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        URI start = checked();
        Optional<ExpectedResponses> files = Optional.ofNullable(directory).map(CrawlVerb::files);
        List<CrawlPassCounts> done = new ArrayList<>();
        try (CrawlClient fetcher = new CrawlClient(start, TIMEOUT)) {
            SiteCrawl crawl = new SiteCrawl(fetcher, files, connections);
            done.add(crawl.follow(TargetServer.path(start), System::nanoTime));
            while (done.size() < passes) {
                done.add(crawl.again(new Random(done.size()), System::nanoTime));
            }
        }
        print(CrawlReport.text(done));
        return done.stream().allMatch(CrawlPassCounts::clean) ? ExitCode.OK : ExitCode.FAILURE;
    }

    private URI checked() {
        require(passes >= 1, "--passes", passes, "at least 1");
        boolean http = url != null && "http".equals(url.getScheme()) && url.getHost() != null;
        require(http, "URL", url, "http://HOST:PORT/PATH");
        return Objects.requireNonNull(url);
    }

    private static ExpectedResponses files(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new CommandFailureException(
                    ExitCode.NOT_FOUND, "--against is " + directory + "; it must be a directory that exists");
        }
        return ExpectedResponses.under(directory);
    }
}
