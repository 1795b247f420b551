package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.listen.ProxyProtocolVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Back-ends that are told of each client by the PROXY protocol, over real sockets. */
@Timeout(60)
class IntroductionTest {
    private static final FrontEndSettings LINES = with(ProxyProtocolVersion.V1);

    private final List<String> introduced = new CopyOnWriteArrayList<>();

    private static FrontEndSettings with(ProxyProtocolVersion version) {
        return FrontEndSettings.defaults().with(RelaySettings.PROXY_PROTOCOL, version);
    }

    /** Wants a line first; answers with it. */
    private ScriptedBackend wantsLine(String name) throws IOException {
        return ScriptedBackend.start(name, with -> {
            String line = with.line();
            introduced.add(line);
            while (true) {
                with.request();
                with.answer(line);
            }
        });
    }

    @Test
    void aConnectionBeginsWithItsClientAndServesNobodyElse() throws IOException {
        ScriptedBackend backend = wantsLine("n1");
        try (Stage stage = Stage.of(LINES, backend);
                RawClient one = stage.client();
                RawClient other = stage.client()) {
            String first = one.get("/").answer().text();
            assertEquals(
                    "PROXY TCP4 127.0.0.1 127.0.0.1 " + one.port() + " "
                            + stage.frontEnd.address().getPort(),
                    first);
            assertEquals(first, one.get("/again").answer().text());
            String second = other.get("/").answer().text();
            assertEquals(first.replace(" " + one.port() + " ", " " + other.port() + " "), second);
            assertEquals(first, one.get("/once-more").answer().text());
            assertEquals(2, backend.connections.get());
        }
    }

    @Test
    void connectionsEndWithTheirClient() throws IOException {
        ScriptedBackend backend = wantsLine("n1");
        try (Stage stage = Stage.of(LINES, backend)) {
            for (int i = 0; i < 3; i++) {
                stage.get("/" + i);
            }
            assertEquals(3, introduced.size());
            Stage.until("nobody is connected", () -> backend.openConnections() == 0);
        }
    }

    @Test
    void whomAProxyBeforeNamedIsTheClient() throws IOException {
        ListenEndpoint behindProxies = Stage.ANY_PORT.withProxies(any -> true);
        try (Stage stage = Stage.of(LINES, behindProxies, wantsLine("n1"));
                RawClient client = stage.client()) {
            client.send("PROXY TCP4 192.0.2.7 10.0.0.1 56324 443\r\n");
            assertEquals(
                    "PROXY TCP4 192.0.2.7 127.0.0.1 56324 "
                            + stage.frontEnd.address().getPort(),
                    client.get("/").answer().text());
        }
    }

    @Test
    void theSecondVersionIsBytes() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            introduced.add(new String(with.exactly(28), StandardCharsets.ISO_8859_1));
            with.request();
            with.answer("ok");
        });
        try (Stage stage = Stage.of(with(ProxyProtocolVersion.V2), backend);
                RawClient client = stage.client()) {
            assertEquals("ok", client.get("/").answer().text());
            assertArrayEquals(
                    ProxyProtocolVersion.V2.of(client.address(), stage.frontEnd.address()),
                    introduced.getFirst().getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    @Test
    void checksSpeakForNobody() throws IOException {
        FrontEndSettings checking = LINES.with(BackendSource.FIXED, List.of())
                .with(HealthCheckSettings.BY, HealthCheckSettings.Means.HTTP)
                .with(HealthCheckSettings.INTERVAL, Duration.ofMillis(50))
                .with(HealthCheckSettings.TIMEOUT, Duration.ofSeconds(5))
                .with(HealthCheckSettings.RISE, 1)
                .with(HealthCheckSettings.FALL, 1);
        ScriptedBackend backend = wantsLine("n1");
        try (Stage stage = Stage.of(checking, backend)) {
            Stage.until("a check has passed", () -> stage.status("n1").checks().passed() > 0);
            assertEquals("PROXY UNKNOWN", introduced.getFirst());
        }
    }
}
