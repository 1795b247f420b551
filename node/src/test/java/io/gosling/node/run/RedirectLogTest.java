package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.gosling.accesslog.AccessLogSettings;
import io.gosling.dispatcher.backend.BackendSource;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.node.settings.CommonSettings;
import io.gosling.node.settings.HttpsSettings;
import io.gosling.node.settings.NodeSettings;
import io.gosling.node.testing.TestSite;
import io.gosling.settings.SettingValues;
import io.gosling.testing.Eventually;
import io.gosling.testing.TestCertificate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests at a port that only redirects to HTTPS, in the access logs of nodes and front-ends. */
class RedirectLogTest {
    @TempDir
    private Path folder;

    private SettingValues values(String log) throws Exception {
        TestCertificate.of("localhost").write(folder, "a");
        return SettingValues.none()
                .with(CommonSettings.PORT, List.of("0"))
                .with(CommonSettings.ADMIN_PORT, List.of("0"))
                .with(HttpsSettings.PORT, List.of("0"))
                .with(HttpsSettings.REDIRECT, List.of("on"))
                .with(TlsSettings.CERTIFICATE, List.of(folder.resolve("a.pem").toString()))
                .with(TlsSettings.PRIVATE_KEY, List.of(folder.resolve("a.key").toString()))
                .with(TlsSettings.PROVIDER, List.of("jdk"))
                .with(AccessLogSettings.FILE, List.of(folder.resolve(log).toString()))
                .with(AccessLogSettings.FORMAT, List.of("{method} {target} {status}"));
    }

    private void assertLogged(String http, String log) throws Exception {
        for (String target : List.of("/a.html", "/absent?x=1")) {
            assertEquals(308, TestSite.get(http, target).statusCode());
        }
        Path file = folder.resolve(log);
        Eventually.that("both lines are written", () -> lines(file).size() == 2);
        assertEquals(List.of("GET /a.html 308", "GET /absent?x=1 308"), lines(file));
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void ofANode() throws Exception {
        Path site = TestSite.make(Files.createDirectory(folder.resolve("site")));
        try (RunningNode node =
                RunningNode.start(values("node.log").with(NodeSettings.DIR, List.of(site.toString())))) {
            assertLogged(node.readyLine().get("http"), "node.log");
        }
    }

    @Test
    void ofAFrontEnd() throws Exception {
        try (RunningFrontEnd frontEnd =
                RunningFrontEnd.start(values("front-end.log").with(BackendSource.FIXED, List.of("127.0.0.1:1")))) {
            assertLogged(frontEnd.readyLine().get("http"), "front-end.log");
        }
    }
}
