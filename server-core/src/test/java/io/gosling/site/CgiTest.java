package io.gosling.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Response;
import io.gosling.testing.Eventually;
import io.gosling.testing.FakeExchange;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real programs: the shell's. */
class CgiTest {
    private final io.gosling.testing.Site files = io.gosling.testing.Site.empty();
    private final Semaphore processes = new Semaphore(2);

    @AfterEach
    void delete() {
        files.close();
    }

    private Path program(String name, String lines) throws Exception {
        files.file(name, "#!/bin/sh\n" + lines + "\n");
        Path file = files.directory().resolve(name);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Cgi cgi(Duration time) {
        CgiRule rule = new CgiRule(PathPattern.parse("/cgi-bin/**"), files.directory(), time);
        return new Cgi(List.of(rule), processes, new ClientAddress(List.of()));
    }

    private FakeExchange ask(FakeExchange request) throws Exception {
        Cgi cgi = cgi(Duration.ofMinutes(1));
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
                "2"));
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
                "HTTP_X_WISH=1, 2")) {
            assertTrue(lines.contains(line), () -> line + " is not in " + lines);
        }
        for (String name : List.of("HTTP_PROXY", "HTTP_AUTHORIZATION", "HOME", "USER", "JAVA_HOME")) {
            assertFalse(lines.stream().anyMatch(line -> line.startsWith(name + "=")), name);
        }
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
        assertTrue(answer.status() == 502 || answer.status() == 504, "status " + answer.status());
        long sleeper = Long.parseLong(
                Files.readString(files.directory().resolve("slow.pid")).strip());
        Eventually.that("the sleeper is gone", () -> isGone(sleeper));
    }

    /** A process that nobody has waited for yet is gone too. */
    private static boolean isGone(long pid) {
        Path state = Path.of("/proc", Long.toString(pid), "stat");
        try {
            return Files.exists(state)
                    ? Files.readString(state).contains(") Z ")
                    : !ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        } catch (java.io.IOException e) {
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
        assertEquals("not a program", ask(FakeExchange.get("/page")).responseText());
    }
}
