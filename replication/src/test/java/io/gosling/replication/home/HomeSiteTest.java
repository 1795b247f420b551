package io.gosling.replication.home;

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
import io.gosling.replication.site.LinkGraphLimits;
import io.gosling.replication.site.SiteScanner;
import io.gosling.settings.SettingValues;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the pages of a site over changes of its files. */
class HomeSiteTest {
    private static final Instant LONG_AGO = Instant.parse("2020-01-01T00:00:00Z");

    @TempDir
    private Path site;

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

    /** A home that has looked once. */
    private HomeSite home() throws IOException {
        DocumentRoot root = DocumentRoot.at(site);
        HomeSettings settings = new HomeSettings(SettingValues.none())
                .with(CopyConsistencySettings.MODE, CopyConsistencySettings.Mode.VALIDATION)
                .with(HomeSettings.SCAN, Duration.ofSeconds(1))
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
                new SiteScanner(root, LinkGraphLimits.defaults(), progress -> {}),
                settings,
                group,
                notices -> {},
                () -> List.of(new ReplicaPeer("one", 80)),
                others -> assertFalse(group.replaceOthers(others), "they are the same: " + others));
        home.look();
        return home;
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

    @Test
    void aPageThatMayNotBeReadHasNothingElseMadeAnewAndIsBackWhenItMay() throws IOException {
        HomeSite home = home();
        Path closed = site.resolve("next.html");
        Files.setPosixFilePermissions(closed, Set.of());
        assumeFalse(Files.isReadable(closed), "whoever runs this may read everything");
        home.look();
        SiteSnapshot without = home.pages();
        assertEquals(Set.of("/index.html"), without.pages().keySet());
        home.look();
        assertSame(without, home.pages());
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rw-r--r--"));
        home.look();
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
}
