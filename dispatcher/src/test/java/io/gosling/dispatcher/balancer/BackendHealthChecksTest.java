package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.BackendHealth;
import io.gosling.dispatcher.testing.ManualTicker;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.client.ConnectionTls;
import io.gosling.netty.transport.Transport;
import io.gosling.netty.transport.TransportKind;
import io.gosling.settings.SettingValues;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.DelegatingSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.concurrent.MockTicker;
import io.netty.util.concurrent.Ticker;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Back-ends that are asked whether they are well, without a request of any client's. */
@Timeout(60)
class BackendHealthChecksTest {
    private static FrontEndSettings checking(HealthCheckSettings.Means means, Duration timeout) {
        return FrontEndSettings.defaults()
                .with(BackendSource.FIXED, List.of())
                .with(HealthCheckSettings.BY, means)
                .with(HealthCheckSettings.PATH, "/health?deep")
                .with(HealthCheckSettings.HOST, "site.test")
                .with(HealthCheckSettings.INTERVAL, Duration.ofMillis(50))
                .with(HealthCheckSettings.TIMEOUT, timeout)
                .with(HealthCheckSettings.FALL, 2);
    }

    @Test
    void whoFailsAPathTakesNoRequestsUntilItPassesAgain() throws Exception {
        AtomicReference<String> status = new AtomicReference<>("204 No Content");
        AtomicReference<String> asked = new AtomicReference<>("");
        ScriptedBackend moody = ScriptedBackend.start("n1", with -> {
            while (true) {
                ScriptedBackend.Request request = with.request();
                if (request.path().startsWith("/health")) {
                    asked.set(request.line() + ", " + request.fields().getFirst());
                    with.send("HTTP/1.1 " + status.get() + "\r\nContent-Length: 0\r\n\r\n");
                } else {
                    with.answer("n1");
                }
            }
        });
        FrontEndSettings settings = checking(HealthCheckSettings.Means.HTTP, Duration.ofSeconds(5));
        try (Stage stage = Stage.of(settings, moody, ScriptedBackend.polite("n2"))) {
            Stage.until("it was found well", () -> stage.status("n1").checks().passed() > 2);
            assertEquals("GET /health?deep HTTP/1.1, Host: site.test", asked.get());
            assertEquals("ready", stage.status("n1").state());
            status.set("503 Service Unavailable");
            Stage.until("it is out", () -> stage.status("n1").state().equals("down"));
            assertEquals(BackendHealth.CHECK_FAILED, stage.status("n1").health());
            for (int target = 0; target < 8; target++) {
                assertTrue(stage.get("/" + target).text().startsWith("n2"));
            }
            status.set("301 Moved Permanently");
            Stage.until("it is in again", () -> stage.status("n1").state().equals("ready"));
            assertEquals(0, stage.status("n1").requests(), "nobody had to try");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TCP", "HTTP"})
    void whoIsNotThereIsFoundOutBeforeARequestIs(String means) throws Exception {
        FrontEndSettings settings = checking(HealthCheckSettings.Means.valueOf(means), Duration.ofSeconds(5));
        ScriptedBackend dead = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(settings, dead, ScriptedBackend.polite("n2"))) {
            Stage.until("it was found well", () -> stage.status("n1").checks().passed() > 2);
            dead.kill();
            Stage.until("it is out", () -> stage.status("n1").state().equals("down"));
            assertEquals("ready", stage.status("n2").state());
            dead.restart();
            Stage.until("it is in again", () -> stage.status("n1").state().equals("ready"));
        }
    }

    @Test
    void whoTakesConnectionsAndSaysNothingFailsInTime() throws Exception {
        ScriptedBackend frozen = ScriptedBackend.start("n1", ScriptedBackend.Conversation::waitForTheEnd);
        FrontEndSettings settings = checking(HealthCheckSettings.Means.HTTP, Duration.ofMillis(50));
        try (Stage stage = Stage.of(settings, frozen, ScriptedBackend.polite("n2"), ScriptedBackend.polite("n3"))) {
            Stage.until("it is out", () -> stage.status("n1").state().equals("down"));
            assertTrue(stage.status("n1").checks().failed() >= 2);
            assertEquals("ready", stage.status("n2").state());
        }
    }

    @Test
    void whatDoesNotBeginIsTriedAgainWhenItsTimeHasCome() {
        EventLoop broken = (EventLoop) Proxy.newProxyInstance(
                EventLoop.class.getClassLoader(), new Class<?>[] {EventLoop.class}, (proxy, method, arguments) -> {
                    throw new NoClassDefFoundError("no file left to load it from");
                });
        ManualTicker ticker = new ManualTicker();
        AdmissionController dispatcher =
                new AdmissionController(checking(HealthCheckSettings.Means.TCP, Duration.ofSeconds(5)), ticker);
        dispatcher.backends(
                List.of(Backend.ready("n1", new InetSocketAddress(1)), Backend.ready("n2", new InetSocketAddress(2))));
        dispatcher.due(() -> 0.5);
        ticker.pass(Duration.ofMinutes(1));
        try (Transport transport = Transport.open(TransportKind.NIO, 1, "test")) {
            BackendHealthChecks checks = new BackendHealthChecks(
                    dispatcher,
                    transport,
                    broken,
                    () -> new HealthCheckSettings(SettingValues.none()),
                    new byte[0],
                    null);
            assertThrows(IllegalStateException.class, checks::look);
        }
        ticker.pass(Duration.ofMinutes(1));
        assertEquals(2, dispatcher.due(() -> 0.5).size(), "both, and not only who was not the first");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TCP", "HTTP"})
    void aHandshakeHasTheTimeThatConnectingLeaves(String means) throws Exception {
        FrontEndSettings settings = checking(HealthCheckSettings.Means.valueOf(means), Duration.ofSeconds(5));
        ManualTicker ticker = new ManualTicker();
        AdmissionController dispatcher = new AdmissionController(settings, ticker);
        MockTicker clock = Ticker.newMockTicker();
        AtomicReference<SslHandler> begun = new AtomicReference<>();
        SslContext context =
                new DelegatingSslContext(SslContextBuilder.forClient().build()) {
                    @Override
                    protected void initEngine(SSLEngine engine) {}

                    @Override
                    protected void initHandler(SslHandler handler) {
                        begun.set(handler);
                    }
                };
        try (ScriptedBackend silent = ScriptedBackend.start("n1", ScriptedBackend.Conversation::waitForTheEnd);
                Transport transport = Transport.open(TransportKind.NIO, 1, "test")) {
            EventLoop real = transport.eventLoops().next();
            EventLoop loop = (EventLoop) Proxy.newProxyInstance(
                    EventLoop.class.getClassLoader(),
                    new Class<?>[] {EventLoop.class},
                    (proxy, method, arguments) ->
                            method.getName().equals("ticker") ? clock : method.invoke(real, arguments));
            dispatcher.backends(List.of(silent.backend()));
            dispatcher.due(() -> 0.5);
            ticker.pass(Duration.ofMinutes(1));
            BackendHealthChecks checks = new BackendHealthChecks(
                    dispatcher,
                    transport,
                    loop,
                    () -> new HealthCheckSettings(settings.values()),
                    new byte[0],
                    new ConnectionTls(() -> context, ""));
            real.submit(() -> {
                        checks.look();
                        clock.advance(3, TimeUnit.SECONDS);
                    })
                    .sync();
            Stage.until("2 of 5 seconds are left", () -> {
                SslHandler handshake = begun.get();
                return handshake != null && handshake.getHandshakeTimeoutMillis() == 2000;
            });
        }
    }

    @Test
    void withoutChecksNobodyIsAsked() throws Exception {
        ScriptedBackend quiet = ScriptedBackend.polite("n1");
        try (Stage stage = Stage.of(quiet)) {
            stage.get("/");
            assertEquals(1, quiet.connections.get());
            assertEquals(0, stage.status("n1").checks().passed());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "200, true",
        "503, false",
    })
    void interimAnswersBeforeTheAnswerAreNoAnswer(int status, boolean well) {
        String answers = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 "
                + status + " Whatever\r\n\r\n";
        for (int size : new int[] {1, 7, answers.length()}) {
            List<Boolean> found = new ArrayList<>();
            EmbeddedChannel channel =
                    new EmbeddedChannel(new HttpHealthCheck(new byte[0], "/", "site.test", found::add));
            for (int at = 0; at < answers.length() && found.isEmpty(); at += size) {
                channel.writeInbound(Unpooled.copiedBuffer(
                        answers.substring(at, Math.min(answers.length(), at + size)), StandardCharsets.US_ASCII));
            }
            channel.finishAndReleaseAll();
            assertEquals(List.of(well), found, "in pieces of " + size);
        }
    }

    @Test
    void whoSpeaksAnotherProtocolUnaskedFails() {
        List<Boolean> found = new ArrayList<>();
        EmbeddedChannel channel = new EmbeddedChannel(new HttpHealthCheck(new byte[0], "/", "site.test", found::add));
        channel.writeInbound(Unpooled.copiedBuffer("HTTP/1.1 101 Switching\r\n\r\n", StandardCharsets.US_ASCII));
        channel.finishAndReleaseAll();
        assertEquals(List.of(false), found);
    }

    @Test
    void theFirstLineOfAnAnswerDecides() {
        assertTrue(HttpHealthCheck.isWell("HTTP/1.1 200"));
        assertTrue(HttpHealthCheck.isWell("HTTP/1.0 399"));
        assertFalse(HttpHealthCheck.isWell("HTTP/1.1 404"));
        assertFalse(HttpHealthCheck.isWell("HTTP/1.1 100"));
        assertFalse(HttpHealthCheck.isWell("SSH-2.0-Open"));
    }
}
