package io.gosling.netty.handoff;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class HandoffSocketDirectoryTest {
    private static String refusal(Path path) {
        return String.valueOf(assertThrows(IOException.class, () -> HandoffSocketDirectory.open(path))
                .getMessage());
    }

    @Test
    void itIsMadeForItsUserAlone(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("h");
        assertEquals(path.resolve("8080.s"), HandoffSocketDirectory.open(path).socketOf(8080));
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(path)));
        HandoffSocketDirectory.open(path);
    }

    @Test
    void oneThatOthersMayEnterIsRefused(@TempDir Path folder) throws IOException {
        Path path = Files.createDirectory(folder.resolve("h"));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx--x---"));
        assertTrue(refusal(path).contains("rwx--x---"), () -> refusal(path));
    }

    /** To whom root would be one too, since he may write everywhere. */
    @Test
    void oneThatSomebodyElseHasMadeIsRefused(@TempDir Path folder) throws IOException {
        Path path = Files.createDirectory(folder.resolve("h"));
        int owner = (int) Files.getAttribute(path, "unix:uid");
        assertEquals(owner, HandoffSocketDirectory.requireOwn(path, owner));
        String refused =
                String.valueOf(assertThrows(IOException.class, () -> HandoffSocketDirectory.requireOwn(path, owner + 1))
                        .getMessage());
        assertTrue(refused.contains("belongs to user " + owner + "; expected " + (owner + 1)), refused);
    }

    @Test
    void whatIsNoDirectoryIsRefused(@TempDir Path folder) throws IOException {
        Path path = Files.createFile(folder.resolve("h"));
        assertTrue(refusal(path).contains("no directory"), () -> refusal(path));
        Path link = Files.createSymbolicLink(folder.resolve("l"), folder);
        assertTrue(refusal(link).contains("no directory"), () -> refusal(link));
    }

    @Test
    void aPathThatIsTooLongForASocketIsRefused(@TempDir Path folder) {
        Path path = folder.resolve("a".repeat(100));
        assertTrue(refusal(path).contains("too long"), () -> refusal(path));
    }
}
