package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendPublicUrl;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.dispatcher.settings.ForwardingSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A front-end that sends clients to the back-ends themselves, over real sockets. */
@Timeout(60)
class RedirectDeliveryTest {
    private static final FrontEndSettings REDIRECTS = FrontEndSettings.defaults()
            .with(ForwardingSettings.FORWARDING, ForwardingMode.REDIRECT)
            .with(ForwardingSettings.REDIRECT_LOAD, Duration.ofMillis(50));

    /** So long that what was sent away is load even if this machine is busy. */
    private static FrontEndSettings forAWhile(FrontEndSettings settings) {
        return settings.with(ForwardingSettings.FORWARDING, ForwardingMode.REDIRECT)
                .with(ForwardingSettings.REDIRECT_LOAD, Duration.ofSeconds(2));
    }

    /** A front-end that knows its back-ends by name: n1 is http://n1.test. */
    private static Stage stage(FrontEndSettings settings, ScriptedBackend... backends) throws IOException {
        Stage stage = Stage.of(settings, backends);
        stage.tell(List.of(backends).stream()
                .map(backend ->
                        backend.backend().withPublicUrl(BackendPublicUrl.parse("http://" + backend.name + ".test")))
                .toList());
        return stage;
    }

    @Test
    void theClientIsSentToTheNodeWithPathAndQuery() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = stage(REDIRECTS, backend);
                RawClient client = stage.client()) {
            for (String target : List.of("/a/b.html", "/a?b=c&d=%20", "//x?y")) {
                RawClient.Answer answer = client.get(target).answer();
                assertEquals(307, answer.status());
                assertEquals(List.of("http://n1.test" + target), answer.all("Location"));
                assertEquals(List.of("no-store"), answer.all("Cache-Control"));
            }
            client.send("HEAD / HTTP/1.1\r\nHost: front.test\r\n\r\n");
            RawClient.Answer head = client.head();
            assertEquals(307, head.status());
            assertEquals(List.of("http://n1.test/"), head.all("Location"));
            assertEquals(
                    307,
                    client.get("/the connection goes on".replace(' ', '-'))
                            .answer()
                            .status());
            assertEquals(0, backend.connections.get());
            assertEquals(5, stage.outcome(RequestOutcome.REDIRECTED));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"n1.test", "N1.Test", "n1.test:80", "n2.test", "n1.test.", "N1.test.:80"})
    void whoNamesANodeIsNotSentAwayAgain(String host) throws IOException {
        try (Stage stage = stage(REDIRECTS, ScriptedBackend.polite("n1"), ScriptedBackend.polite("n2"));
                RawClient client = stage.client()) {
            RawClient.Answer answer =
                    client.send("GET /x HTTP/1.1\r\nHost: " + host + "\r\n\r\n").answer();
            assertEquals(200, answer.status());
            assertTrue(answer.text().endsWith(" /x"), answer::text);
        }
    }

    @Test
    void whatCannotBeSentElsewhereIsRelayed() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        try (Stage stage = stage(REDIRECTS, backend);
                RawClient client = stage.client()) {
            client.send("POST /p HTTP/1.1\r\nHost: front.test\r\nContent-Length: 2\r\n\r\nhi");
            assertEquals("n1 /p", client.answer().text());
            client.send("GET /b HTTP/1.1\r\nHost: front.test\r\nContent-Length: 2\r\n\r\nhi");
            assertEquals("n1 /b", client.answer().text());
            client.send("DELETE /d HTTP/1.1\r\nHost: front.test\r\n\r\n");
            assertEquals("n1 /d", client.answer().text());
            client.send("GET /w HTTP/1.1\r\nHost: front.test\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n");
            assertEquals("n1 /w", client.answer().text());
            stage.tell(List.of(backend.backend()));
            assertEquals("n1 /g", client.get("/g").answer().text(), "a node without a name");
        }
    }

    /** A proxy that is believed says how the client came; a front-end's own TLS is said in the same field. */
    @Test
    void whoCameByHttpsIsNotSentToHttp() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        FrontEndSettings behind = REDIRECTS.with(RelaySettings.FORWARDED, RelaySettings.Forwarding.APPEND);
        String get = "GET /g HTTP/1.1\r\nHost: front.test\r\nX-Forwarded-Proto: ";
        try (Stage stage = stage(behind, backend);
                RawClient client = stage.client()) {
            assertEquals("n1 /g", client.send(get + "https\r\n\r\n").answer().text());
            assertEquals(307, client.send(get + "http\r\n\r\n").answer().status());
            stage.tell(List.of(backend.backend().withPublicUrl(BackendPublicUrl.parse("https://n1.test"))));
            RawClient.Answer answer = client.send(get + "https\r\n\r\n").answer();
            assertEquals(List.of("https://n1.test/g"), answer.all("Location"));
        }
    }

    @Test
    void aPolicyThatGoesByTheTargetSendsEachToItsNode() throws IOException {
        try (Stage stage = stage(
                        forAWhile(REDIRECTS.with(FrontEndSettings.POLICY, "lard")),
                        ScriptedBackend.polite("n1"),
                        ScriptedBackend.polite("n2"));
                RawClient client = stage.client()) {
            Map<String, String> first = new HashMap<>();
            Set<String> used = new HashSet<>();
            for (int request = 0; request < 40; request++) {
                String path = "/" + request % 20;
                String location = String.valueOf(client.get(path).answer().first("Location"));
                used.add(location.substring(0, "http://n1".length()));
                assertEquals(first.computeIfAbsent(path, any -> location), location);
            }
            assertEquals(2, used.size(), "what was sent away counts as load for a while");
        }
    }

    @Test
    void whatWasSentAwayIsLoadForAWhileAndTakesNoPlace() throws IOException {
        var settings = forAWhile(REDIRECTS)
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 0)
                .with(AdmissionSettings.QUEUE_TIME, Duration.ofSeconds(1));
        try (Stage stage = stage(settings, ScriptedBackend.polite("n1"));
                RawClient client = stage.client()) {
            for (int i = 0; i < 3; i++) {
                assertEquals(307, client.get("/" + i).answer().status());
            }
            assertEquals(3, stage.status("n1").load());
            Stage.until("it is load no more", () -> stage.status("n1").load() == 0);
        }
    }

    @Test
    void aPublicUrlIsASchemeAndAnAuthority() {
        assertEquals(
                "https://n1.example.org",
                BackendPublicUrl.parse("HTTPS://N1.example.org/").toString());
        assertEquals(
                Set.of("n1", "n1:443"), BackendPublicUrl.parse("https://n1").hosts());
        assertEquals(
                Set.of("n1", "n1:80"), BackendPublicUrl.parse("http://n1:80").hosts());
        assertEquals(
                Set.of("n1:8080"), BackendPublicUrl.parse("http://n1.:8080").hosts());
        assertEquals(
                Set.of("[2001:db8::1]", "[2001:db8::1]:80"),
                BackendPublicUrl.parse("http://[2001:0DB8:0:0::1]").hosts());
        assertEquals("[2001:db8::1]:8080", BackendPublicUrl.canonical("[2001:DB8:0::0:1]:8080"));
        assertEquals("[no]", BackendPublicUrl.canonical("[NO]"), "whatever clients send");
        assertEquals(
                Set.of("[::1]:8080"),
                BackendPublicUrl.parse("http://[::1]:8080").hosts());
        assertEquals(
                Set.of("[::1]", "[::1]:80"),
                BackendPublicUrl.parse("http://[::1]").hosts());
        for (String wrong : List.of(
                "n1",
                "ftp://n1",
                "http://n1/path",
                "http://u@n1",
                "http://n1?q",
                "http://",
                "http://n1:0",
                "http://n1:080",
                "http://n1:65536")) {
            String message =
                    String.valueOf(assertThrows(IllegalArgumentException.class, () -> BackendPublicUrl.parse(wrong))
                            .getMessage());
            assertTrue(message.contains("\"" + wrong + "\""), message);
        }
        assertNull(Backend.ready("n1", Stage.anyAddress()).publicUrl());
    }
}
