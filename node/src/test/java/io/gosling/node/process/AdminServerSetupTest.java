package io.gosling.node.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.netty.limits.HttpLimits;
import io.gosling.node.admin.AdminRole;
import io.gosling.node.admin.AdminTokens;
import io.gosling.node.settings.AdminSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the files of the admin port. */
class AdminServerSetupTest {
    @TempDir
    private Path folder;

    private static void assertRefused(String message, SettingValues values) {
        BadConfigurationException refused =
                assertThrows(BadConfigurationException.class, () -> AdminServerSetup.require(values));
        assertEquals(message, refused.getMessage());
    }

    @Test
    void whatCannotBeUsedIsNamedWithItsSetting() throws Exception {
        Path none = folder.resolve("none");
        Path text = Files.writeString(folder.resolve("text"), "text\n");
        SettingValues nothing = SettingValues.none();
        assertRefused(
                "--admin-tokens: " + none + ": no such file; make it with gosling token create",
                nothing.withValue(AdminSettings.TOKENS, none));
        assertRefused(
                "--admin-tokens: " + text
                        + ":1: no token; expected NAME ROLE sha256:HASH, as gosling token create makes it, or NAME ROLE"
                        + " certificate",
                nothing.withValue(AdminSettings.TOKENS, text));
        assertRefused(
                "--admin-certificate: " + text + ": not PEM; expected text with -----BEGIN ...----- lines",
                nothing.withValue(AdminSettings.CERTIFICATE, text));
        assertRefused(
                "--admin-client-certificates: given without --admin-certificate or --admin-tokens; expected all or"
                        + " none",
                nothing.withValue(AdminSettings.CLIENT_CERTIFICATES, text).withValue(AdminSettings.CERTIFICATE, text));
        assertRefused(
                "--admin-private-key: given without --admin-certificate; expected both or none",
                nothing.withValue(AdminSettings.PRIVATE_KEY, text));
    }

    @Test
    void anAddressAtItsLimitLeavesConnectionsToManyOthers() {
        HttpLimits reachable = AdminServerSetup.limits(new InetSocketAddress("0.0.0.0", 1));
        assertEquals(64, reachable.get(HttpLimits.CONNECTIONS) / reachable.get(HttpLimits.ADDRESS_CONNECTIONS));
        for (SocketAddress near : List.of(new InetSocketAddress("127.0.0.1", 1), UnixDomainSocketAddress.of("a"))) {
            HttpLimits local = AdminServerSetup.limits(near);
            assertEquals(64, local.get(HttpLimits.CONNECTIONS));
            assertEquals(0, local.get(HttpLimits.ADDRESS_CONNECTIONS));
        }
    }

    @Test
    void aCheckMakesNoCertificate() throws Exception {
        Path certificate = folder.resolve("admin.pem");
        Path tokens = Files.write(folder.resolve("tokens"), List.of(AdminTokens.line("ann", AdminRole.READ, "t")));
        AdminServerSetup.require(SettingValues.none()
                .withValue(AdminSettings.CERTIFICATE, certificate)
                .withValue(AdminSettings.TOKENS, tokens));
        assertFalse(Files.exists(certificate));
    }
}
