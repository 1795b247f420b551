package io.gosling.node;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.command.ExitCode;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.report.AdminClient;
import io.gosling.node.report.StatusReport;
import io.gosling.node.testing.RunningProcess;
import io.gosling.node.testing.TestSite;
import io.gosling.testing.Eventually;
import io.gosling.testing.HurriedJava;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One node in a process of its own, from the built jar. */
class ServeIT {
    @TempDir
    private Path folder;

    private RunningProcess serve(String... more) throws Exception {
        return RunningProcess.gosling(arguments(more));
    }

    private String[] arguments(String... more) throws Exception {
        Path site = folder.resolve("site");
        if (!Files.exists(site)) {
            TestSite.make(Files.createDirectory(site));
        }
        return RunningProcess.serve(site, more);
    }

    @Test
    void itServesFilesByteForByteAndEndsWithZeroOnTerm() throws Exception {
        try (RunningProcess node = serve("--name", "n1")) {
            ReadyLine ready = node.ready();
            assertEquals(
                    List.of("name", "http", "admin", "peer", "cluster"),
                    List.copyOf(ready.fields().keySet()));
            assertEquals("n1", ready.get("name"));
            for (String file : List.of("index.html", "large.bin", "deep/page.html")) {
                for (int i = 0; i < 3; i++) {
                    assertArrayEquals(
                            Files.readAllBytes(folder.resolve("site").resolve(file)),
                            TestSite.get(ready.get("http"), "/" + file).body(),
                            file);
                }
            }
            assertEquals(404, TestSite.get(ready.get("http"), "/absent").statusCode());
            String cacheStatus = TestSite.get(ready.get("http"), "/index.html")
                    .headers()
                    .firstValue("Cache-Status")
                    .orElse("");
            assertEquals("n1; hit", cacheStatus);
            assertCounted(ready.get("admin"), 11);
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
    }

    private static void assertCounted(String admin, int requests) throws Exception {
        Eventually.that("every request is counted", () -> total(admin) == requests);
        String metrics = TestSite.text(admin, "/metrics");
        assertTrue(metrics.contains("gosling_requests_total{from=\"error\"} 1.0"), metrics);
        assertTrue(metrics.contains("http_server_request_duration_seconds_count " + requests), metrics);
        assertEquals("alive\n", TestSite.text(admin, "/livez"));
        assertEquals(200, TestSite.get(admin, "/readyz").statusCode());
        Map<?, ?> status = AdminClient.parse(TestSite.text(admin, "/status"));
        assertEquals("node", status.get("kind"));
        assertEquals(3, StatusReport.map(status, "memory").get("objects"));
    }

    private static double total(String admin) {
        try {
            return TestSite.text(admin, "/metrics")
                    .lines()
                    .filter(line -> line.startsWith("gosling_requests_total{"))
                    .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                    .sum();
        } catch (Exception e) {
            return -1;
        }
    }

    @Test
    void aPortInUseIsNamedWithItsFlag() throws Exception {
        try (RunningProcess first = serve()) {
            String port = first.ready().get("http").split(":")[1];
            try (RunningProcess second = serve("--port", port)) {
                assertEquals(ExitCode.REFUSED.status(), second.status(), second.err());
                assertTrue(second.err().contains("gosling: --port: "), second.err());
                assertTrue(second.err().contains(port), second.err());
            }
        }
    }

    @Test
    void aClusterPortInUseIsNotTakenForThePeerPort() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RunningProcess node = serve("--cluster-port", Integer.toString(taken.getLocalPort()))) {
            assertEquals(ExitCode.REFUSED.status(), node.status(), node.err());
            String said = "gosling: --peer-port or --cluster-port: cluster address 127.0.0.1:" + taken.getLocalPort()
                    + " cannot be used: ";
            assertTrue(node.err().contains(said), node.err());
        }
    }

    @Test
    void aSecretThatOthersMayReadIsWarnedOf() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), "sixteen characters and more\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        try (RunningProcess node = serve("--secret-file", secret.toString())) {
            node.ready();
            assertTrue(node.err().contains("; expected none for others, who can join the cluster"), node.err());
        }
    }

    @Test
    void aMemberThatDoesNotAnswerKeepsNobodyFromServing() throws Exception {
        try (RunningProcess node = serve("--join", "127.0.0.1:1")) {
            ReadyLine ready = node.ready();
            assertEquals(200, TestSite.get(ready.get("http"), "/").statusCode());
            String said = "--join: no answer at 127.0.0.1:1; serving alone";
            Eventually.that(
                    "it says that nobody answers", () -> uncheckedErr(node).contains(said));
            assertEquals(200, TestSite.get(ready.get("http"), "/").statusCode());
        }
    }

    private static String uncheckedErr(RunningProcess process) {
        try {
            return process.err();
        } catch (java.io.IOException e) {
            return e.toString();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "78|--memory 900g|gosling: --memory: value \"900GiB\"; expected at most ",
                "2|--port http|gosling: --port: value \"http\"; expected a whole number from 0 to 65535"
            })
    void whatCannotBeIsSaidBeforeAnythingStarts(int status, String flags, String message) throws Exception {
        try (RunningProcess node = serve(flags.split(" "))) {
            assertEquals(status, node.status(), node.err());
            assertTrue(node.err().startsWith(message), node.err());
        }
    }

    @Test
    void aDirectoryThatMayNotBeReadIsRefused() throws Exception {
        Assumptions.assumeFalse("root".equals(System.getProperty("user.name")), "root may read everything");
        Path closed = Files.createDirectory(
                folder.resolve("closed"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("-wx------")));
        try (RunningProcess node = RunningProcess.gosling("serve", closed.toString())) {
            assertEquals(ExitCode.REFUSED.status(), node.status(), node.err());
            assertTrue(node.err().contains("may not be read by this user"), node.err());
        }
    }

    @Test
    void aDirectoryThatIsMissingIsNotFound() throws Exception {
        try (RunningProcess node =
                RunningProcess.gosling("serve", folder.resolve("no").toString())) {
            assertEquals(ExitCode.NOT_FOUND.status(), node.status(), node.err());
        }
    }

    @Test
    void aFrontEndPassesOnToPlainServers() throws Exception {
        try (RunningProcess node = serve()) {
            String backend = node.ready().get("http");
            try (RunningProcess frontEnd =
                    RunningProcess.gosling(RunningProcess.dispatch(backend, "--debug-backend-header", "on"))) {
                ReadyLine ready = frontEnd.ready();
                assertEquals("1", ready.get("nodes"));
                var response = TestSite.get(ready.get("http"), "/large.bin");
                assertArrayEquals(Files.readAllBytes(folder.resolve("site/large.bin")), response.body());
                assertEquals(
                        backend,
                        response.headers().firstValue("Gosling-Backend").orElse(""));
                frontEnd.terminate();
                assertEquals(0, frontEnd.status(), frontEnd.err());
            }
        }
    }

    @Test
    void theAccessLogIsOpenedAgainOnUsr1AndAnEarlySignalEndsNothing() throws Exception {
        Path log = folder.resolve("access.log");
        try (RunningProcess node = serve("--access-log", log.toString(), "--access-log-format", "{target} {status}")) {
            ReadyLine ready = node.ready();
            node.signal("HUP");
            TestSite.get(ready.get("http"), "/index.html");
            Eventually.that("a line", () -> text(log).equals("/index.html 200\n"));
            Path moved = Files.move(log, folder.resolve("moved.log"));
            node.signal("USR1");
            Eventually.that("the file is there again", () -> Files.exists(log));
            TestSite.get(ready.get("http"), "/absent");
            Eventually.that("a line", () -> text(log).equals("/absent 404\n"));
            assertEquals("/index.html 200\n", text(moved));
            TestSite.get(ready.get("http"), "/index.html");
            node.terminate();
            assertEquals(0, node.status(), node.err());
            assertEquals("/absent 404\n/index.html 200\n", text(log));
        }
    }

    @Test
    void aConfigurationIsReadAgainOnHupAndByTheAdminApiWithoutLosingAConnection() throws Exception {
        Path file = Files.writeString(folder.resolve("node.yaml"), "limits:\n  address-rate: 0\n");
        try (RunningProcess node = serve("--config", file.toString());
                HttpClient client = HttpClient.newHttpClient()) {
            ReadyLine ready = node.ready();
            assertEquals(200, TestSite.get(ready.get("http"), "/index.html").statusCode());
            Files.writeString(file, "limits:\n  address-rate: fast\n");
            HttpRequest post = HttpRequest.newBuilder(URI.create("http://" + ready.get("admin") + "/reload"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            HttpResponse<String> refused = client.send(post, HttpResponse.BodyHandlers.ofString());
            assertEquals(422, refused.statusCode());
            assertTrue(refused.body().contains("address-rate"), refused.body());
            Files.writeString(file, "limits:\n  address-rate: 1\n  address-burst: 1\n");
            node.signal("HUP");
            HttpRequest page = HttpRequest.newBuilder(URI.create("http://" + ready.get("http") + "/index.html"))
                    .build();
            Eventually.that("connections that are opened now are limited", () -> {
                try (HttpClient stranger = HttpClient.newHttpClient()) {
                    stranger.send(page, HttpResponse.BodyHandlers.ofString());
                    return stranger.send(page, HttpResponse.BodyHandlers.ofString())
                                    .statusCode()
                            == 429;
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
            assertEquals(200, TestSite.get(ready.get("http"), "/index.html").statusCode(), "the old one goes on");
            HttpResponse<String> same = client.send(post, HttpResponse.BodyHandlers.ofString());
            assertEquals("reloaded: nothing has changed\n", same.body());
            node.terminate();
            assertEquals(0, node.status(), node.err());
            assertTrue(node.err().contains("reloaded: limits.address-rate has changed"), node.err());
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (java.io.IOException e) {
            return "";
        }
    }

    /** timeout(1) and some supervisors signal the process and then its group. */
    @Test
    void twoTermsAtOnceAreOneWish() throws Exception {
        try (RunningProcess node = serve()) {
            node.ready();
            node.terminate();
            node.terminate();
            assertEquals(0, node.status(), node.err());
        }
    }

    @Test
    void filesOutsideAsciiAreServedInAUtf8LocaleAndOthersAreWarnedOf() throws Exception {
        Path site = TestSite.make(Files.createDirectory(folder.resolve("names")));
        List<String> command = HurriedJava.command(RunningProcess.JAR, "-Xmx192m");
        command.addAll(List.of(RunningProcess.serve(site)));
        try (RunningProcess ascii = RunningProcess.of(command, Map.of("LC_ALL", "C"))) {
            ascii.ready();
            boolean unicode = System.getProperty("os.name").matches("(?i)(mac|windows).*");
            assertEquals(
                    !unicode, ascii.err().contains("files whose names are not ASCII are answered 403"), ascii.err());
        }
        try (RunningProcess utf8 = RunningProcess.of(command, Map.of("LC_ALL", "C.UTF-8"))) {
            utf8.ready();
            assertTrue(!utf8.err().contains("ASCII"), utf8.err());
        }
    }
}
