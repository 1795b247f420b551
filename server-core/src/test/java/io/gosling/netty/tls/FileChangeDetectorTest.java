package io.gosling.netty.tls;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.Site;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class FileChangeDetectorTest {
    @Test
    void aChangeIsTakenOnceTheFilesStandStill() {
        try (Site folder = Site.empty().file("chain", "old").file("key", "old")) {
            FileChangeDetector watch = watch(folder);
            assertFalse(watch.changed());
            folder.file("chain", "newer");
            assertFalse(watch.changed(), "the key may follow");
            folder.file("key", "newest");
            assertFalse(watch.changed(), "something else may follow");
            assertTrue(watch.changed());
            assertFalse(watch.changed(), "it was taken");
        }
    }

    @Test
    void aLinkThatPointsElsewhereIsAChange() throws IOException {
        try (Site folder =
                Site.empty().file("1/chain", "same").file("2/chain", "same").file("key", "same")) {
            Path link = folder.directory().resolve("chain");
            folder.link("chain", Path.of("1/chain"));
            FileChangeDetector watch = watch(folder);
            Files.delete(link);
            folder.link("chain", Path.of("2/chain"));
            assertFalse(watch.changed());
            assertTrue(watch.changed());
        }
    }

    @Test
    void aFileThatIsGoneIsAChangeAndSoIsItsReturn() throws IOException {
        try (Site folder = Site.empty().file("chain", "one").file("key", "one")) {
            FileChangeDetector watch = watch(folder);
            Files.delete(folder.directory().resolve("key"));
            assertFalse(watch.changed());
            assertTrue(watch.changed());
            folder.file("key", "other");
            assertFalse(watch.changed());
            assertTrue(watch.changed());
        }
    }

    private static FileChangeDetector watch(Site folder) {
        return new FileChangeDetector(
                List.of(folder.directory().resolve("chain"), folder.directory().resolve("key")));
    }
}
