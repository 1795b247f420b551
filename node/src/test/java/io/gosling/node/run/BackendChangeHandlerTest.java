package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.ConfiguredBackends;
import io.gosling.dispatcher.backend.WeightedAddress;
import io.gosling.dispatcher.settings.ForwardingMode;
import io.gosling.testing.FakeExchange;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Changes of configured back-ends by a form. */
class BackendChangeHandlerTest {
    private static final String FULL = "10.0.0.7:8080";

    private ConfiguredBackends backends;
    private BackendChangeHandler handler;

    @BeforeEach
    void configure() throws Exception {
        List<WeightedAddress> configured = Stream.of(FULL + "=2+images", "[::1]:80")
                .map(WeightedAddress::parse)
                .toList();
        backends = new ConfiguredBackends(RunningFrontEnd.named(configured, ForwardingMode.PROXY));
        handler = new BackendChangeHandler(backends, ForwardingMode.PROXY);
    }

    private FakeExchange post(String form) throws Exception {
        return FakeExchange.post(
                        "/backends", form.replace("+", "%2B"), "Content-Type", "application/x-www-form-urlencoded")
                .answeredBy(handler);
    }

    private String answer(String form) throws Exception {
        FakeExchange answer = post(form);
        assertEquals(200, answer.status(), answer.responseText());
        return answer.responseText();
    }

    private Backend full() {
        return backends.all().stream()
                .filter(one -> one.name().equals(FULL))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aBackEndThatIsAddedAfterADrainHasWhatItHad() throws Exception {
        answer("action=drain&backend=" + FULL);
        assertEquals(Backend.State.DRAINING, full().state());
        answer("action=add&backend=" + FULL);
        assertEquals(Backend.State.READY, full().state());
        assertEquals(2, full().weight());
        assertEquals(Set.of("images"), full().labels());
        answer("action=add&backend=" + FULL + "=3");
        assertEquals(3, full().weight());
        assertEquals(Set.of("images"), full().labels());
        answer("action=add&backend=" + FULL + "+video");
        assertEquals(3, full().weight());
        assertEquals(Set.of("video"), full().labels());
    }

    @Test
    void theAnswerHasTheSettingThatKeepsTheChange() throws Exception {
        assertEquals("""
                not changed; would be: 10.0.0.9:80: weight 1.0
                to keep it: backend: ["10.0.0.7:8080=2.0+images", "[::1]:80", "10.0.0.9:80"]
                """, answer("action=add&backend=10.0.0.9:80&dry-run=true"));
        assertEquals("""
                changed until a restart: 10.0.0.7:8080: drains
                to keep it: backend: ["[::1]:80"]
                """, answer("action=drain&backend=" + FULL));
        assertEquals("""
                changed until a restart: [::1]:80: removed
                no back-end is left that takes requests; a configuration must name one
                """, answer("action=remove&backend=[::1]:80"));
    }

    @Test
    void aBackEndWhoseHostNameIsGoneCanBeDrainedAndRemoved() throws Exception {
        String name = "gone.invalid:80";
        backends = new ConfiguredBackends(
                List.of(new Backend(name, new InetSocketAddress("127.0.0.1", 80), 1, Backend.State.READY)));
        handler = new BackendChangeHandler(backends, ForwardingMode.PROXY);
        answer("action=drain&backend=" + name);
        assertEquals(Backend.State.DRAINING, backends.all().getFirst().state());
        answer("action=remove&backend=" + name);
        assertEquals(400, post("action=add&backend=" + name).status());
    }

    @Test
    void aChangeThatCannotBeMadeIsRefused() throws Exception {
        assertEquals(400, post("action=weight&backend=" + FULL).status());
        assertEquals(400, post("action=stop&backend=" + FULL).status());
        assertEquals(404, post("action=drain&backend=10.0.0.9:80").status());
        assertEquals(2, full().weight());
    }
}
