package io.gosling.node.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.node.configuration.ClusterSecretReader;
import io.gosling.node.configuration.FilePermissionCheck;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The folder with the secret of {@code up}, and how well a secret is kept. */
class TemporaryRunDirectoryTest {
    @TempDir
    private Path parent;

    private Path leftBehind(String name) throws Exception {
        Path folder = parent.resolve(name);
        Files.createDirectories(folder.resolve("site"));
        Files.writeString(folder.resolve("secret"), "0123456789abcdef");
        Files.writeString(folder.resolve("site/index.html"), "x");
        return folder;
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyThisUserCanReadTheSecret() throws Exception {
        try (TemporaryRunDirectory run = TemporaryRunDirectory.create(parent)) {
            Path secret = run.secret();
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(secret)));
            assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(run.path())));
            assertTrue(Files.readString(secret).matches("[0-9a-f]{64}\n"));
            try (TemporaryRunDirectory next = TemporaryRunDirectory.create(parent)) {
                assertNotEquals(Files.readString(secret), Files.readString(next.secret()));
            }
        }
    }

    @Test
    void nothingIsLeftOfARunThatEnds() throws Exception {
        TemporaryRunDirectory run = TemporaryRunDirectory.create(parent);
        run.secret();
        run.close();
        assertTrue(Files.notExists(run.path()));
    }

    @Test
    void whatAKilledRunLeftBehindIsDeletedByTheNext() throws Exception {
        Path stale = leftBehind("gosling-up-1");
        Files.createFile(stale.resolve("lock"));
        try (TemporaryRunDirectory run = TemporaryRunDirectory.create(parent)) {
            assertTrue(Files.notExists(stale));
            assertTrue(Files.exists(run.path()));
        }
    }

    @Test
    void aRunThatGoesOnKeepsItsFolder() throws Exception {
        try (TemporaryRunDirectory first = TemporaryRunDirectory.create(parent)) {
            Path secret = first.secret();
            TemporaryRunDirectory.create(parent).close();
            assertTrue(Files.exists(secret));
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whatIsNotSurelyLeftBehindIsLeftAlone() throws Exception {
        Path unlocked = leftBehind("gosling-up-without-lock");
        Path other = leftBehind("elsewhere");
        Files.createFile(other.resolve("lock"));
        Path link = Files.createSymbolicLink(parent.resolve("gosling-up-link"), other);
        TemporaryRunDirectory.create(parent).close();
        for (Path kept : new Path[] {unlocked.resolve("secret"), other.resolve("secret"), link}) {
            assertTrue(Files.exists(kept), kept.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({
        "rw-------, true, false",
        "r--------, true, false",
        "rwx--x--x, true, false",
        "rw-r-----, true, true",
        "rw----r--, true, true",
        "rw--w----, true, true",
        "rw-r-----, false, false",
        "rw-rw----, false, true",
        "rw-r--r--, false, true"
    })
    void aSecretThatOthersCanReadOrChangeIsExposed(String permissions, boolean own, boolean exposed) {
        Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
        assertEquals(exposed, FilePermissionCheck.isExposed(set, own));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void anExposedSecretIsWarnedOfWithWhatToDo() throws Exception {
        Path file = Files.writeString(parent.resolve("secret"), "0123456789abcdef");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertEquals(
                "--secret-file: " + file + " has the permissions rw-r--r--; expected none for others,"
                        + " who can join the cluster with it: chmod go= " + file,
                ClusterSecretReader.weakness(file).orElseThrow());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertTrue(ClusterSecretReader.weakness(file).isEmpty());
    }
}
