package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.node.process.ReadyLine;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.testing.TestSite;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.RawConnection;
import io.gosling.testing.RawResponse;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Draining of nodes and front-ends before load balancers that go on sending. */
class DrainDelayTest {
    private static final SettingValues PORTS = SettingValues.none()
            .with(CommonSettings.PORT, List.of("0"))
            .with(CommonSettings.ADMIN_PORT, List.of("0"))
            .with(CommonSettings.DRAIN_DELAY, List.of("1h"));

    @TempDir
    private Path site;

    @FunctionalInterface
    private interface Draining {
        void run() throws InterruptedException;
    }

    private SettingValues node() throws Exception {
        if (!Files.exists(site.resolve("index.html"))) {
            TestSite.make(site);
        }
        return PORTS.with(NodeSettings.DIR, List.of(site.toString()));
    }

    @Test
    void aNodeAcceptsConnectionsUntilTheDelayIsOver() throws Exception {
        try (RunningNode node = RunningNode.start(node())) {
            assertAcceptsWhileItDrains(node.readyLine(), node::drain);
        }
    }

    @Test
    void aFrontEndDoesToo() throws Exception {
        try (RunningNode node = RunningNode.start(node());
                RunningFrontEnd frontEnd = RunningFrontEnd.start(
                        PORTS.with(BackendSource.FIXED, List.of(node.readyLine().get("http"))))) {
            assertAcceptsWhileItDrains(
                    frontEnd.readyLine(), () -> frontEnd.drain(Duration.ofHours(1), Duration.ofSeconds(10)));
        }
    }

    @Test
    void afterTheDelayTheirPortsAreClosed() throws Exception {
        Duration delay = Duration.ofMillis(50);
        SettingValues soon = node().with(CommonSettings.DRAIN_DELAY, List.of(delay.toMillis() + "ms"));
        try (RunningNode node = RunningNode.start(soon);
                RunningFrontEnd frontEnd = RunningFrontEnd.start(
                        PORTS.with(BackendSource.FIXED, List.of(node.readyLine().get("http"))))) {
            frontEnd.drain(delay, Duration.ofSeconds(10));
            assertRefuses(frontEnd.readyLine());
            node.drain();
            assertRefuses(node.readyLine());
        }
    }

    private static InetSocketAddress address(ReadyLine ready) {
        URI http = URI.create("http://" + ready.get("http"));
        return new InetSocketAddress(http.getHost(), http.getPort());
    }

    private static void assertRefuses(ReadyLine ready) {
        InetSocketAddress address = address(ready);
        assertThrows(
                UncheckedIOException.class, () -> RawConnection.open(address).close());
    }

    private static void assertAcceptsWhileItDrains(ReadyLine ready, Draining draining) throws Exception {
        InetSocketAddress address = address(ready);
        try (RawConnection before = RawConnection.open(address)) {
            assertTrue(!before.get("/index.html").saysClose());
            Thread leaving = Thread.ofVirtual().start(() -> {
                try {
                    draining.run();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                } catch (IllegalStateException interrupted) {
                    // A node says so.
                }
            });
            Eventually.that("it says that it is not ready", () -> status(ready.get("admin")) == 503);
            for (String target : List.of("/index.html", "/large.bin", "/absent")) {
                try (RawConnection later = RawConnection.open(address)) {
                    RawResponse answer = later.get(target);
                    assertEquals(target.equals("/absent") ? 404 : 200, answer.status());
                    assertTrue(answer.saysClose(), target);
                }
            }
            assertTrue(before.get("/index.html").saysClose());
            leaving.interrupt();
            leaving.join();
        }
    }

    private static int status(String admin) {
        try {
            return TestSite.get(admin, "/readyz").statusCode();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
