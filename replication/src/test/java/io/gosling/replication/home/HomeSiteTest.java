package io.gosling.replication.home;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.gosling.document.Document;
import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.replication.members.ReplicaPeer;
import io.gosling.replication.members.ReplicaSet;
import io.gosling.replication.members.SignedHeaderCodec;
import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.replication.site.LinkGraphFile;
import io.gosling.replication.site.LinkGraphLimits;
import io.gosling.replication.site.ScanProgress;
import io.gosling.replication.site.SiteScanner;
import io.gosling.settings.SettingValues;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the link graph over restarts. */
class HomeSiteTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    private Path site;

    @TempDir
    private Path state;

    private final ManualTicker ticker = new ManualTicker();
    private final AtomicReference<ScanProgress> told = new AtomicReference<>();

    @BeforeEach
    void makeSite() throws IOException {
        write("index.html", "<img src=i.png><a href=next.html>");
        write("next.html", "<img src=i.png>");
        write("i.png", "no image");
    }

    /** Recently written files are read twice. */
    private void write(String name, String text) throws IOException {
        Files.writeString(site.resolve(name), text);
        Files.setLastModifiedTime(site.resolve(name), FileTime.from(LONG_AGO));
    }

    /** One life of a home, which has looked once. */
    private HomeSite home() throws IOException {
        DocumentRoot root = DocumentRoot.at(site);
        Path file = state.resolve("site.graph");
        HomeSettings settings = new HomeSettings(SettingValues.none())
                .with(CopyConsistencySettings.MODE, CopyConsistencySettings.Mode.VALIDATION)
                .with(HomeSettings.SCAN, Duration.ofSeconds(1))
                .with(HomeSettings.GRAPH_FILE, file)
                .with(HomeSettings.PAGE_MEMORY, 0L)
                .with(HomeSettings.PAGE_AGE, Duration.ZERO)
                .with(HomeSettings.CHOICE_AGE, Duration.ZERO)
                .with(HomeSettings.CHOICE_MEMORY, 0L);
        ReplicaPeer self = new ReplicaPeer("home", 80);
        ReplicaSet group = new ReplicaSet(
                self,
                List.of(self, new ReplicaPeer("one", 80)),
                new SignedHeaderCodec("a secret that is long"),
                Duration.ofSeconds(2),
                Ticker.system(),
                1);
        HomeSite home = new HomeSite(
                root,
                new SiteScanner(root, LinkGraphLimits.defaults(), told::set),
                settings,
                group,
                notices -> {},
                () -> List.of(new ReplicaPeer("one", 80)),
                others -> assertFalse(group.replaceOthers(others), "they are the same: " + others),
                new LinkGraphPersistence(
                        new LinkGraphFile(file, site.toRealPath(), LinkGraphLimits.defaults()), ticker));
        home.look();
        return home;
    }

    private int parsed() {
        return told.get().parsed();
    }

    @Test
    void whatHasNotChangedIsNotReadAgainAfterARestart() throws IOException {
        HomeSite first = home();
        assertEquals(2, parsed());
        HomeSite second = home();
        assertEquals(0, parsed());
        assertEquals(first.pages().givable(), second.pages().givable());
        assertEquals(Set.of("/i.png"), second.pages().givable());
        assertEquals(first.pages().pages().keySet(), second.pages().pages().keySet());
        assertEquals(first.versions().last("/i.png"), second.versions().last("/i.png"));
        write("next.html", "<img src=i.png><p>more");
        home();
        assertEquals(1, parsed());
    }

    @Test
    void whatIsDamagedIsReadAnewAndReplaced() throws IOException {
        home();
        Path file = state.resolve("site.graph");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
        assertEquals(Set.of("/i.png"), home().pages().givable());
        assertEquals(2, parsed());
        home();
        assertEquals(0, parsed());
    }

    /** A large site that changes at each look is not written at each look. */
    @Test
    void theFileIsWrittenOnceAMinuteAtMostAndThenAsTheSiteIs() throws IOException {
        Path file = state.resolve("site.graph");
        HomeSite home = home();
        byte[] first = Files.readAllBytes(file);
        write("next.html", "<img src=i.png><p>more");
        ticker.advance(Duration.ofMinutes(1).minusNanos(1));
        home.look();
        assertArrayEquals(first, Files.readAllBytes(file));
        ticker.advance(Duration.ofNanos(1));
        home.look();
        assertFalse(Arrays.equals(first, Files.readAllBytes(file)), "as it was found by the look before");
        home();
        assertEquals(0, parsed());
    }

    @Test
    void aPageIsKeptAsLongAsItsFileAndWhereItsLinksMayLeadAreTheSame() throws IOException {
        HomeSite home = home();
        SiteSnapshot first = home.pages();
        write("next.html", "<img src=i.png><p>more");
        home.look();
        SiteSnapshot second = home.pages();
        assertSame(first.pages().get("/index.html"), second.pages().get("/index.html"));
        assertNotSame(first.pages().get("/next.html"), second.pages().get("/next.html"));
        home.look();
        assertSame(second, home.pages());
        Files.delete(site.resolve("i.png"));
        home.look();
        assertNotSame(second.pages().get("/index.html"), home.pages().pages().get("/index.html"), "its link is broken");
    }

    /** Its links are known from an earlier life; when that ends its stamp does not say. */
    @Test
    void aPageThatMayNotBeReadHasNothingElseMadeAnewAndIsBackWhenItMay() throws IOException {
        home();
        Path closed = site.resolve("next.html");
        Files.setPosixFilePermissions(closed, Set.of());
        assumeFalse(Files.isReadable(closed), "whoever runs this may read everything");
        HomeSite home = home();
        SiteSnapshot without = home.pages();
        assertEquals(Set.of("/next.html"), without.unread());
        home.look();
        assertSame(without, home.pages());
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-r--r--"));
        home.look();
        assertEquals(Set.of(), home.pages().unread());
        assertEquals(Set.of("/index.html", "/next.html"), home.pages().pages().keySet());
    }

    @Test
    void whatWasOpenedBeforeItChangedIsKnownToBeOlder() throws IOException {
        HomeSite home = home();
        Document old = Objects.requireNonNull(home.open("/i.png"));
        assertTrue(home.isStill("/i.png", old.stamp()));
        write("i.png", "another image");
        assertFalse(home.isStill("/i.png", old.stamp()));
        old.close();
    }

    /** Nobody knows better while nothing has been looked at: what others hold may stay there over a restart. */
    @Test
    void copiesAreOfWhatMayBeGivenAndBeforeTheFirstLookOfAnything() throws IOException {
        assertTrue(SiteSnapshot.none().mayHaveCopies("/i.png"));
        SiteSnapshot pages = home().pages();
        assertTrue(pages.mayHaveCopies("/i.png"));
        assertFalse(pages.mayHaveCopies("/next.html"));
    }

    @Test
    void aPlaceThatCannotBeWrittenTakesNothingAway() throws IOException {
        Files.createDirectory(state.resolve("site.graph"));
        assertTrue(home().pages().givable().contains("/i.png"));
    }
}
