package io.gosling.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Headers;
import io.gosling.netty.limits.Http2Limits;
import io.gosling.netty.listen.ListenEndpoint;
import io.gosling.netty.tls.ReloadingTlsContext;
import io.gosling.netty.tls.TlsSettings;
import io.gosling.node.settings.HttpsSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.Setting;
import io.gosling.settings.SettingValues;
import io.gosling.testing.RecordedLog;
import io.gosling.testing.TestCertificate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the settings of HTTPS. */
class HttpsSetupTest {
    private static final InetSocketAddress PLAIN = new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);

    @TempDir
    private Path folder;

    @Test
    void theDefaultsAreThoseOfTheServer() throws BadConfigurationException {
        TlsSettings settings = HttpsSetup.settings(values("https-port=443", "certificate=a.pem", "private-key=a.key"));
        assertNotNull(settings);
        TlsSettings defaults = TlsSettings.of(settings.certificates().getFirst());
        assertEquals(defaults, settings);
        assertNull(HttpsSetup.settings(values()));
    }

    @Test
    void theFirstCertificateIsTheDefaultAndAKeyMayShareItsFile() throws BadConfigurationException {
        TlsSettings settings = HttpsSetup.settings(
                values("https-port=443", "certificate=a.pem", "tls.certificates=b.pem=b.key,c.pem=c.key"));
        assertNotNull(settings);
        assertEquals(
                List.of("a.pem", "b.pem with b.key", "c.pem with c.key"),
                settings.certificates().stream().map(Object::toString).toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https-port=443|--certificate: missing; expected with --https-port",
                "https-port=443 private-key=a.key|--private-key: value \"a.key\"; expected together with --certificate",
                "certificate=a.pem|--certificate: given without --https-port",
                "hsts.max-age=1d|--hsts-max-age: given without --https-port",
                "https-redirect=on|--https-redirect: given without --https-port",
                "https-port=443 certificate=a.pem hsts.preload=on hsts.max-age=1d|expected with --hsts-max-age 365d",
            })
    void whatDoesNotGoTogetherIsRefused(String settings, String complaint) {
        BadConfigurationException refused =
                assertThrows(BadConfigurationException.class, () -> HttpsSetup.settings(values(settings.split(" "))));
        assertTrue(String.valueOf(refused.getMessage()).contains(complaint), refused.getMessage());
    }

    @Test
    void thePlainPortStaysUnlessItOnlyRedirects() throws BadConfigurationException {
        TestCertificate.of("localhost").write(folder, "a");
        String certificate = "certificate=" + folder.resolve("a.pem");
        String key = "private-key=" + folder.resolve("a.key");
        try (HttpsSetup https =
                HttpsSetup.open(values("https-port=8443", certificate, key, "hsts.max-age=1h", "hsts.subdomains=on"))) {
            List<ListenEndpoint> both = https.endpoints(PLAIN);
            assertEquals(
                    List.of(80, 8443),
                    both.stream()
                            .map(endpoint -> ((InetSocketAddress) endpoint.address()).getPort())
                            .toList());
            assertEquals(Headers.empty(), both.getFirst().fields());
            assertEquals(
                    "max-age=3600; includeSubDomains", both.getLast().fields().first("Strict-Transport-Security"));
        }
        try (HttpsSetup https = HttpsSetup.open(values("https-port=8443", certificate, key, "https-redirect=on"))) {
            assertEquals(1, https.endpoints(PLAIN).size());
            assertEquals(8443, https.redirectPort(new InetSocketAddress(8443)));
        }
        try (HttpsSetup none = HttpsSetup.open(SettingValues.none())) {
            List<ListenEndpoint> plain = none.endpoints(PLAIN);
            assertEquals(
                    List.of(PLAIN), plain.stream().map(ListenEndpoint::address).toList());
            assertNull(plain.getFirst().tls());
        }
    }

    @Test
    void aFileThatCannotBeUsedIsNamed() {
        BadConfigurationException missing = assertThrows(
                BadConfigurationException.class,
                () -> HttpsSetup.open(values("https-port=0", "certificate=" + folder.resolve("none.pem"))));
        assertTrue(
                String.valueOf(missing.getMessage()).matches("--certificate: .*none.pem: no such file"),
                missing.getMessage());
    }

    @Test
    void aPrivateKeyThatOthersMayReadIsWarnedOf() throws Exception {
        TestCertificate.of("localhost").write(folder, "a");
        Path key = folder.resolve("a.key");
        SettingValues values = values("https-port=1", "certificate=" + folder.resolve("a.pem"), "private-key=" + key);
        String warning = "private key: " + key + " has the permissions rw-r--r--; expected none for others,"
                + " who can pretend to be this server with it: chmod go= " + key;
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        assertEquals(List.of(warning), warnings(values));
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        assertEquals(List.of(), warnings(values));
    }

    private static List<String> warnings(SettingValues values) throws BadConfigurationException {
        try (RecordedLog log = new RecordedLog();
                HttpsSetup https = HttpsSetup.open(values)) {
            assertEquals(2, https.endpoints(PLAIN).size());
            return log.messages(Level.WARNING);
        }
    }

    @Test
    void whatIsSettledAtTheStartIsNotChangedByAReload() throws Exception {
        TestCertificate.of("localhost").write(folder, "a");
        String certificate = "certificate=" + folder.resolve("a.pem");
        String key = "private-key=" + folder.resolve("a.key");
        SettingValues atStart = values("https-port=1", certificate, key);
        try (HttpsSetup https = HttpsSetup.open(atStart)) {
            ReloadingTlsContext tls = https.endpoints(PLAIN).getLast().tls();
            assertNotNull(tls);
            TlsSettings before = tls.settings();
            assertTrue(before.get(Http2Limits.OFFERED));
            https.part().preparation().prepare(atStart).run();
            assertEquals(before, tls.settings());
            String[] other = {"https-port=2", certificate, key, "tls.oldest=1.3", "tls.reload=1h", "tls.provider=jdk"};
            https.part()
                    .preparation()
                    .prepare(values(other).with(Http2Limits.OFFERED, List.of("off")))
                    .run();
            assertEquals("1.3", tls.settings().get(TlsSettings.OLDEST));
            assertTrue(tls.settings().get(Http2Limits.OFFERED));
            assertEquals(before.get(TlsSettings.RELOAD), tls.settings().get(TlsSettings.RELOAD));
            assertEquals(before.get(TlsSettings.PROVIDER), tls.settings().get(TlsSettings.PROVIDER));
            BadConfigurationException off = assertThrows(
                    BadConfigurationException.class,
                    () -> https.part().preparation().prepare(SettingValues.none()));
            assertTrue(String.valueOf(off.getMessage()).contains("by a restart"), off.getMessage());
        }
    }

    @Test
    void preloadIsSaidWhenAllOfItIsThere() throws BadConfigurationException {
        TestCertificate.of("localhost").write(folder, "a");
        try (HttpsSetup https = HttpsSetup.open(values(
                "https-port=1",
                "certificate=" + folder.resolve("a.pem"),
                "private-key=" + folder.resolve("a.key"),
                "hsts.max-age=730d",
                "hsts.subdomains=on",
                "hsts.preload=on"))) {
            assertEquals(
                    "max-age=" + Duration.ofDays(730).toSeconds() + "; includeSubDomains; preload",
                    https.endpoints(PLAIN).getLast().fields().first("Strict-Transport-Security"));
        }
    }

    private static SettingValues values(String... given) {
        SettingValues values = SettingValues.none();
        for (String pair : given) {
            int equals = pair.indexOf('=');
            Setting<?> setting = HttpsSettings.ALL.stream()
                    .filter(candidate -> candidate.name().equals(pair.substring(0, equals)))
                    .findFirst()
                    .orElseThrow();
            values = values.with(setting, setting.kind().split(pair.substring(equals + 1)));
        }
        return values;
    }
}
