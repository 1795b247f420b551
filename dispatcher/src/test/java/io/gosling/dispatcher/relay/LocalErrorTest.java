package io.gosling.dispatcher.relay;

import static io.gosling.dispatcher.testing.ScriptedBackend.DATE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The errors of the front-end itself: their Proxy-Status (RFC 9209), and pages of the operator. */
@Timeout(60)
class LocalErrorTest {
    @TempDir
    private Path folder;

    private static ScriptedBackend sending(String response) throws IOException {
        return ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(response);
            with.waitForTheEnd();
        });
    }

    private static void assertError(int status, String error, RawClient.Answer answer) {
        assertEquals(status, answer.status());
        assertEquals(List.of("\"gosling\"; error=" + error), answer.all("Proxy-Status"));
    }

    @Test
    void theErrorSaysWhyThereIsNoResponse() throws IOException {
        try (Stage stage = Stage.of()) {
            assertError(503, "destination_unavailable", stage.get("/"));
        }
        ScriptedBackend dead = ScriptedBackend.polite("n1");
        dead.kill();
        try (Stage stage = Stage.of(dead)) {
            assertError(502, "destination_unavailable", stage.get("/"));
        }
        try (Stage stage = Stage.of(sending("SSH-2.0\r\n\r\n"))) {
            assertError(502, "http_protocol_error", stage.get("/"));
        }
        ScriptedBackend closing = ScriptedBackend.start("n1", ScriptedBackend.Conversation::request);
        try (Stage stage = Stage.of(closing)) {
            assertError(502, "connection_terminated", stage.get("/"));
        }
        var late = FrontEndSettings.defaults().with(RelaySettings.HEADER_TIME, Duration.ofMillis(20));
        try (Stage stage = Stage.of(late, sending(""))) {
            assertError(504, "http_response_timeout", stage.get("/"));
        }
    }

    @Test
    void anAdmissionLimitIsNamedAsOne() throws IOException {
        var full = FrontEndSettings.defaults().with(AdmissionSettings.LIMIT, 1).with(AdmissionSettings.QUEUE_LENGTH, 0);
        try (Stage stage = Stage.of(full, sending(""));
                RawClient client = stage.client()) {
            client.get("/slow");
            Stage.until("it is with the back-end", () -> stage.status("n1").load() == 1);
            assertError(503, "connection_limit_reached", stage.get("/"));
        }
    }

    @Test
    void aBadRequestIsTheClientsError() throws IOException {
        try (Stage stage = Stage.of(ScriptedBackend.polite("n1"));
                RawClient client = stage.client()) {
            assertError(
                    400,
                    "http_request_error",
                    client.send("GET / HTTP/1.1\r\n\r\n").answer());
        }
    }

    @Test
    void anErrorOfABackEndIsPassedOnAsItIs() throws IOException {
        FrontEndSettings pages = withPages("503=" + page("sorry.html", "<p>Sorry"));
        ScriptedBackend busy =
                sending("HTTP/1.1 503 Busy\r\n" + DATE + "Proxy-Status: inner\r\nContent-Length: 2\r\n\r\nno");
        try (Stage stage = Stage.of(pages, busy)) {
            RawClient.Answer answer = stage.get("/");
            assertEquals("no", answer.text());
            assertEquals(List.of("inner"), answer.all("Proxy-Status"));
        }
    }

    @Test
    void aPageOfTheOperatorReplacesTheTextAndChangesWithTheSettings() throws IOException {
        try (Stage stage = Stage.of(withPages("503=" + page("sorry.html", "<p>Sorry")));
                RawClient client = stage.client()) {
            RawClient.Answer answer = stage.get("/");
            assertError(503, "destination_unavailable", answer);
            assertEquals("<p>Sorry", answer.text());
            assertEquals(List.of("text/html; charset=utf-8"), answer.all("Content-Type"));
            assertEquals("1", answer.first("Retry-After"));
            RawClient.Answer head =
                    client.send("HEAD / HTTP/1.1\r\nHost: test\r\n\r\n").head();
            assertEquals(List.of("8"), head.all("Content-Length"));

            stage.frontEnd.change(withPages("503=" + page("sorry.html", "<p>Later")));
            assertEquals("<p>Later", stage.get("/").text());
            stage.frontEnd.change(withPages("404=" + page("sorry.html", "<p>Later")));
            assertEquals(
                    "503 Service Unavailable: there is no back-end\n",
                    stage.get("/").text());
        }
    }

    @Test
    void aPageThatCannotBeUsedIsRefused() throws IOException {
        String file = page("sorry.html", "<p>Sorry");
        String large = page("large.html", "x".repeat((64 << 10) + 1));
        for (String pair : List.of("503=" + folder.resolve("none"), "503=" + large, "200=" + file, "5xx=" + file)) {
            Exception refused = assertThrows(IllegalArgumentException.class, () -> withPages(pair));
            assertTrue(
                    String.valueOf(refused.getMessage()).contains("expected statuses from 400 to 599"),
                    refused::getMessage);
        }
    }

    private String page(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private static FrontEndSettings withPages(String pair) {
        return new FrontEndSettings(SettingValues.none().with(RelaySettings.ERROR_PAGES, List.of(pair)));
    }
}
