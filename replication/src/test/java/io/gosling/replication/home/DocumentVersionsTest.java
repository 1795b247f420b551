package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.FileStamp;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A home's numbers only grow, whatever times its files have. */
class DocumentVersionsTest {
    private final DocumentVersions versions = new DocumentVersions();

    @Test
    void aLaterStateHasAHigherNumberAlsoWhenItsTimeIsEarlier() {
        Random random = new Random(3);
        long last = 0;
        FileStamp state = new FileStamp(1, 0, "");
        for (int i = 0; i < 1000; i++) {
            FileStamp next = new FileStamp(random.nextInt(3), random.nextInt(5) * 1_000_000L, "i" + random.nextInt(3));
            long version = versions.of("/x", next);
            boolean same = next.equals(state) && i > 0;
            assertTrue(same ? version == last : version > last || i == 0, next + " after " + state);
            last = version;
            state = next;
        }
    }

    @Test
    void aFileThatHasLostTheTagOfItsYouthIsTheSame() {
        FileStamp young = new FileStamp(1, 5_000_000, FileStamp.UNKNOWN, "i", "\"t\"");
        assertEquals(5, versions.of("/x", young));
        assertEquals(5, versions.of("/x", new FileStamp(1, 5_000_000, "i")));
        assertEquals(6, versions.changed("/x", new FileStamp(1, 5_000_000, FileStamp.UNKNOWN, "i", "\"other\"")));
        assertEquals(6, versions.last("/x"));
    }

    @Test
    void whatComesBackOlderThanItWasHasAHigherNumber() {
        long before = versions.of("/x", new FileStamp(1, 9_000_000, "i"));
        long gone = versions.changed("/x", null);
        versions.retain(Set.of());
        assertTrue(gone > before);
        assertTrue(versions.of("/x", new FileStamp(1, 5_000_000, "j")) > gone);
        assertEquals(5, versions.of("/y", new FileStamp(1, 5_000_000, "i")), "others have the numbers of their files");
    }

    @Test
    void ofManyThatHaveGoneEachHasAHigherNumberWhenItComesBack() {
        for (int i = 0; i < 100_001; i++) {
            versions.of("/" + i, new FileStamp(1, (i + 10L) * 1_000_000, "i"));
        }
        versions.retain(Set.of());
        for (int i : List.of(0, 50_000, 100_000)) {
            assertTrue(versions.of("/" + i, new FileStamp(1, 5_000_000, "j")) > i + 10L, () -> "/" + i);
        }
    }

    @Test
    void afterARestartTheNumberIsThatOfTheFilesTime() {
        assertEquals(1_795_000_000_000L, versions.of("/x", new FileStamp(1, 1_795_000_000_000_000_000L, "i")));
        assertEquals(
                1_795_000_000_000L, new DocumentVersions().of("/x", new FileStamp(1, 1_795_000_000_000_000_000L, "i")));
        assertEquals(1, new DocumentVersions().of("/old", new FileStamp(1, -5_000_000, "i")));
    }

    @Test
    void whatHasGoneIsForgottenAndHasAHigherNumberUntilThen() {
        long version = versions.of("/x", new FileStamp(1, 5_000_000, "i"));
        assertEquals(version + 1, versions.changed("/x", null));
        List.of("/x", "/y").forEach(path -> versions.of(path, new FileStamp(1, 5_000_000, "i")));
        versions.retain(Set.of("/y"));
        assertEquals(0, versions.last("/x"));
        assertTrue(versions.last("/y") > 0);
    }
}
