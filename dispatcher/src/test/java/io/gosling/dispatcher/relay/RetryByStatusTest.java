package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.status.BackendHealth;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the retry of requests that a back-end has answered with an error that another may not have. */
@Timeout(60)
class RetryByStatusTest {
    private static final FrontEndSettings OFF = FrontEndSettings.defaults()
            .with(FrontEndSettings.POLICY, "rr")
            .with(HealthSettings.LONGEST, Duration.ofMinutes(1))
            .with(HealthSettings.FIRST, Duration.ofMinutes(1))
            .with(HealthSettings.PANIC, 0)
            .with(RelaySettings.REPEAT_PERCENT, 100);
    private static final FrontEndSettings ON = OFF.with(RelaySettings.RETRY_STATUSES, Set.of(502, 503));
    private static final String PLAIN = ScriptedBackend.DATE + "Content-Length: 4\r\n\r\nbody";
    private static final String CHUNKED = ScriptedBackend.DATE + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n";

    private static ScriptedBackend answering(String name, int status, String rest) throws IOException {
        return ScriptedBackend.start(name, with -> {
            while (true) {
                with.request();
                with.send("HTTP/1.1 " + status + " Word\r\n" + rest);
            }
        });
    }

    private static int status(Stage stage, String method, String more) throws IOException {
        try (RawClient client = stage.client()) {
            client.send(method + " /x HTTP/1.1\r\nHost: h\r\n" + more);
            return (method.equals("HEAD") ? client.head() : client.answer()).status();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, CHUNKED})
    void anotherBackEndAnswersIdempotentRequestsAndTheFailingOneIsEjected(String rest) throws IOException {
        ScriptedBackend failing = answering("n1", 503, rest);
        ScriptedBackend well = ScriptedBackend.polite("n2");
        try (Stage stage = Stage.of(ON, failing, well)) {
            for (String method : new String[] {"GET", "OPTIONS", "GET", "DELETE", "GET", "GET"}) {
                assertEquals(200, status(stage, method, "\r\n"), method);
            }
            assertEquals(2, failing.requests.size());
            assertEquals(6, well.requests.size());
            assertEquals(BackendHealth.EJECTED, stage.status("n1").health());
            assertEquals(2, stage.status("n1").failures());
        }
    }

    @Test
    void otherMethodsBodiesAndStatusesArePassedOn() throws IOException {
        ScriptedBackend first = answering("n1", 503, PLAIN);
        ScriptedBackend second = answering("n2", 504, PLAIN);
        try (Stage stage = Stage.of(ON, first, second)) {
            assertEquals(503, status(stage, "POST", "\r\n"));
            assertEquals(504, status(stage, "GET", "\r\n"));
            assertEquals(503, status(stage, "PUT", "Content-Length: 2\r\n\r\nok"));
            assertEquals(504, status(stage, "GET", "\r\n"));
            assertEquals(2, first.requests.size());
            assertEquals(0, stage.frontEnd.status().repeated());
        }
    }

    @Test
    void aResponseThatIsNotRetriedIsNoSuccess() throws IOException {
        ScriptedBackend failing = answering("n1", 503, PLAIN);
        try (Stage stage = Stage.of(ON, failing, ScriptedBackend.polite("n2"))) {
            for (String method : new String[] {"GET", "POST", "GET"}) {
                int before = failing.requests.size();
                for (int turn = 0; turn < 4 && failing.requests.size() == before; turn++) {
                    assertEquals(BackendHealth.HEALTHY, stage.status("n1").health());
                    status(stage, method, "\r\n");
                }
                assertEquals(before + 1, failing.requests.size(), method);
            }
            assertEquals(BackendHealth.EJECTED, stage.status("n1").health());
        }
    }

    @Test
    void bothResponsesAreCounted() throws IOException {
        ScriptedBackend failing = answering("n1", 503, PLAIN);
        try (Stage stage = Stage.of(ON, failing, ScriptedBackend.polite("n2"))) {
            assertEquals(200, status(stage, "GET", "\r\n"));
            assertEquals(1L, stage.status("n1").responses().get("5xx"));
            assertEquals(1L, stage.status("n2").responses().get("2xx"));
        }
    }

    @Test
    void aPageThatFailsEverywhereIsPassedOnAndEjectsNobody() throws IOException {
        ScriptedBackend first = answering("n1", 503, PLAIN);
        ScriptedBackend second = answering("n2", 503, PLAIN);
        try (Stage stage = Stage.of(ON, first, second)) {
            for (int at = 0; at < 6; at++) {
                assertEquals("body", stage.get("/x").text());
            }
            assertEquals(6, stage.frontEnd.status().repeated());
            assertEquals(BackendHealth.HEALTHY, stage.status("n1").health());
            assertEquals(BackendHealth.HEALTHY, stage.status("n2").health());
        }
    }

    @Test
    void theBudgetLimitsThemAndWithoutTheSettingThereAreNone() throws IOException {
        for (FrontEndSettings none : new FrontEndSettings[] {OFF, ON.with(RelaySettings.REPEAT_PERCENT, 0)}) {
            ScriptedBackend failing = answering("n1", 503, PLAIN);
            try (Stage stage = Stage.of(none, failing, ScriptedBackend.polite("n2"))) {
                assertEquals(503, stage.get("/x").status());
                assertEquals(200, stage.get("/x").status());
                assertEquals(503, stage.get("/x").status());
                assertEquals(BackendHealth.HEALTHY, stage.status("n1").health());
            }
        }
    }
}
