package io.gosling.site.cgi;

import io.gosling.document.DocumentPath;
import io.gosling.http.ErrorPage;
import io.gosling.http.Filter;
import io.gosling.http.Handler;
import io.gosling.http.Headers;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.site.access.TrustedProxies;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs programs that answer requests (RFC 3875): one process each, a bounded number at a time, killed with its child
 * processes when the response is complete or its time is up. Safe for use by many threads.
 */
public final class Cgi implements Filter {
    private static final System.Logger LOG = System.getLogger(Cgi.class.getName());

    private final List<Kept> rules;
    private final ProgramLimits limits;
    private final TrustedProxies clients;
    private final ThreadFactory threads;

    /** A rule, and the filter around its programs; null for none. */
    private record Kept(CgiRule rule, @Nullable Filter keeping) {}

    /**
     * @param keeping the filter around the programs of a rule whose responses are stored
     * @param limits of all sites together
     */
    public Cgi(List<CgiRule> rules, Function<CgiRule, Filter> keeping, ProgramLimits limits, TrustedProxies clients) {
        this(rules, keeping, limits, clients, Thread.ofPlatform().daemon().factory());
    }

    /** @param threads creates the threads that wait at pipes */
    Cgi(
            List<CgiRule> rules,
            Function<CgiRule, Filter> keeping,
            ProgramLimits limits,
            TrustedProxies clients,
            ThreadFactory threads) {
        this.rules = rules.stream()
                .map(rule -> new Kept(rule, rule.kept() ? keeping.apply(rule) : null))
                .toList();
        this.limits = limits;
        this.clients = clients;
        this.threads = threads;
    }

    /** A program and the parts of the request path that describe it. */
    private record Program(Path directory, Path file, String script, String info) {}

    @Override
    public Response filter(Request request, Handler next) throws Exception {
        for (Kept kept : rules) {
            if (kept.rule().path().fits(request.rawPath())) {
                Filter keeping = kept.keeping();
                return keeping == null
                        ? run(kept.rule(), request, false)
                        : keeping.filter(request, asked -> run(kept.rule(), asked, isForReading(asked)));
            }
        }
        return next.handle(request);
    }

    /** Returns whether the response might be stored, and given to other clients. */
    private static boolean isForReading(Request request) {
        return request.method().equals("GET");
    }

    /** @param strict whether only a response that is known to be complete counts */
    private Response run(CgiRule rule, Request request, boolean strict) throws IOException {
        Program program = program(rule, request);
        return program == null ? ErrorPage.of(404) : answer(rule, program, request, strict);
    }

    private static @Nullable Program program(CgiRule rule, Request request) throws IOException {
        List<String> stars = rule.path().match(request.rawPath());
        if (stars == null || stars.getFirst().isEmpty()) {
            return null;
        }
        DocumentPath behind = DocumentPath.parse("/" + stars.getFirst());
        String name = behind.segments().getFirst();
        if (name.startsWith(".")) {
            return null;
        }
        Path directory = rule.programs().toRealPath();
        Path file = directory.resolve(name);
        boolean runs = Files.isRegularFile(file)
                && Files.isExecutable(file)
                && file.toRealPath().equals(file);
        if (!runs) {
            return null;
        }
        String path = request.path();
        String after =
                String.join("/", behind.segments().subList(1, behind.segments().size()));
        boolean slash = behind.isDirectory() && !path.isEmpty();
        String info = after.isEmpty() ? (slash ? "/" : "") : "/" + after + (slash ? "/" : "");
        return new Program(directory, file, path.substring(0, path.length() - info.length()), info);
    }

    private Response answer(CgiRule rule, Program program, Request request, boolean strict) throws IOException {
        String length = request.headers().first("Content-Length");
        if (length == null && hasBody(request)) {
            return ErrorPage.of(411);
        }
        if (!limits.places().tryAcquire()) {
            return ErrorPage.of(503, Headers.of("Retry-After", "1"));
        }
        CgiProcess process;
        try {
            process = CgiProcess.start(
                    program.directory(),
                    program.file(),
                    environment(program, request, length == null ? 0 : Long.parseLong(length)),
                    request.body(),
                    rule.time(),
                    strict,
                    limits.logged(),
                    limits.places()::release,
                    threads);
        } catch (IOException | RuntimeException e) {
            limits.places().release();
            LOG.log(System.Logger.Level.ERROR, program.file() + " cannot be run", e);
            return ErrorPage.of(500);
        }
        request.whenDone(process::close);
        try {
            CgiAnswer answer = CgiAnswer.read(process.output(), strict);
            if (answer.onward() != null) {
                process.close();
                request.attributes().put(LocalRedirects.ONWARD, answer.onward());
            }
            return answer.response();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "{0} did not answer: {1}", program.file(), e.getMessage());
            return ErrorPage.of(process.isLate() ? 504 : 502);
        }
    }

    /** Over HTTP/2 a body of unknown length is not announced, and is there when its first byte is. */
    private static boolean hasBody(Request request) throws IOException {
        return request.headers().contains("Transfer-Encoding") || request.body().read() >= 0;
    }

    private Map<String, String> environment(Program program, Request request, long length) {
        return CgiEnvironment.of(
                request, program.script(), program.file(), program.info(), length, clients.asked(request));
    }
}
