package io.gosling.replication.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.DocumentRoot;
import io.gosling.document.Ticker;
import io.gosling.replication.page.LinkRules;
import io.gosling.replication.plan.Consistency;
import io.gosling.replication.plan.PlanSettings;
import io.gosling.replication.plan.Spread;
import io.gosling.replication.plan.StorageMethod;
import io.gosling.replication.site.GraphFile;
import io.gosling.replication.site.GraphLimits;
import io.gosling.replication.site.ScanProgress;
import io.gosling.replication.site.SiteScan;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a home knows of its pages from one life to the next. */
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

    /** What was just written is read twice, to be sure. */
    private void write(String name, String text) throws IOException {
        Files.writeString(site.resolve(name), text);
        Files.setLastModifiedTime(site.resolve(name), FileTime.from(LONG_AGO));
    }

    /** One life of a home, which has looked once. */
    private HomeSite home() throws IOException {
        DocumentRoot root = DocumentRoot.at(site);
        Path file = state.resolve("site.graph");
        HomeSettings settings = new HomeSettings(
                "/",
                Set.of("/index.html"),
                LinkRules.safe(),
                PlanSettings.of(StorageMethod.RESOURCE_AWARE, Spread.REPLICATION),
                false,
                Duration.ofSeconds(1),
                Duration.ofSeconds(1),
                file,
                0,
                false,
                Duration.ZERO,
                new DrawnSettings(Duration.ZERO, 0),
                HintSettings.none());
        Peer self = new Peer("home", 80);
        Group group = new Group(
                self,
                List.of(self, new Peer("one", 80)),
                new Seal("a secret that is long"),
                Duration.ofSeconds(2),
                Ticker.system(),
                1);
        HomeSite home = new HomeSite(
                root,
                new SiteScan(root, GraphLimits.defaults(), told::set),
                settings,
                group,
                new Consistency(Consistency.Mode.VALIDATION, Duration.ofMinutes(1)),
                notices -> {},
                () -> List.of(new Peer("one", 80)),
                new HomeSite.Looked() {
                    @Override
                    public void found(SitePages pages, List<Peer> others) {}

                    @Override
                    public void isPublished(List<Peer> others) {
                        throw new AssertionError("they are the same: " + others);
                    }
                },
                new KeptGraph(new GraphFile(file, site.toRealPath(), GraphLimits.defaults()), ticker));
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
    void aPlaceThatCannotBeWrittenTakesNothingAway() throws IOException {
        Files.createDirectory(state.resolve("site.graph"));
        assertTrue(home().pages().givable().contains("/i.png"));
    }
}
