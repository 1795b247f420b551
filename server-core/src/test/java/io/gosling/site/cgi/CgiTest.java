package io.gosling.site.cgi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.Body;
import io.gosling.http.Filter;
import io.gosling.http.Response;
import io.gosling.site.access.AddressBlock;
import io.gosling.site.access.TrustedProxies;
import io.gosling.site.rules.PathPattern;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import io.gosling.testing.RecordedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Real programs: the shell's. */
class CgiTest {
    private final io.gosling.testing.Site files = io.gosling.testing.Site.empty();
    private final Semaphore processes = new Semaphore(2);
    private final ProgramLimits limits = new ProgramLimits(processes, 500, 3);

    private static Filter notKept(CgiRule unused) {
        return (request, next) -> next.handle(request);
    }

    @AfterEach
    void delete() {
        files.close();
    }

    private Path program(String name, String lines) throws Exception {
        files.file(name, "#!/bin/sh\n" + lines + "\n");
        Path file = files.directory().resolve(name);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Cgi cgi(Duration time, AddressBlock... proxies) {
        CgiRule rule = new CgiRule(PathPattern.parse("/cgi-bin/**"), files.directory(), time);
        return new Cgi(List.of(rule), CgiTest::notKept, limits, new TrustedProxies(List.of(proxies)));
    }

    private FakeExchange ask(FakeExchange request, AddressBlock... proxies) throws Exception {
        Cgi cgi = cgi(Duration.ofMinutes(1), proxies);
        return request.answeredBy(asked -> cgi.filter(asked, other -> Response.text("not a program")));
    }

    @Test
    void aProgramIsToldItsRequestAndNothingOfThisProcess() throws Exception {
        program("env", "printf 'Content-Type: text/plain\\n\\n'; env");
        FakeExchange answer = ask(FakeExchange.get(
                "/cgi-bin/env/more/%C3%A4?a=b",
                "Host",
                "h.example:80",
                "Proxy",
                "http://evil.example",
                "Authorization",
                "Basic eDp5",
                "X-Wish",
                "1",
                "X-Wish",
                "2",
                "Cookie",
                "a=1",
                "Cookie",
                "b=2"));
        List<String> lines = answer.responseText().lines().toList();
        assertEquals(200, answer.status());
        assertEquals("text/plain", answer.header("Content-Type"));
        for (String line : List.of(
                "GATEWAY_INTERFACE=CGI/1.1",
                "REQUEST_METHOD=GET",
                "QUERY_STRING=a=b",
                "SCRIPT_NAME=/cgi-bin/env",
                "PATH_INFO=/more/ä",
                "SERVER_NAME=h.example",
                "REMOTE_ADDR=127.0.0.1",
                "SERVER_PORT=8080",
                "SERVER_PROTOCOL=HTTP/1.1",
                "REQUEST_URI=/cgi-bin/env/more/%C3%A4?a=b",
                "REQUEST_SCHEME=http",
                "SCRIPT_FILENAME=" + files.directory().toRealPath().resolve("env"),
                "HTTP_COOKIE=a=1; b=2",
                "HTTP_X_WISH=1, 2")) {
            assertTrue(lines.contains(line), () -> line + " is not in " + lines);
        }
        for (String name : List.of("HTTP_PROXY", "HTTP_AUTHORIZATION", "HTTPS", "HOME", "USER", "JAVA_HOME")) {
            assertFalse(lines.stream().anyMatch(line -> line.startsWith(name + "=")), name);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "shop.example:8443, https, 8443, https",
        "shop.example, https, 443, https",
        "shop.example, http, 80, http",
        "[::1]:81, 'https, http', 81, http"
    })
    void behindATrustedProxyAProgramIsToldByWhatTheClientAsked(
            String host, String forwarded, String port, String scheme) throws Exception {
        program("env", "printf 'Content-Type: text/plain\\n\\n'; env");
        String[] fields = {"Host", host, "X-Forwarded-For", "192.0.2.7", "X-Forwarded-Proto", forwarded};
        List<String> told = ask(FakeExchange.get("/cgi-bin/env", fields), AddressBlock.parse("127.0.0.1"))
                .responseText()
                .lines()
                .toList();
        for (String line : List.of("SERVER_PORT=" + port, "REQUEST_SCHEME=" + scheme, "REMOTE_ADDR=192.0.2.7")) {
            assertTrue(told.contains(line), () -> line + " is not in " + told);
        }
        assertEquals(scheme.equals("https"), told.contains("HTTPS=on"));
        List<String> ofStranger = ask(FakeExchange.get("/cgi-bin/env", fields))
                .responseText()
                .lines()
                .toList();
        assertTrue(ofStranger.containsAll(List.of("SERVER_PORT=8080", "REQUEST_SCHEME=http")), ofStranger::toString);
    }

    @Test
    void aProgramReadsTheBodyAndSaysItsStatus() throws Exception {
        program("count", "echo 'Status: 201 Made'; echo 'X-Type: '$CONTENT_TYPE; echo; wc -c");
        FakeExchange answer =
                ask(FakeExchange.post("/cgi-bin/count", "12345", "Content-Length", "5", "Content-Type", "text/x-five"));
        assertEquals(201, answer.status());
        assertEquals("text/x-five", answer.header("X-Type"));
        assertEquals("5", answer.responseText().strip());
    }

    @Test
    void aProgramThatDoesNotReadOrWritesALotIsNoTrouble() throws Exception {
        program("zeros", "echo 'Content-Type: x/y'; echo; head -c 1000000 /dev/zero");
        FakeExchange answer = ask(FakeExchange.post("/cgi-bin/zeros", "x".repeat(200_000), "Content-Length", "200000"));
        assertEquals(1_000_000, answer.responseBody().length);
        assertEquals(2, processes.availablePermits());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"exit 1", "echo hello", "echo 'Status: 999'; echo", "echo; echo text", "echo 'Bad name: x'; echo"
            })
    void whatIsNoAnswerIsABadGateway(String lines) throws Exception {
        program("bad", lines);
        assertEquals(502, ask(FakeExchange.get("/cgi-bin/bad")).status());
        assertEquals(2, processes.availablePermits());
    }

    /** A pipe ends the same way when its writer has died: what might be given to everybody has to be whole beyond doubt. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo; printf half; kill -9 $$",
                "echo; printf half; exit 3",
                "echo 'Content-Length: 100'; echo; printf half",
                "echo 'Content-Length: 4'; echo; printf half; exit 3",
                "echo 'Content-Length: 2'; echo; printf half",
                "echo; printf half; exec >&-; exit 1"
            })
    void whatMightBeKeptIsWholeOrBreaksOff(String lines) throws Exception {
        program("half", "echo 'Content-Type: text/plain'; " + lines);
        CgiRule rule = new CgiRule(PathPattern.parse("/cgi-bin/**"), files.directory(), Duration.ofMinutes(1), true);
        Filter kept = new Cgi(List.of(rule), CgiTest::notKept, limits, new TrustedProxies(List.of()));
        FakeExchange request = FakeExchange.get("/cgi-bin/half");
        Body.Streamed body = (Body.Streamed) Objects.requireNonNull(
                kept.filter(request, other -> Response.of(200)).body());
        assertEquals(-1, body.length(), "or whoever takes it stops there, and does not see how it ends");
        assertThrows(IOException.class, () -> body.in().readAllBytes());
        body.close();
        request.answeredBy(other -> Response.of(204));
        Eventually.that("its place is free", () -> processes.availablePermits() == 2);
        assertEquals(
                "half", ask(FakeExchange.get("/cgi-bin/half")).responseText(), "one client is given what there is");
        FakeExchange post = FakeExchange.post("/cgi-bin/half", "", "Content-Length", "0")
                .answeredBy(asked -> kept.filter(asked, other -> Response.of(200)));
        assertEquals("half", post.responseText());
    }

    /** What it does behind its answer, such as keeping its session, is not cut off by that. */
    @Test
    void aProgramThatSaysHowLongItsAnswerIsMayWorkOn() throws Exception {
        Path done = files.directory().resolve("done");
        program(
                "worker",
                "echo 'Content-Type: text/plain'; echo 'Content-Length: 2'; echo; printf ok; exec >&-; sleep 0.2; touch '"
                        + done + "'");
        CgiRule rule = new CgiRule(PathPattern.parse("/cgi-bin/**"), files.directory(), Duration.ofMinutes(1), true);
        Filter kept = new Cgi(List.of(rule), CgiTest::notKept, limits, new TrustedProxies(List.of()));
        FakeExchange answer =
                FakeExchange.get("/cgi-bin/worker").answeredBy(asked -> kept.filter(asked, other -> Response.of(200)));
        assertEquals("ok", answer.responseText());
        assertTrue(Files.exists(done));
    }

    @Test
    void whatItsTimeHasCutOffIsNeverTakenForWhole() throws Exception {
        program("late", "echo 'Content-Type: text/plain'; echo; printf half; exec sleep 1000");
        Response answer =
                cgi(Duration.ofMillis(500)).filter(FakeExchange.get("/cgi-bin/late"), other -> Response.of(200));
        Body.Streamed body = (Body.Streamed) Objects.requireNonNull(answer.body());
        Eventually.that("it is killed", () -> processes.availablePermits() == 2);
        assertThrows(IOException.class, () -> body.in().readAllBytes());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/cgi-bin/",
                "/cgi-bin",
                "/cgi-bin/none",
                "/cgi-bin/text",
                "/cgi-bin/.hidden",
                "/cgi-bin/link",
                "/cgi-bin/dir/x"
            })
    void onlyProgramsOfTheDirectoryAreRun(String path) throws Exception {
        program(".hidden", "echo 'Content-Type: x/y'; echo");
        program("dir/x", "echo 'Content-Type: x/y'; echo");
        files.file("text", "no program").link("link", Path.of("/bin/sh"));
        assertEquals(404, ask(FakeExchange.get(path)).status());
    }

    @Test
    void aProgramThatTakesTooLongIsKilledWithWhatItStarted() throws Exception {
        program("slow", "sleep 1000 & echo $! > \"$0.pid\"; wait");
        Cgi cgi = cgi(Duration.ofMillis(500));
        FakeExchange answer =
                FakeExchange.get("/cgi-bin/slow").answeredBy(asked -> cgi.filter(asked, other -> Response.of(200)));
        assertEquals(504, answer.status());
        long sleeper = Long.parseLong(
                Files.readString(files.directory().resolve("slow.pid")).strip());
        Eventually.that("the sleeper is gone", () -> isGone(sleeper));
    }

    /** A process of its own that keeps the output open: the answer does not wait for it, and its place is not free. */
    @Test
    void whatAProgramLeavesBehindHoldsAPlaceAndNotTheRequest() throws Exception {
        program("leave", "sleep 1000 & echo $! > \"$0.pid\"; echo 'Content-Type: text/plain'; echo; sleep 1");
        Cgi cgi = cgi(Duration.ofSeconds(3));
        Response answer = cgi.filter(FakeExchange.get("/cgi-bin/leave"), other -> Response.of(200));
        assertEquals(200, answer.status());
        Body.Streamed body = (Body.Streamed) Objects.requireNonNull(answer.body());
        assertThrows(IOException.class, () -> body.in().readAllBytes());
        assertEquals(1, processes.availablePermits());
        long sleeper = Long.parseLong(
                Files.readString(files.directory().resolve("leave.pid")).strip());
        ProcessHandle.of(sleeper).ifPresent(ProcessHandle::destroyForcibly);
        Eventually.that("its place is free", () -> processes.availablePermits() == 2);
    }

    /** Three threads wait at its pipes; the system refuses one of them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void whereTheSystemHasNoThreadLeftNoPlaceIsLost(int refused) throws Exception {
        program("wait", "sleep 1000");
        AtomicInteger starts = new AtomicInteger();
        ThreadFactory few = work -> new Thread(work) {
            @Override
            public void start() {
                if (starts.incrementAndGet() == refused) {
                    throw new OutOfMemoryError("none for the test");
                }
                super.start();
            }
        };
        CgiRule rule = new CgiRule(PathPattern.parse("/cgi-bin/**"), files.directory(), Duration.ofMinutes(1));
        Cgi cgi = new Cgi(List.of(rule), CgiTest::notKept, limits, new TrustedProxies(List.of()), few);
        FakeExchange answer =
                FakeExchange.get("/cgi-bin/wait").answeredBy(asked -> cgi.filter(asked, other -> Response.of(200)));
        assertEquals(500, answer.status());
        assertEquals(2, processes.availablePermits());
        String program = files.directory().resolve("wait").toString();
        Eventually.that(
                "the program is killed",
                () -> ProcessHandle.current()
                        .children()
                        .noneMatch(
                                child -> child.info().commandLine().orElse("").contains(program)));
    }

    @Test
    void whatAProgramComplainsOfIsInTheLogAndBounded() throws Exception {
        program(
                "grumble",
                "printf 'a\\033[31mb\\nsecond\\n' >&2; head -c 100000 /dev/zero | tr '\\0' x >&2;"
                        + " echo 'Content-Type: x/y'; echo");
        try (RecordedLog log = new RecordedLog()) {
            assertEquals(200, ask(FakeExchange.get("/cgi-bin/grumble")).status());
            Eventually.that("it is said that there was more", () -> said(log).contains("says more than"));
            assertTrue(said(log).contains("says: a?[31mb\n"), said(log));
            assertTrue(said(log).contains("says: second\n"), said(log));
            assertTrue(said(log).length() < 2 * limits.logged(), said(log));
        }
    }

    private static String said(RecordedLog log) {
        return String.join("\n", log.messages(Level.WARNING));
    }

    /** RFC 3875, section 6.2.2. */
    @Test
    void aPathOfTheSiteIsAnsweredAsIfItHadBeenAskedFor() throws Exception {
        program("onward", "echo \"Location: /cgi-bin/show/$REQUEST_METHOD?from=onward\"; echo");
        program("show", "echo 'Content-Type: text/plain'; echo; echo $REQUEST_METHOD $PATH_INFO $QUERY_STRING; wc -c");
        FakeExchange answer =
                site(FakeExchange.post("/cgi-bin/onward", "12345", "Content-Length", "5", "Content-Type", "x/y"));
        assertEquals(200, answer.status());
        assertEquals("GET /POST from=onward\n0", answer.responseText().strip());
        assertEquals(2, processes.availablePermits());
    }

    @ParameterizedTest
    @CsvSource({
        "Location: /cgi-bin/circle, 502",
        "Location: /../x, 502",
        "Location: https://other.example/, 302",
        "Status: 303\\nLocation: /x, 303",
        "Location: /x\\nSet-Cookie: a=b, 302"
    })
    void onlyAPathAloneIsForTheServerAndCirclesEnd(String header, int status) throws Exception {
        program("circle", "printf '" + header + "\\n\\n'");
        assertEquals(status, site(FakeExchange.get("/cgi-bin/circle")).status());
        assertEquals(2, processes.availablePermits());
    }

    private FakeExchange site(FakeExchange request) throws Exception {
        Filter rules = new LocalRedirects(limits.redirects()).then(cgi(Duration.ofMinutes(1)));
        return request.answeredBy(rules.around(other -> Response.text("not a program")));
    }

    @ParameterizedTest
    @CsvSource({"3, 200", "4, 502"})
    void programsLeadOnSoOftenInARow(int times, int status) throws Exception {
        program(
                "down",
                "[ $QUERY_STRING = 0 ] && { echo 'Content-Type: x/y'; echo; exit; };"
                        + " echo \"Location: /cgi-bin/down?$((QUERY_STRING - 1))\"; echo");
        assertEquals(status, site(FakeExchange.get("/cgi-bin/down?" + times)).status());
    }

    /** A process that nobody has waited for yet is gone too. */
    private static boolean isGone(long pid) {
        Path state = Path.of("/proc", Long.toString(pid), "stat");
        try {
            return Files.exists(state)
                    ? Files.readString(state).contains(") Z ")
                    : !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void moreThanSoManyAtATimeAreRefused() throws Exception {
        program("one", "echo 'Content-Type: x/y'; echo");
        processes.acquire(2);
        assertEquals(503, ask(FakeExchange.get("/cgi-bin/one")).status());
        processes.release(2);
        assertEquals(200, ask(FakeExchange.get("/cgi-bin/one")).status());
    }

    @Test
    void aBodyOfUnknownLengthIsRefusedAndOtherPathsAreNotPrograms() throws Exception {
        program("one", "echo 'Content-Type: x/y'; echo");
        assertEquals(
                411,
                ask(FakeExchange.post("/cgi-bin/one", "x", "Transfer-Encoding", "chunked"))
                        .status());
        FakeExchange overHttp2 = FakeExchange.post("/cgi-bin/one", "x");
        assertEquals(411, ask(overHttp2).status());
        assertEquals(200, ask(FakeExchange.post("/cgi-bin/one", "")).status());
        assertEquals("not a program", ask(FakeExchange.get("/page")).responseText());
    }
}
