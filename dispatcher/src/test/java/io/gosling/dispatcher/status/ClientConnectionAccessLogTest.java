package io.gosling.dispatcher.status;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.accesslog.AccessLog;
import io.gosling.accesslog.AccessLogSettings;
import io.gosling.accesslog.LineFormat;
import io.gosling.accesslog.LogFilter;
import io.gosling.accesslog.LogFollower;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The access log of a front-end. */
@Timeout(60)
class ClientConnectionAccessLogTest {
    @TempDir
    private Path folder;

    private AccessLog open() throws IOException {
        LineFormat format = LineFormat.parse("{remote} \"{request}\" {status} {bytes} {host} {agent} {from}");
        return AccessLog.open(
                AccessLogSettings.to(file().toString()).with(AccessLogSettings.FORMAT, format),
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
