package io.gosling.node.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.gosling.command.ExitCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Verbs that change something through any member's admin port, which the test plays. */
class MemberVerbsTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final List<String> requests = new ArrayList<>();
    private HttpServer admin;

    @BeforeEach
    void listen() throws Exception {
        admin = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        says("/status", 200, "{\"kind\":\"front-end\",\"name\":\"f\"}");
        admin.start();
    }

    @AfterEach
    void close() {
        admin.stop(0);
    }

    private void says(String path, int status, String text) {
        says(admin, path, status, text);
    }

    private void says(HttpServer server, String path, int status, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private int run(String... arguments) {
        String address = "127.0.0.1:" + admin.getAddress().getPort();
        return GoslingCommand.create()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(Stream.concat(Stream.of(arguments), Stream.of("--admin", address))
                        .toArray(String[]::new));
    }

    @Test
    void aPurgeIsForAnyMemberAndItsRefusalIsPrinted() {
        says("/purge", 200, "{\"complete\":true,\"acknowledged\":[\"n1\"],\"milliseconds\":1}");
        assertEquals(ExitCode.OK.status(), run("purge", "/a.html"), err.toString());
        assertTrue(out.toString().startsWith("purged everywhere in 1 ms"), out.toString());
        assertEquals(List.of("GET /status", "POST /purge"), requests);
        admin.removeContext("/purge");
        says("/purge", 503, "no node of its cluster answers:\nn1: no answer within 2 s\n");
        assertEquals(ExitCode.REFUSED.status(), run("purge", "/a.html"));
        assertTrue(err.toString().contains("n1: no answer within 2 s"), err.toString());
    }

    @Test
    void aDrainOfAnotherMemberNamesItAndWaitsUntilItHasLeft() {
        says("/drain", 200, "{\"node\":\"n2\",\"objects\":0}");
        assertEquals(ExitCode.OK.status(), run("drain", "--member", "n2"), err.toString());
        assertEquals(List.of("POST /drain?member=n2", "GET /status?member=n2"), requests);
        admin.removeContext("/drain");
        says("/drain", 504, "n2: no answer within 2 s\n");
        assertEquals(ExitCode.UNREACHABLE.status(), run("drain", "--member", "n2"));
        assertTrue(err.toString().contains("n2: no answer within 2 s"), err.toString());
    }

    @Test
    void theRequestsOfAllMembersAreFollowedInTheOrderOfTheirTimesUntilTheCallerIsForbidden() {
        AtomicInteger asked = new AtomicInteger();
        int[] statuses = {200, 503, 503, 200, 403};
        admin.createContext("/cluster/log", exchange -> {
            requests.add(exchange.getRequestURI().getRawQuery());
            int status = statuses[asked.getAndIncrement()];
            byte[] bytes = (status == 200
                            ? "{\"kind\":\"log\",\"name\":\"n1\",\"dropped\":0,\"lines\":["
                                    + line("12:00:02", "/\\u001B[2J") + "]}\n"
                                    + "{\"kind\":\"log\",\"name\":\"n2\",\"dropped\":7,\"lines\":["
                                    + line("12:00:01", "/1") + "," + line("12:00:03", "/3") + "]}\n"
                                    + "{\"name\":\"n3\\u001b\",\"state\":\"silent\",\"reason\":\"frozen\\u009b\"}\n"
                            : "refused with " + status + "\n")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        assertEquals(ExitCode.REFUSED.status(), run("log", "status=5xx", "slower=250ms", "url=/*"));
        assertEquals(statuses.length, asked.get());
        assertEquals("""
                12:00:01 n2 10.0.0.1 GET h\\x9Bm/1 502 3 B 0.300000 s origin
                12:00:02 n1 10.0.0.1 GET h\\x9Bm/\\x1B[2J 502 3 B 0.300000 s origin
                12:00:03 n2 10.0.0.1 GET h\\x9Bm/3 502 3 B 0.300000 s origin
                """.repeat(2), out.toString());
        String port = "127.0.0.1:" + admin.getAddress().getPort();
        assertEquals(
                List.of(
                        "n2: 7 more requests, not shown",
                        "n3\\x1B: silent: frozen\\x9B",
                        port + " answered 503: refused with 503",
                        "n2: 7 more requests, not shown"),
                err.toString().lines().limit(4).toList());
        assertTrue(err.toString().contains(port + " answered 403: refused with 403"), err.toString());
        assertTrue(
                requests.getFirst().matches("id=[0-9a-f-]{36}&status=5xx&slower=250ms&url=%2F\\*"),
                requests.toString());
        assertEquals(requests.get(0), requests.get(1));
    }

    private static String line(String time, String target) {
        return "{\"time\":\"" + time + "\",\"remote\":\"10.0.0.1\",\"method\":\"GET\",\"target\":\"" + target
                + "\",\"host\":\"h\\u009Bm\",\"status\":502,\"bytes\":3,\"duration\":0.300000,\"from\":\"origin\"}";
    }

    @Test
    void aFilterThatIsRefusedIsAWrongCommandLine() {
        says("/cluster/log", 400, "\"agent\": expected one of slower, from\n");
        assertEquals(ExitCode.USAGE.status(), run("log", "agent=curl"));
        assertTrue(err.toString().startsWith("gosling: \"agent\": expected one of"), err.toString());
    }

    @Test
    void anExplanationIsAskedForOnceAndItsRefusalIsAWrongCommandLine() {
        says("/cluster/explain", 200, "{\"name\":\"n1\"}\n{\"name\":\"n2\",\"state\":\"silent\"}\n");
        assertEquals(ExitCode.PARTIAL.status(), run("explain", "/a.html", "--json"), err.toString());
        assertEquals("[{\"name\":\"n1\"},{\"name\":\"n2\",\"state\":\"silent\"}]\n", out.toString());
        admin.removeContext("/cluster/explain");
        says("/cluster/explain", 503, "too many\n");
        assertEquals(ExitCode.REFUSED.status(), run("explain", "/a.html"));
        admin.removeContext("/cluster/explain");
        says("/cluster/explain", 400, "expected a URL\n");
        assertEquals(ExitCode.USAGE.status(), run("explain", "/a.html"));
        assertEquals(3, requests.size());
    }

    @Test
    void aReloadIsForAllMembersOrForOne() {
        says("/cluster/reload", 207, "n1: reloaded: nothing has changed\nn2: no answer within 2 s\n");
        assertEquals(ExitCode.PARTIAL.status(), run("reload"));
        assertEquals("n1: reloaded: nothing has changed\nn2: no answer within 2 s\n", out.toString());
        says("/reload", 200, "reloaded: nothing has changed\n");
        assertEquals(ExitCode.OK.status(), run("reload", "--member", "n1"));
        assertEquals(List.of("GET /status", "POST /cluster/reload", "POST /reload?member=n1"), requests);
    }

    @Test
    void aReloadThatIsWrongOrLaterOrCannotBeSentOnSaysSoByItsStatus() {
        int[] answered = {202, 422, 504};
        ExitCode[] expected = {ExitCode.PARTIAL, ExitCode.CONFIGURATION, ExitCode.UNREACHABLE};
        for (int i = 0; i < answered.length; i++) {
            says("/reload", answered[i], "n1: so\n");
            assertEquals(expected[i].status(), run("reload", "--member", "n1"), out.toString());
            admin.removeContext("/reload");
        }
        says("/cluster/reload", 422, "n1: not reloaded\n");
        assertEquals(ExitCode.CONFIGURATION.status(), run("reload"));
    }

    @Test
    void aReloadIsSentToFrontEndsOfThisMachineThemselves() throws Exception {
        HttpServer other = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        String port = "127.0.0.1:" + other.getAddress().getPort();
        admin.removeContext("/status");
        says(
                "/status",
                200,
                "{\"name\":\"n1\",\"cluster\":{\"members\":["
                        + "{\"name\":\"n2\",\"role\":\"node\",\"peer\":\"127.0.0.1:1\",\"admin\":\"127.0.0.1:1\"},"
                        + "{\"name\":\"f\",\"role\":\"front-end\",\"http\":\"127.0.0.1:80\",\"admin\":\"" + port
                        + "\"},"
                        + "{\"name\":\"far\",\"role\":\"front-end\",\"http\":\"192.0.2.7:8\",\"admin\":\"127.0.0.1:1\"}"
                        + "]}}");
        says("/cluster/reload", 200, "n1: taken\nn2: taken\n");
        says(other, "/status", 200, "{\"name\":\"f\"}");
        says(other, "/reload", 200, "taken\n");
        other.start();
        try {
            assertEquals(ExitCode.OK.status(), run("reload"), err.toString());
            assertEquals("n1: taken\nn2: taken\nf: taken\n", out.toString());
            assertEquals(
                    List.of("GET /status", "POST /cluster/reload?except=f", "GET /status", "POST /reload"), requests);
            other.removeContext("/reload");
            says(other, "/reload", 422, "not reloaded\n");
            assertEquals(ExitCode.CONFIGURATION.status(), run("reload"));
            other.removeContext("/status");
            says(other, "/status", 200, "{\"name\":\"g\"}");
            assertEquals(ExitCode.PARTIAL.status(), run("reload"));
            assertTrue(out.toString().endsWith("f: g answers at " + port + "\n"), out.toString());
        } finally {
            other.stop(0);
        }
        assertEquals(ExitCode.PARTIAL.status(), run("reload"));
    }
}
