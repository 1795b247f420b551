package io.gosling.node.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.membership.ClusterSecret;
import io.gosling.netty.tls.ClusterPeer;
import io.gosling.netty.tls.ClusterTls;
import io.gosling.netty.tls.TlsProvider;
import io.gosling.node.reload.ReloadablePart;
import io.gosling.node.settings.CommonSettings;
import io.gosling.settings.BadConfigurationException;
import io.gosling.settings.SettingValues;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterSecretReloadTest {
    private final String old = ClusterSecret.generate(new SecureRandom());
    private final String next = ClusterSecret.generate(new SecureRandom());
    private final ClusterSecret secret = ClusterSecret.of(old);

    @TempDir
    private Path folder;

    private SettingValues values = SettingValues.none();

    @BeforeEach
    void nameTheFile() throws Exception {
        values = SettingValues.none().with(CommonSettings.SECRET_FILE, List.of(file().toString()));
    }

    private Path file() {
        return folder.resolve("gosling.secret");
    }

    private List<String> reload(boolean named, String... lines) throws Exception {
        Files.write(file(), List.of(lines));
        ReloadablePart part = new ClusterSecretReload(values, secret, named).part();
        part.preparation().prepare(values).run();
        return part.news().get();
    }

    private String refused(boolean named, String... lines) {
        return String.valueOf(assertThrows(BadConfigurationException.class, () -> reload(named, lines))
                .getMessage());
    }

    @Test
    void anotherSecretIsTakenOverInThreeRounds() throws Exception {
        String oldLabel = secret.labels().getFirst();
        String nextLabel = ClusterSecret.of(next).labels().getFirst();
        assertEquals(List.of(), reload(false, old));
        assertEquals(
                List.of("reloaded: secret-file: uses secret " + oldLabel + " and accepts " + nextLabel + " too"),
                reload(false, old, next));
        assertEquals(
                List.of("reloaded: secret-file: uses secret " + nextLabel + " and accepts " + oldLabel + " too"),
                reload(false, next, old));
        assertEquals(List.of("reloaded: secret-file: uses secret " + nextLabel + " alone"), reload(false, next));
        assertTrue(secret.isSame(ClusterSecret.of(next)));
    }

    @Test
    void aFileThatCannotBeUsedChangesNothing() throws Exception {
        assertTrue(refused(false, "").contains("the cluster secret has 0 bytes"));
        assertTrue(refused(false, "short").contains("the cluster secret has 5 bytes"));
        assertTrue(refused(false, next).contains("does not accept the first secret yet"));
        assertTrue(refused(false, old, "a secret of some length").contains("looks made up by a person"));
        Files.delete(file());
        ReloadablePart part = new ClusterSecretReload(values, secret, false).part();
        String missing = String.valueOf(assertThrows(
                        BadConfigurationException.class,
                        () -> part.preparation().prepare(values))
                .getMessage());
        assertTrue(missing.contains("expected a file that exists"), missing);
        assertTrue(secret.isSame(ClusterSecret.of(old)));
    }

    @Test
    void noRoundIsSkippedAndEachCanBeTakenBack() throws Exception {
        assertTrue(refused(false, next, old).contains("expected the new secret in the second line"));
        reload(false, old, next);
        reload(false, next, old);
        reload(false, old, next);
        reload(false, old);
        assertTrue(secret.isSame(ClusterSecret.of(old)));
        assertTrue(refused(false, next, old).contains("does not accept the first secret yet"));
    }

    @Test
    void aReloadThatFailsHalfWayIsDoneAgainByTheNext() throws Exception {
        Files.write(file(), List.of(old, next));
        ClusterPeer self = new ClusterPeer("node", "n1");
        // Without a secret it has no contexts, and its step fails.
        try (ClusterTls broken = ClusterTls.of(List.of(), self, List.of(), TlsProvider.JDK)) {
            ClusterSecretReload reload = new ClusterSecretReload(values, secret, false);
            reload.with(broken);
            for (int i = 0; i < 2; i++) {
                Runnable steps = reload.part().preparation().prepare(values);
                assertThrows(IllegalStateException.class, steps::run);
                assertTrue(secret.isSame(ClusterSecret.of(old)));
            }
        }
    }

    @Test
    void theNameOfAClusterThatDoesNotEncryptStays() throws Exception {
        assertEquals(1, reload(true, old, next).size());
        assertTrue(refused(true, next, old).contains("while cluster.encryption is off"));
    }
}
