package io.gosling.node.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminTokensTest {
    private final String first = AdminTokens.generate(new SecureRandom());
    private final String second = AdminTokens.generate(new SecureRandom());

    @TempDir
    private Path folder;

    private Path file = Path.of("");

    @BeforeEach
    void writeTokens() throws Exception {
        file = Files.write(
                folder.resolve("tokens"),
                List.of(
                        "# people",
                        "",
                        AdminTokens.line("ann", AdminRole.OPERATE, first),
                        AdminTokens.line("prometheus", AdminRole.METRICS, second)));
    }

    @Test
    void aTokenIsFoundByItselfAndTheFileDoesNotHaveIt() throws Exception {
        AdminTokens tokens = AdminTokens.at(file);
        AdminTokens.Token ann = tokens.find(first);
        assertNotNull(ann);
        assertEquals("ann operate", ann.name() + " " + ann.role().label());
        assertEquals("prometheus", Objects.requireNonNull(tokens.find(second)).name());
        assertNull(tokens.find(first + "x"));
        assertNull(tokens.find(""));
        String text = Files.readString(file);
        assertFalse(text.contains(first) || text.contains(second), text);
        assertTrue(first.matches("gosling_[A-Za-z0-9_-]{43}"), first);
    }

    @Test
    void aTokenWhoseLineIsDeletedIsNotAdmitted() throws Exception {
        AdminTokens tokens = AdminTokens.at(file);
        assertNotNull(tokens.find(first));
        Files.writeString(file, AdminTokens.line("prometheus", AdminRole.METRICS, second) + "\n");
        assertNull(tokens.find(first));
        assertNotNull(tokens.find(second));
    }

    @Test
    void aCertificateIsFoundByItsNameAndIsNoToken() throws Exception {
        Files.writeString(file, "\nbob read certificate\n", StandardOpenOption.APPEND);
        AdminTokens tokens = AdminTokens.at(file);
        assertEquals(
                AdminRole.READ, Objects.requireNonNull(tokens.certified("bob")).role());
        assertNull(tokens.certified("ann"), "has a token");
        assertNull(tokens.certified(""));
        assertNull(tokens.find("certificate"));
        assertNotNull(tokens.find(first));
    }

    @Test
    void whileTheFileIsMissingOrWrongNobodyIsAdmitted() throws Exception {
        AdminTokens tokens = AdminTokens.at(file);
        String before = Files.readString(file);
        Files.delete(file);
        assertNull(tokens.find(first));
        Files.writeString(file, before + "wrong\n");
        assertNull(tokens.find(first));
        Files.writeString(file, before);
        assertNotNull(tokens.find(first));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ann read|: no token; expected NAME ROLE sha256:HASH",
                "ann read sha256:00|: no token; expected NAME ROLE sha256:HASH",
                "ann root sha256:HASH|: value \"root\"; expected one of metrics, read, operate",
                "a:b read sha256:HASH|: no token; expected NAME ROLE sha256:HASH",
                "# nothing|: no token; expected one at least: gosling token create"
            })
    void aWrongFileIsRefusedWithItsLine(String line, String message) throws Exception {
        Files.writeString(file, line.replace("HASH", "0".repeat(64)) + "\n");
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> AdminTokens.at(file));
        assertTrue(String.valueOf(refused.getMessage()).contains(message), refused.getMessage());
    }

    @Test
    void aMissingFileIsRefused() {
        assertThrows(NoSuchFileException.class, () -> AdminTokens.at(folder.resolve("none")));
    }

    @Test
    void aNameIsAWord() {
        for (String name : new String[] {"", "a b", "a\nb", "a".repeat(65), "ä"}) {
            assertThrows(IllegalArgumentException.class, () -> AdminTokens.line(name, AdminRole.READ, first), name);
        }
    }
}
