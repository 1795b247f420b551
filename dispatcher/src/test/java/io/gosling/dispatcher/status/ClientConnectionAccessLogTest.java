package io.gosling.dispatcher.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.accesslog.LineFormat;
import io.gosling.accesslog.LogFilter;
import io.gosling.accesslog.LogFollower;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.Routes;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.routes.RouteSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The access log of a front-end. */
@Timeout(60)
class ClientConnectionAccessLogTest {
    @TempDir
    private Path folder;

    private AccessLog open() throws IOException {
        return open("{remote} \"{request}\" {status} {bytes} {host} {agent} {from}");
    }

    private AccessLog open(String format) throws IOException {
        return AccessLog.open(
                AccessLogSettings.to(file().toString()).with(AccessLogSettings.FORMAT, LineFormat.parse(format)),
                InstantSource.system(),
                ZoneOffset.UTC);
    }

    private Path file() {
        return folder.resolve("access.log");
    }

    private List<String> lines(int count) {
        Stage.until(count + " lines", () -> all().size() >= count);
        return all();
    }

    private List<String> all() {
        try {
            return Files.readAllLines(file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void everyRequestHasALineThatSaysHowItEnded() throws IOException {
        try (AccessLog log = open();
                Stage stage = Stage.of(log, ScriptedBackend.polite("n1"))) {
            try (RawClient client = stage.client()) {
                assertEquals("n1 /a?b", client.get("/a?b").answer().text());
                client.send("GET /\"b HTTP/1.1\r\nHost: h\r\nUser-Agent: q\"\t\u00e4\r\n\r\n");
                assertEquals(200, client.answer().status());
                client.send("GET /c HTTP/1.1\r\nHost: h\r\nHost: i\r\n\r\n");
                assertEquals(400, client.answer().status());
            }
            stage.tell(List.of());
            try (RawClient client = stage.client()) {
                assertEquals(503, client.get("/d").answer().status());
            }
            assertEquals(
                    List.of(
                            "127.0.0.1 \"GET /a?b HTTP/1.1\" 200 7 test - relayed",
                            "127.0.0.1 \"GET /\\x22b HTTP/1.1\" 200 6 h q\\x22\\x09\\xE4 relayed",
                            "127.0.0.1 \"GET /c HTTP/1.1\" 400 0 h - refused",
                            "127.0.0.1 \"GET /d HTTP/1.1\" 503 0 test - overloaded"),
                    lines(4));
        }
    }

    @Test
    void aConnectionThatWasOpenBeforeIsFollowed() throws IOException {
        try (AccessLog log = AccessLog.off(InstantSource.system(), ZoneOffset.UTC);
                Stage stage = Stage.of(log, ScriptedBackend.polite("n1"));
                RawClient client = stage.client()) {
            assertEquals("n1 /a", client.get("/a").answer().text());
            LogFollower follower = log.follow("a", LogFilter.parse(Map.of("from", "relayed")));
            assertEquals("n1 /b", client.get("/b").answer().text());
            List<String> lines = new ArrayList<>();
            Stage.until("a line", () -> lines.addAll(follower.take()));
            assertEquals(1, lines.size());
            assertTrue(lines.getFirst().contains("\"target\":\"/b\""), lines.getFirst());
        }
    }

    @Test
    void aTrustedProxyNamesTheClient() throws IOException {
        try (AccessLog log = open();
                Stage stage = Stage.of(log, ScriptedBackend.polite("n1"))) {
            log.trustProxies(peer -> headers -> headers.apply("X-Forwarded-For"));
            try (RawClient client = stage.client()) {
                client.send("GET /a HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 203.0.113.7\r\n\r\n");
                assertEquals(200, client.answer().status());
            }
            assertEquals(List.of("203.0.113.7 \"GET /a HTTP/1.1\" 200 5 h - relayed"), lines(1));
        }
    }

    @Test
    void aLineNamesThePoolTheBackEndAndItsStatus() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.answer(404, new byte[0]);
            with.request();
            with.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n");
            with.waitForTheEnd();
        });
        var routes = Routes.pools(FrontEndSettings.defaults(), "/images/**=images");
        try (AccessLog log = open("{target} {pool} {backend} {attempts} {upstream-status} {status} {from}");
                Stage stage = Stage.of(routes, log, backend)) {
            stage.tell(List.of(backend.backend().withLabels(Set.of("images"))));
            try (RawClient client = stage.client()) {
                assertEquals(404, client.get("/images/a").answer().status());
                assertEquals(200, client.get("/b").answer().status());
                assertEquals(
                        400, client.send("GET /c HTTP/1.1\r\n\r\n").answer().status());
            }
            assertEquals(
                    List.of(
                            "/images/a images n1 1 404 404 relayed",
                            "/b - n1 1 200 200 relayed",
                            "/c - - 0 - 400 refused"),
                    lines(3));
        }
    }

    @Test
    void everyBackEndThatWasTriedIsCounted() throws IOException {
        ScriptedBackend one = ScriptedBackend.polite("n1");
        ScriptedBackend other = ScriptedBackend.polite("n2");
        one.kill();
        other.kill();
        try (AccessLog log = open("{attempts} {connect} {first-byte} {upstream-status} {status}");
                Stage stage = Stage.of(log, one, other)) {
            assertEquals(502, stage.get("/").status());
            assertEquals(List.of("2 - - - 502"), lines(1));
        }
    }

    @Test
    void timesAreInSecondsAndThoseOfAnotherRequestAreForgotten() throws IOException {
        var full = FrontEndSettings.defaults()
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_TIME, Duration.ofMillis(20));
        CountDownLatch refused = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            refused.await();
            with.answer("ok");
            with.waitForTheEnd();
        });
        try (AccessLog log = open("{target} {queue} {connect} {first-byte}");
                Stage stage = Stage.of(full, log, backend);
                RawClient client = stage.client()) {
            client.get("/slow");
            Stage.until(
                    "the request is with the back-end", () -> stage.status("n1").load() == 1);
            assertEquals(503, stage.get("/waits").status());
            refused.countDown();
            assertEquals(200, client.answer().status());
            assertEquals(400, client.send("GET /bad HTTP/1.1\r\n\r\n").answer().status());
            List<String> lines = lines(3);
            assertTrue(lines.get(0).matches("/waits 0\\.(?!000000)\\d{6} - -"), lines.get(0));
            assertTrue(lines.get(1).matches("/slow 0\\.000000 \\d+\\.\\d{6} \\d+\\.\\d{6}"), lines.get(1));
            assertEquals("/bad - - -", lines.get(2));
        }
    }

    @Test
    void theRequestIdThatTheBackEndGetsIsLogged() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        var ids = FrontEndSettings.defaults().with(RelaySettings.REQUEST_ID, true);
        try (AccessLog log = open("{request-id}");
                Stage stage = Stage.of(ids, log, backend);
                RawClient client = stage.client()) {
            for (String header : List.of("", "X-Request-Id: 4f-1\r\n", "X-Request-Id: not one\r\n")) {
                client.send("GET / HTTP/1.1\r\nHost: h\r\n" + header + "\r\n");
                assertEquals(200, client.answer().status());
            }
            List<String> seen = backend.requests.stream()
                    .map(request -> String.join(",", request.all("X-Request-Id")))
                    .toList();
            assertEquals("4f-1", seen.get(1));
            assertTrue(seen.getFirst().matches("[0-9a-f]{32}"), seen::toString);
            assertTrue(seen.getLast().matches("[0-9a-f]{32}"), seen::toString);
            assertEquals(seen, lines(3));
        }
    }

    @Test
    void aRequestIdThatARouteRemovesIsNotLogged() throws IOException {
        var removing = Routes.in(
                FrontEndSettings.defaults(), Routes.route("/a/**", RouteSettings.REQUEST_REMOVE, "X-Request-Id"));
        try (AccessLog log = open("{target} {request-id}");
                Stage stage = Stage.of(removing, log, ScriptedBackend.polite("n1"));
                RawClient client = stage.client()) {
            for (String path : List.of("/a", "/b")) {
                client.send("GET " + path + " HTTP/1.1\r\nHost: h\r\nX-Request-Id: 4f-1\r\n\r\n");
                assertEquals(200, client.answer().status());
            }
            assertEquals(List.of("/a -", "/b 4f-1"), lines(2));
        }
    }

    @Test
    void aRequestThatIsForwardedAsBytesHasTheSameValues() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (AccessLog log = open("{target} {backend} {attempts} {upstream-status} {request-id}");
                Stage stage = Stage.of(log, backend);
                RawClient client = stage.client()) {
            client.send("GET /a HTTP/1.1\r\nhOST:h\r\nx-request-id:4f-1\r\n\r\n");
            assertEquals("n1 /a", client.answer().text());
            assertEquals(
                    List.of("hOST:h", "x-request-id:4f-1"),
                    backend.requests.getFirst().fields().subList(0, 2));
            assertEquals(List.of("/a n1 1 200 4f-1"), lines(1));
        }
    }

    @Test
    void aClientThatLeavesWhileItWaitsIsA499() throws IOException {
        try (AccessLog log = open();
                Stage stage = Stage.of(log, ScriptedBackend.start("n1", with -> {
                    with.request();
                    with.request();
                }))) {
            try (RawClient client = stage.client()) {
                client.get("/slow");
                Stage.until(
                        "the request is with the back-end",
                        () -> stage.status("n1").load() == 1);
                client.reset();
            }
            assertEquals(List.of("127.0.0.1 \"GET /slow HTTP/1.1\" 499 0 test - client-gone"), lines(1));
        }
    }
}
