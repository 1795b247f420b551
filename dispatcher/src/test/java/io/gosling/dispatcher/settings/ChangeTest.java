package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.Routes;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.HttpLimits;
import io.gosling.netty.limits.LimitKind;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time of whole requests, and settings that change while clients are connected. */
@Timeout(60)
class ChangeTest {
    private static final FrontEndSettings SHORT =
            FrontEndSettings.defaults().with(HttpLimits.REQUEST_TIME, Duration.ofMillis(300));

    @Test
    void aRequestThatTakesTooLongInAllIsGivenUp() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            never.await();
        });
        try (Stage stage = Stage.of(SHORT, backend);
                RawClient client = stage.client()) {
            assertEquals(504, client.get("/").answer().status());
            assertEquals(1, stage.frontEnd.limits().of(LimitKind.REQUEST_TIME));
            assertEquals(1, stage.outcome(RequestOutcome.GATEWAY_TIMEOUT));
            assertEquals(504, client.get("/").answer().status(), "the connection goes on");
        }
        never.countDown();
    }

    @Test
    void requestsWithinTheirTimeDoNotMeetThoseOfOthers() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                ScriptedBackend.Request request = with.request();
                if (request.path().equals("/slow")) {
                    slow.await();
                }
                with.answer("n1 " + request.path());
            }
        });
        FrontEndSettings limits = FrontEndSettings.defaults().with(HttpLimits.REQUEST_TIME, Duration.ofSeconds(30));
        try (Stage stage = Stage.of(limits, backend);
                RawClient client = stage.client()) {
            for (int i = 0; i < 3; i++) {
                assertEquals(200, client.get("/a").answer().status());
            }
            client.get("/slow");
            slow.countDown();
            assertEquals(200, client.answer().status());
            assertEquals(0, stage.frontEnd.limits().of(LimitKind.REQUEST_TIME));
        }
    }

    @Test
    void limitsChangeForTheNextRequestOfAnOpenConnection() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        FrontEndSettings settings = FrontEndSettings.defaults();
        try (Stage stage = Stage.of(settings, backend);
                RawClient client = stage.client()) {
            assertEquals(200, client.get("/").answer().status());
            stage.frontEnd.change(
                    settings.with(ForwardingSettings.CONNECTIONS, 1).with(HttpLimits.BODY, 3L));
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
            assertEquals(200, client.answer().status());
            client.send("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nabcd");
            assertEquals(413, client.answer().status());
        }
    }

    @Test
    void rulesAndPolicyChangeUnderRequestsThatWaitAndRun() throws IOException {
        CountDownLatch busy = new CountDownLatch(1);
        ScriptedBackend one = slow("n1", busy);
        ScriptedBackend two = slow("n2", busy);
        FrontEndSettings settings = FrontEndSettings.defaults().with(AdmissionSettings.LIMIT, 2);
        Backend labelled = two.backend().withLabels(Set.of("new"));
        try (Stage stage = Stage.of(settings, one);
                RawClient first = stage.client();
                RawClient second = stage.client();
                RawClient third = stage.client();
                two) {
            first.get("/1");
            second.get("/2");
            third.get("/new/3");
            Stage.until("one waits", () -> stage.frontEnd.status().queued() == 1);
            stage.tell(List.of(one.backend(), labelled));
            stage.frontEnd.change(Routes.pools(settings, "/new/**=new")
                    .with(FrontEndSettings.POLICY, "rr")
                    .with(AdmissionSettings.LIMIT, 100));
            Stage.until("it is admitted", () -> stage.frontEnd.status().queued() == 0);
            assertEquals("rr", stage.frontEnd.status().policy());
            busy.countDown();
            for (RawClient client : List.of(first, second, third)) {
                assertEquals(200, client.answer().status());
            }
            for (int i = 0; i < 4; i++) {
                assertEquals("n2", first.get("/new/" + i).answer().text());
            }
            assertEquals(1, stage.frontEnd.status().pools().size());
            stage.frontEnd.change(settings);
            assertEquals(0, stage.frontEnd.status().pools().size());
            assertEquals(200, second.get("/new/1").answer().status());
        }
    }

    private static ScriptedBackend slow(String name, CountDownLatch until) throws IOException {
        return ScriptedBackend.start(name, with -> {
            while (true) {
                with.request();
                until.await();
                with.answer(name);
            }
        });
    }

    @Test
    void aRemovedBackEndFinishesWhatItServesAndIsForgotten() throws IOException {
        CountDownLatch busy = new CountDownLatch(1);
        ScriptedBackend one = slow("n1", busy);
        ScriptedBackend two = ScriptedBackend.polite("n2");
        try (Stage stage = Stage.of(one);
                RawClient first = stage.client();
                two) {
            ConfiguredBackends source = new ConfiguredBackends(List.of(one.backend()));
            source.watch(stage::tell);
            first.get("/1");
            Stage.until("it is served", () -> stage.frontEnd.status().active() == 1);
            source.change(two.backend());
            source.change(one.backend().in(Backend.State.REMOVED));
            assertEquals("n2 /2", stage.get("/2").text());
            assertEquals("draining", stage.status("n1").state());
            busy.countDown();
            assertEquals("n1", first.answer().text());
            Stage.until(
                    "it is forgotten", () -> stage.frontEnd.status().backends().size() == 1);
            source.change(two.backend().in(Backend.State.DRAINING));
            source.change(one.backend());
            assertEquals("n1", stage.get("/3").text());
        }
    }

    @Test
    void theQueueChangesWhileRequestsAreServed() throws IOException {
        CountDownLatch busy = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                busy.await();
                with.answer("late");
            }
        });
        FrontEndSettings settings = FrontEndSettings.defaults()
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 10)
                .with(AdmissionSettings.QUEUE_TIME, Duration.ofMinutes(1));
        try (Stage stage = Stage.of(settings, backend);
                RawClient first = stage.client();
                RawClient second = stage.client()) {
            first.get("/1");
            Stage.until("one is served", () -> stage.frontEnd.status().active() == 1);
            stage.frontEnd.change(settings.with(AdmissionSettings.LIMIT, 1)
                    .with(AdmissionSettings.QUEUE_LENGTH, 0)
                    .with(AdmissionSettings.QUEUE_TIME, Duration.ofMinutes(1)));
            assertEquals(503, second.get("/2").answer().status());
            stage.frontEnd.change(settings.with(AdmissionSettings.LIMIT, 2)
                    .with(AdmissionSettings.QUEUE_LENGTH, 0)
                    .with(AdmissionSettings.QUEUE_TIME, Duration.ofMinutes(1)));
            second.get("/3");
            Stage.until("both are served", () -> stage.frontEnd.status().active() == 2);
            busy.countDown();
            assertEquals(200, first.answer().status());
            assertEquals(200, second.answer().status());
            assertTrue(stage.outcome(RequestOutcome.OVERLOADED) == 1);
        }
    }

    @Test
    void clientsAreBelievedFromTheNextRequestOn() throws IOException {
        ScriptedBackend backend = ScriptedBackend.polite("n1");
        FrontEndSettings settings = FrontEndSettings.defaults();
        String ask = "GET / HTTP/1.1\r\nHost: h\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n";
        try (Stage stage = Stage.of(settings, backend);
                RawClient client = stage.client()) {
            client.send(ask).answer();
            stage.frontEnd.change(settings.with(RelaySettings.FORWARDED, RelaySettings.Forwarding.APPEND));
            client.send(ask).answer();
            stage.frontEnd.change(settings);
            client.send(ask).answer();
            assertEquals(
                    List.of("127.0.0.1", "192.0.2.7, 127.0.0.1", "127.0.0.1"),
                    backend.requests.stream()
                            .map(request -> request.all("X-Forwarded-For").getFirst())
                            .toList());
        }
    }
}
