package io.gosling.tools.load;

import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.common.OpenFileLimitCheck;
import io.gosling.tools.process.HtmlReportOption;
import io.gosling.tools.process.MachineDescription;
import io.gosling.tools.process.NumberRange;
import io.gosling.tools.process.OutputFileConverter;
import io.gosling.tools.process.ReportFileOptions;
import io.gosling.tools.process.ReportingVerb;
import io.gosling.tools.report.ReportTextFormat;
import io.gosling.tools.trace.TraceWithObjectNames;
import io.gosling.tools.workload.GeneratedTraceOptions;
import io.gosling.tools.workload.TraceInputOptions;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gosling load}: puts load on real servers. */
@Command(name = "load", description = """
    Put load on servers, and print delays, errors, and who answered by Cache-Status. URLs are drawn by
    their weights (URL=3), or those of a trace are asked for in its order. With several servers each
    client stays with one of them. Only this machine and private networks may be asked; certificates are
    not looked at. See docs/load.md.\
    """, footer = """

        Ctrl-C ends in the report of what there was until then. Exit status 6 when no request was answered.

        Columns of the CSV: seconds, requests, requests_per_s, bytes_per_s, failures, status_2xx, status_3xx,
        status_4xx, status_5xx, hit_ratio, delay_mean_ms, delay_p50_ms, delay_p90_ms, delay_p99_ms,
        delay_p999_ms, delay_max_ms.

        Examples:
          gosling load http://127.0.0.1:8080/index.html --seconds 10 --clients 64
          gosling load http://127.0.0.1:8080/ --trace access.log.gz --rate 2000 --html load.html
          gosling load http://127.0.0.1:8080/ --sessions 20 --seconds 30\
        """)
public final class LoadVerb extends ReportingVerb {
    private static final Duration UNBOUNDED = Duration.ofDays(365);
    private static final int USUAL_SECONDS = 10;
    private static final Pattern HEADER = Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):([ \\t]*[\\x20-\\x7E]*)");

    @Parameters(
            paramLabel = "URL",
            arity = "0..*",
            description = "What is asked for, with =WEIGHT behind it; of a trace the servers.")
    private List<String> urls = new ArrayList<>();

    @Option(names = "--trace", paramLabel = "FILE", description = "Ask for what stands in a log or another trace.")
    private @Nullable Path file;

    @Mixin
    private TraceInputOptions reading = new TraceInputOptions();

    @Mixin
    private GeneratedTraceOptions made = new GeneratedTraceOptions();

    @Option(
            names = "--path",
            paramLabel = "PATTERN",
            description = "Of a trace's objects. Default: their names where those are paths, otherwise"
                    + " /trace/{id}?size={size}.")
    private @Nullable String path;

    @Option(names = "--clients", paramLabel = "N", description = "Connections")
    @NumberRange(least = 1, most = 100_000)
    private int clients = 16;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "Requests a second, whatever the answers (open loop); delays count from when each was meant"
                    + " to be sent. 0: each client asks when it was answered (closed loop).")
    @NumberRange(least = 0, most = 10_000_000, unit = "requests a second")
    private double rate;

    @Option(names = "--http2", description = "HTTP/2; by prior knowledge where a URL is not https.")
    private boolean http2;

    @Option(names = "--streams", paramLabel = "N", description = "At a time on a connection of HTTP/2")
    @NumberRange(least = 1, most = 1000)
    private int streams = 16;

    @Option(names = "--close", description = "One connection for each request.")
    private boolean close;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "So many visitors with browsers instead: each begins at a URL, fetches pages with what they"
                    + " show over up to 6 connections, and follows links. ${RANGE}.")
    @NumberRange(least = 0, most = 10_000)
    private int sessions;

    @Option(names = "--pages", paramLabel = "N", description = "Of a visit")
    @NumberRange(least = 1, most = 10_000)
    private int pages = 10;

    @Option(names = "--think", paramLabel = "MS", description = "That a visitor looks at a page")
    @NumberRange(least = 0, most = 600_000, unit = "ms")
    private int think;

    @Option(
            names = "--seconds",
            paramLabel = "S",
            description = "0: a trace once, otherwise 10 s, or until --requests.")
    @NumberRange(least = 0, most = 86_400)
    private int seconds;

    @Option(
            names = "--requests",
            paramLabel = "N",
            description = "At most; of a preset also how many are generated. 0: any number. Default: 0.")
    private long requests;

    @Option(
            names = "--warm-up",
            paramLabel = "S",
            description = "Not counted, before --seconds; of a trace that is asked for once its beginning.")
    @NumberRange(least = 0, most = 3600)
    private int warmUp;

    @Option(names = "--time-out", paramLabel = "S", description = "For an answer")
    @NumberRange(least = 1, most = 600)
    private int timeOut = 10;

    @Option(names = "--threads", paramLabel = "N", description = "Event loops")
    @NumberRange(least = 1, most = 64)
    private int threads = 1;

    @Option(names = "--seed", paramLabel = "N", description = "Of what is drawn. Default: 1.")
    private long seed = 1;

    @Option(names = "--header", paramLabel = "FIELD", description = "Sent with each request, as 'Name: value'.")
    private List<String> headers = new ArrayList<>();

    @Option(
            names = "--anywhere",
            description = "Also servers that are neither on this machine nor in a private network. Ask their owners.")
    private boolean anywhere;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            converter = OutputFileConverter.class,
            description = "Write everything there.")
    private @Nullable Path json;

    @Mixin
    private ReportFileOptions reports = new ReportFileOptions();

    @Mixin
    private HtmlReportOption page = new HtmlReportOption();

    @Override
    public ExitCode call() throws IOException, InterruptedException {
        check();
        WeightedUrls scenario = read("URL", () -> WeightedUrls.of(urls));
        List<TargetServer> servers = read("URL", () -> servers(scenario.urls()));
        Map<String, String> fields = fields();
        TraceWithObjectNames trace = sessions > 0 ? null : trace();
        Duration time = seconds > 0
                ? Duration.ofSeconds(seconds)
                : trace == null && requests == 0 ? Duration.ofSeconds(USUAL_SECONDS) : UNBOUNDED;
        long most = requests > 0
                ? requests
                : trace != null && seconds == 0 ? trace.trace().requests().length : Long.MAX_VALUE;
        Duration before = Duration.ofSeconds(warmUp);
        Duration longest = Duration.ofSeconds(timeOut);
        LoadSettings settings = new LoadSettings(
                servers, http2, clients, streams, !close, rate, before, time, most, longest, threads, fields);
        OpenFileLimitCheck.warn(
                sessions > 0 ? "--sessions" : "--clients",
                sessions > 0 ? SimulatedBrowser.CONNECTIONS * sessions : clients);
        LoadShutdownHook ending = new LoadShutdownHook(settings.timeOut());
        try {
            LoadResult result;
            if (sessions > 0) {
                BrowserSessions run = new BrowserSessions(
                        settings, new BrowserSessions.Visits(scenario.paths(), sessions, pages, think, seed));
                ending.onSignal(run::stop);
                result = run.run(progress(settings));
            } else {
                RequestSequence work =
                        trace == null ? scenario.work(seed) : RequestSequence.of(trace.trace(), targets(trace));
                long once = trace != null && seconds == 0 && requests == 0 ? most : Long.MAX_VALUE;
                LoadRun run = new LoadRun(settings, work, once);
                ending.onSignal(run::stop);
                result = run.run(progress(settings));
                requireMeasured(once, result.loadCounts());
            }
            LoadReport report = new LoadReport(head(trace, servers), result);
            publish(report, reports, page);
            OutputFileConverter.write(json, report::json);
            requireAnswered(result.loadCounts());
        } finally {
            ending.over();
        }
        return ExitCode.OK;
    }

    private void check() {
        require(!urls.isEmpty(), "URL", "missing", "there: http://HOST:PORT/PATH");
        require(requests >= 0, "--requests", requests, "0 or more");
        require(file == null || !made.isWanted(), "--trace and --preset", "both there", "one of them");
        require(!http2 || !close, "--close", "there with --http2", "without it");
        require(
                sessions == 0 || (rate == 0 && !http2 && !close && file == null && !made.isWanted()),
                "--sessions",
                sessions,
                "without --rate, --http2, --close, --trace and --preset");
    }

    private List<TargetServer> servers(List<URI> of) {
        LoadTargetAddressCheck reach = new LoadTargetAddressCheck(anywhere);
        return of.stream().map(url -> TargetServer.of(url, reach)).distinct().toList();
    }

    private Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String header : headers) {
            Matcher parts = HEADER.matcher(header);
            require(parts.matches(), "--header", "'" + header + "'", "'Name: value'");
            String name = parts.group(1);
            require(
                    !name.matches("(?i)host|connection|content-length|transfer-encoding|upgrade"),
                    "--header",
                    name,
                    "a field that says nothing of the connection or the message");
            fields.put(name, parts.group(2).strip());
        }
        return fields;
    }

    private @Nullable TraceWithObjectNames trace() {
        return read("the trace", () -> {
                    made.check();
                    if (file == null && !made.isWanted()) {
                        return Optional.<TraceWithObjectNames>empty();
                    }
                    int count = (int) Math.min(Integer.MAX_VALUE, requests == 0 ? 1_000_000 : requests);
                    TraceWithObjectNames asked = file != null
                            ? reading.readNamed(file)
                            : TraceWithObjectNames.numbered(made.trace(reading, count, seed));
                    require(asked.trace().requests().length > 0, "the trace", "empty", "one with requests");
                    return Optional.of(asked);
                })
                .orElse(null);
    }

    /** A warm-up may have been longer than the trace. */
    private void requireMeasured(long once, LoadStatistics loadCounts) {
        if (warmUp > 0 && once < Long.MAX_VALUE && loadCounts.requests() + loadCounts.failures() == 0) {
            throw new CommandFailureException(
                    ExitCode.FAILURE,
                    "nothing was measured: the run was over, or was ended, within --warm-up " + warmUp
                            + "; the trace has " + once + " requests, with --seconds it begins anew");
        }
    }

    private void requireAnswered(LoadStatistics loadCounts) {
        if (loadCounts.requests() > 0 || loadCounts.failures() == 0) {
            return;
        }
        String most = Collections.max(loadCounts.errors().entrySet(), Map.Entry.comparingByValue())
                .getKey();
        String hint = http2
                ? "; with --http2 it must be a server of HTTP/2, of which a URL without https is asked by prior"
                        + " knowledge"
                : "";
        throw new CommandFailureException(
                ExitCode.UNREACHABLE,
                "none of " + loadCounts.failures() + " requests was answered, mostly for the reason '" + most + "'"
                        + hint);
    }

    private IntFunction<byte[]> targets(TraceWithObjectNames trace) {
        ObjectPathPattern pattern =
                read("--path", () -> path == null ? ObjectPathPattern.USUAL : new ObjectPathPattern(path));
        return object -> {
            String name = trace.names().get(object);
            byte[] own = path == null ? ObjectPathPattern.own(name) : null;
            return own == null ? pattern.target(name, trace.trace().sizes()[object]) : own;
        };
    }

    private Consumer<LoadRun.Progress> progress(LoadSettings settings) {
        return now -> {
            LoadStatistics counts = now.loadCounts();
            double rateSoFar = now.seconds() <= 0 ? 0 : counts.requests() / now.seconds();
            String left = left(settings, now, rateSoFar);
            say(ReportTextFormat.format(
                    "%.0f s: %,d requests, %,.0f a second, %d failed, 99 %% in %.1f ms%s",
                    now.seconds(), counts.requests(), rateSoFar, counts.failures(), counts.delayMillis(99), left));
        };
    }

    private static String left(LoadSettings settings, LoadRun.Progress now, double rateSoFar) {
        double byTime = settings.time().equals(UNBOUNDED)
                ? Double.POSITIVE_INFINITY
                : settings.time().toSeconds() - now.seconds();
        double byCount = settings.requests() == Long.MAX_VALUE || rateSoFar <= 0
                ? Double.POSITIVE_INFINITY
                : (settings.requests() - now.loadCounts().requests()) / rateSoFar;
        double left = Math.min(byTime, byCount);
        return Double.isInfinite(left) ? "" : ReportTextFormat.format(", %.0f s left", Math.max(0, left));
    }

    private Map<String, String> head(@Nullable TraceWithObjectNames trace, List<TargetServer> servers)
            throws IOException {
        Map<String, String> head = MachineDescription.head(typed());
        tellTaken(head);
        head.put("servers", servers.stream().map(TargetServer::authority).collect(Collectors.joining(", ")));
        if (trace != null) {
            head.put(
                    "trace",
                    trace.trace().name() + ", " + trace.trace().origin() + ", "
                            + trace.trace().broken() + " lines did not read");
        }
        String loop = rate > 0
                ? ReportTextFormat.format("open, %s requests/s", rate)
                : "closed, " + (sessions > 0 ? sessions + " visitors" : clients + " clients");
        head.put("loop", loop + (http2 ? ", HTTP/2" : ", HTTP/1.1") + (close ? ", a connection each" : ""));
        return head;
    }
}
