package io.gosling.tools.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.gosling.Gosling;
import io.gosling.command.CommandFailureException;
import io.gosling.command.ExitCode;
import io.gosling.http.Request;
import io.gosling.http.Response;
import io.gosling.tools.process.CalledVerb;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class LoadVerbTest {
    private final Queue<String> asked = new ConcurrentLinkedQueue<>();

    @TempDir
    private Path folder = Path.of(".");

    private Response answer(Request request) {
        asked.add(RequestTarget.of(request));
        return Response.text("ok").with("Cache-Status", "n1; hit");
    }

    private static ExitCode call(String... words) throws Exception {
        LoadVerb verb = new LoadVerb();
        CommandLine command = new CommandLine(verb);
        command.setErr(new PrintWriter(new StringWriter()));
        command.parseArgs(words);
        return verb.call();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http://127.0.0.1/ --clients 0|--clients is 0; it must be 1 to 100000",
                "--seconds 1|URL is missing; it must be there",
                "http://127.0.0.1/ --rate -1|--rate is -1.0; it must be 0 to",
                "http://127.0.0.1/ --http2 --close|--close is there with --http2",
                "http://127.0.0.1/ --sessions 2 --rate 5|--sessions is 2; it must be without --rate",
                "http://127.0.0.1/ --header Host:x|--header is Host",
                "http://127.0.0.1/=0|the weight of 'http://127.0.0.1/=0' is 0",
                "https://user@127.0.0.1/|cannot be asked; expected http://HOST:PORT/PATH or https://",
                "ftp://127.0.0.1/|cannot be asked",
                "http://8.8.8.8/|neither this machine nor in a private network",
                "http://[2001:4860:4860::8888]/|neither this machine nor in a private network",
                "http://127.0.0.1/ --preset zipf --requests 5 --path x|the pattern is 'x'; expected a path",
                "http://127.0.0.1/ --preset zipff|--preset is 'zipff'; expected one of",
            })
    void whatCannotBeDoneIsRefusedWithWhatWasExpected(String words, String message) {
        CalledVerb.isRefused(new LoadVerb(), message, words.split(" "));
    }

    @Test
    void itsHelpNamesItsColumns() {
        CalledVerb.saysItsColumns(new LoadVerb(), LoadReport.COLUMNS.names());
    }

    @Test
    void whereNobodyAnswersItEndsBadlyAndSaysTheUsualReason() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        CommandFailureException failed = assertThrows(
                CommandFailureException.class,
                () -> call("http://127.0.0.1:" + free + "/", "--requests", "3", "--clients", "1"));
        assertEquals(ExitCode.UNREACHABLE, failed.exitCode());
        assertTrue(
                String.valueOf(failed.getMessage()).contains("mostly for the reason 'no connection'"),
                failed::toString);
    }

    @Test
    void onlyNearAddressesAreNear() throws Exception {
        LoadTargetAddressCheck reach = new LoadTargetAddressCheck(false);
        for (String near : List.of(
                "127.0.0.1",
                "127.9.9.9",
                "10.0.0.1",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.3.4",
                "169.254.1.1",
                "::1",
                "fd00::1",
                "fc00::1",
                "fe80::1")) {
            assertTrue(reach.allows(InetAddress.getByName(near)), near);
        }
        for (String far : List.of(
                "8.8.8.8",
                "172.32.0.1",
                "172.15.0.1",
                "192.169.0.1",
                "11.0.0.1",
                "100.64.0.1",
                "0.0.0.0",
                "2001:db8::1",
                "fec0::1",
                "::ffff:8.8.8.8")) {
            assertFalse(reach.allows(InetAddress.getByName(far)), far);
        }
        assertTrue(new LoadTargetAddressCheck(true).allows(InetAddress.getByName("8.8.8.8")));
    }

    @Test
    void aLogIsReplayedByItsOwnPathsInItsOrder() throws Exception {
        Path log = folder.resolve("access.log");
        StringBuilder lines = new StringBuilder();
        for (String target : List.of("/a.html", "/b?x=%20y", "/a.html", "http://elsewhere.example/c")) {
            lines.append("1.2.3.4 - - [22/Nov/2026:10:00:00 +0000] \"GET ")
                    .append(target)
                    .append(" HTTP/1.1\" 200 17\n");
        }
        Files.writeString(log, lines);
        Path json = folder.resolve("load.json");
        Path csv = folder.resolve("load.csv");
        Path html = folder.resolve("load.html");
        try (Gosling server = Gosling.serve(this::answer)) {
            String url = server.url("/").toString();
            ExitCode code = call(
                    url,
                    "--trace",
                    log.toString(),
                    "--clients",
                    "1",
                    "--json",
                    json.toString(),
                    "--csv",
                    csv.toString(),
                    "--html",
                    html.toString());
            assertEquals(ExitCode.OK, code);
        }
        assertEquals(List.of("/a.html", "/b?x=%20y", "/a.html", "/c"), List.copyOf(asked));
        String text = Files.readString(json);
        try (JsonParser parser = new JsonFactory().createParser(text)) {
            int depth = 0;
            while (parser.nextToken() != null) {
                depth++;
            }
            assertTrue(depth > 40, text);
        }
        assertTrue(text.contains("\"requests\":4,") && text.contains("\"answers\":{\"hit\":4}"), text);
        List<String> rows = Files.readAllLines(csv);
        assertEquals(2, rows.size());
        assertEquals(rows.get(0).split(",").length, rows.get(1).split(",").length);
        assertTrue(rows.get(1).contains(",4,"), rows.get(1));
        assertTrue(Files.readString(html).contains("<svg"));
    }

    @Test
    void aTraceThatIsOverWithinTheWarmUpIsNotAskedForAgainToBeMeasured() throws Exception {
        Path lines = folder.resolve("objects.tr");
        Files.writeString(lines, "1 a 100\n2 b 200\n3 c 100\n");
        try (Gosling server = Gosling.serve(this::answer)) {
            String url = server.url("/").toString();
            CommandFailureException failure = assertThrows(
                    CommandFailureException.class,
                    () -> call(url, "--trace", lines.toString(), "--clients", "1", "--warm-up", "3600"));
            assertTrue(
                    String.valueOf(failure.getMessage()).startsWith("nothing was measured: the run was over"),
                    failure::toString);
        }
        assertEquals(List.of("/trace/a?size=100", "/trace/b?size=200", "/trace/c?size=100"), List.copyOf(asked));
    }

    @Test
    void objectsWithoutPathsGetThemByAPattern() throws Exception {
        Path lines = folder.resolve("objects.tr");
        Files.writeString(lines, "1 abc 100\n2 x/y?z 200\n3 abc 100\n");
        try (Gosling server = Gosling.serve(this::answer)) {
            String url = server.url("/").toString();
            call(url, "--trace", lines.toString(), "--clients", "1");
            call(url, "--trace", lines.toString(), "--clients", "1", "--path", "/o/{id}.bin", "--requests", "1");
            call(url, "--preset", "zipf", "--requests", "2", "--clients", "1", "--path", "/n/{id}");
        }
        List<String> targets = List.copyOf(asked);
        assertEquals(
                List.of("/trace/abc?size=100", "/trace/x%2Fy%3Fz?size=200", "/trace/abc?size=100", "/o/abc.bin"),
                targets.subList(0, 4));
        assertTrue(targets.get(4).matches("/n/\\d+") && targets.get(5).matches("/n/\\d+"), targets::toString);
    }

    @Test
    void weightsStandBehindUrlsAndNotInQueries() {
        WeightedUrls scenario = WeightedUrls.of(List.of("http://h/a=3", "http://h/b?c=3", "http://h"));
        assertEquals(List.of(3L, 1L, 1L), scenario.weights());
        assertEquals(List.of("/a", "/b?c=3", "/"), scenario.paths());
        RequestSequence work = scenario.work(5);
        int[] counts = new int[3];
        for (int i = 0; i < 10_000; i++) {
            counts[scenario.paths().indexOf(new String(work.target(i), StandardCharsets.US_ASCII))]++;
        }
        assertTrue(counts[0] > 5500 && counts[0] < 6500, "drawn " + counts[0]);
        assertTrue(counts[1] > 1700 && counts[2] > 1700);
    }
}
