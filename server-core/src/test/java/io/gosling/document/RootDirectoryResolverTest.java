package io.gosling.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.gosling.testing.ManualTicker;
import io.gosling.testing.Site;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RootDirectoryResolverTest {
    private final Site place = Site.empty()
            .file("1/a.txt", "release 1")
            .file("1/only1.txt", "x")
            .file("2/a.txt", "release 2")
            .file("2/sub/b.txt", "x")
            .link("current", Path.of("1"));
    private final ManualTicker ticker = new ManualTicker();

    @AfterEach
    void delete() {
        place.close();
    }

    private DocumentRoot root(String name) throws IOException {
        return new DocumentRoot(
                files(name), DocumentRoot.Settings.defaults(), EntityTagCache.ofSmallFiles(), InstantSource.system());
    }

    private FileResolver files(String name) throws IOException {
        return new FileResolver(
                place.directory().resolve(name), new FileNameRules(false), FileSystemOperations.system(), ticker);
    }

    private static String read(DocumentRoot root, String path) throws IOException {
        try (Document document = assertInstanceOf(LookupResult.Found.class, root.find(DocumentPath.parse(path)))
                .document()) {
            return new String(document.body().first(1000), StandardCharsets.UTF_8);
        }
    }

    /** As deploys do: a link beside, renamed over. */
    private void turn(String link, String target) throws IOException {
        place.link("next", Path.of(target));
        Files.move(
                place.directory().resolve("next"),
                place.directory().resolve(link),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void aLinkThatIsTurnedIsFollowedOnceTheSecondIsOver() throws IOException {
        DocumentRoot root = root("current");
        assertEquals("release 1", read(root, "/a.txt"));
        FileStamp before = root.stamp(DocumentPath.parse("/a.txt"));
        turn("current", "2");
        assertEquals("release 1", read(root, "/a.txt"), "looked at a moment ago");
        ticker.advance(Duration.ofSeconds(1));
        assertEquals("release 2", read(root, "/a.txt"));
        assertEquals(RevalidationResult.CHANGED, root.check(DocumentPath.parse("/a.txt"), before));
        assertEquals(new LookupResult.Absent(), root.find(DocumentPath.parse("/only1.txt")));
        assertNotNull(root.list(DocumentPath.parse("/sub/"), 10));
        assertEquals(place.directory().resolve("2"), root.realDirectory(DocumentPath.parse("/")));
    }

    @Test
    void aReleaseThatIsDeletedAtOnceIsMissedByNobody() throws IOException {
        DocumentRoot root = root("current");
        assertEquals("release 1", read(root, "/a.txt"));
        turn("current", "2");
        Files.delete(place.directory().resolve("1/a.txt"));
        ticker.advance(Duration.ofMillis(10));
        assertEquals("release 2", read(root, "/a.txt"));
    }

    @Test
    void aLinkAboveTheDirectoryIsFollowedToo() throws IOException {
        place.link("site", Path.of("current/../current"));
        place.file("v/1/www/a.txt", "first").file("v/2/www/a.txt", "second").link("v/now", Path.of("1"));
        DocumentRoot root = root("v/now/www");
        assertEquals("first", read(root, "/a.txt"));
        turn("v/now", "2");
        ticker.advance(Duration.ofSeconds(1));
        assertEquals("second", read(root, "/a.txt"));
    }

    @Test
    void aDirectoryThatWasExchangedForAnotherIsServed() throws IOException {
        DocumentRoot root = root("1");
        assertEquals("release 1", read(root, "/a.txt"));
        Files.move(place.directory().resolve("1"), place.directory().resolve("old"));
        Files.move(place.directory().resolve("2"), place.directory().resolve("1"));
        assertEquals("release 2", read(root, "/a.txt"));
    }

    @Test
    void aRootThatHasGoneIsAnErrorAndNotAnAbsentFileUntilItIsBack() throws IOException {
        DocumentRoot root = root("current");
        assertNull(root.obstacle());
        Files.delete(place.directory().resolve("current"));
        ticker.advance(Duration.ofSeconds(1));
        assertThrows(IOException.class, () -> root.find(DocumentPath.parse("/a.txt")));
        assertThrows(IOException.class, () -> root.check(DocumentPath.parse("/a.txt"), null));
        assertNotNull(root.obstacle());
        place.link("current", Path.of("2"));
        assertEquals("release 2", read(root, "/a.txt"), "looked for each time while it is missing");
        assertNull(root.obstacle());
    }

    @Test
    void aLinkToNowhereOrToAFileIsAnObstacle() throws IOException {
        DocumentRoot root = root("current");
        for (String target : new String[] {"nowhere", "current", "2/a.txt"}) {
            turn("current", target);
            assertNotNull(root.obstacle(), target);
        }
        assertThrows(IOException.class, () -> root("current"));
        turn("current", "2");
        assertNull(root.obstacle());
    }
}
