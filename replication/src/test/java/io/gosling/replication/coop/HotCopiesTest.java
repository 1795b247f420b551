package io.gosling.replication.coop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.PreparedHeaders;
import io.gosling.document.StoredDocument;
import io.gosling.replication.page.PageLinkTemplate;
import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.replication.plan.CopyQuotaAccounts;
import io.gosling.replication.serve.RunningGroup;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies that are asked for often, in memory. */
class HotCopiesTest {
    private static final String HOME = "h:80";
    private static final Duration VALID = Duration.ofSeconds(60);
    private static final int LENGTH = 100;
    private static final int MEMORY = 16 * LENGTH;

    @TempDir
    private Path folder;

    private final ManualTicker ticker = new ManualTicker();
    private final HotCopies hot = new HotCopies(MEMORY, VALID, ticker);

    @AfterEach
    void allIsGivenBack() {
        hot.close();
        assertEquals(0, hot.bytes());
    }

    private CopyDirectory open() throws IOException {
        long quota = 1 << 20;
        return CopyDirectory.open(folder.resolve("copies"), new CopyQuotaAccounts(quota), quota, hot);
    }

    private ReplicaCopy hold(CopyDirectory copyDirectory, String path, int length, long version) throws IOException {
        Path file = copyDirectory.fresh();
        Files.write(file, new byte[length]);
        ReplicaCopy copy = new ReplicaCopy(
                HOME, path, file, length, "image/png", "\"x\"", Instant.EPOCH, "\"x\"", version, 1, ticker.nanos());
        assertNotNull(copyDirectory.reserve(HOME, length));
        assertTrue(copyDirectory.keep(copy, () -> 0));
        return copy;
    }

    private void heat(CopyDirectory copyDirectory, ReplicaCopy copy) throws IOException {
        copyDirectory.heat(copy, Objects.requireNonNull(hot.read(copy, PreparedHeaders.none())));
    }

    /** Returns true if it is sent from memory. */
    private boolean isHot(ReplicaCopy copy) {
        StoredDocument document = hot.acquire("/~migrate/" + copy.version() + "/" + HOME + copy.path());
        if (document == null) {
            return false;
        }
        assertEquals(copy.length(), document.body().readableBytes());
        document.release();
        return true;
    }

    @Test
    void aCopyIsSentByTheAddressOfItsVersionAlone() throws IOException {
        try (CopyDirectory copyDirectory = open()) {
            ReplicaCopy copy = hold(copyDirectory, "/a.png", LENGTH, 7);
            assertFalse(isHot(copy));
            heat(copyDirectory, copy);
            assertTrue(isHot(copy));
            for (String other : List.of("/~migrate/6/h:80/a.png", "/~migrate/07/h:80/a.png", "/~migrate/7/h/a.png")) {
                assertNull(hot.acquire(other), other);
            }
            assertFalse(hot.wants(copy), "it is there");
        }
        assertEquals(0, hot.bytes());
    }

    /** Links percent-encode more than a path needs. */
    @Test
    void itIsSentByTheAddressThatLinksHave() throws IOException {
        try (CopyDirectory copyDirectory = open()) {
            ReplicaCopy copy = hold(copyDirectory, "/a(1),'b'.png", LENGTH, 7);
            heat(copyDirectory, copy);
            assertFalse(hot.wants(copy), "it is there");
            String path = new String(PageLinkTemplate.written(copy.path()), StandardCharsets.US_ASCII);
            assertEquals("/a%281%29%2C%27b%27.png", path);
            StoredDocument sent = hot.acquire("/~migrate/7/" + HOME + path);
            assertNotNull(sent);
            sent.release();
            copyDirectory.forget(HOME, copy.path(), 8);
            assertNull(hot.acquire("/~migrate/7/" + HOME + path));
        }
    }

    @Test
    void whatEndsACopyEndsItInMemory() throws IOException {
        try (CopyDirectory copyDirectory = open()) {
            ReplicaCopy forgotten = hold(copyDirectory, "/a.png", LENGTH, 7);
            heat(copyDirectory, forgotten);
            copyDirectory.forget(HOME, "/a.png", 8);
            assertFalse(isHot(forgotten));

            ReplicaCopy lost = hold(copyDirectory, "/b.png", LENGTH, 7);
            heat(copyDirectory, lost);
            copyDirectory.lost(lost);
            assertFalse(isHot(lost));

            ReplicaCopy replaced = hold(copyDirectory, "/c.png", LENGTH, 7);
            heat(copyDirectory, replaced);
            ReplicaCopy newer = hold(copyDirectory, "/c.png", LENGTH, 8);
            assertFalse(isHot(replaced));
            assertFalse(isHot(newer));

            heat(copyDirectory, newer);
            assertNotNull(copyDirectory.reserve("another", 1 << 20), "all others have to go");
            assertFalse(isHot(newer));
            assertEquals(0, hot.bytes());
        }
    }

    @Test
    void whatHasEndedIsNotHeatedAnyMore() throws IOException {
        try (CopyDirectory copyDirectory = open()) {
            ReplicaCopy copy = hold(copyDirectory, "/a.png", LENGTH, 7);
            StoredDocument late = Objects.requireNonNull(hot.read(copy, PreparedHeaders.none()));
            copyDirectory.forget(HOME, "/a.png", 8);
            copyDirectory.heat(copy, late);
            assertFalse(isHot(copy));
            assertEquals(0, hot.bytes());
        }
    }

    @Test
    void itIsComparedWithItsOriginalInTime() throws IOException {
        try (CopyDirectory copyDirectory = open()) {
            ReplicaCopy copy = hold(copyDirectory, "/a.png", LENGTH, 7);
            heat(copyDirectory, copy);
            ticker.advance(VALID.minusNanos(1));
            assertTrue(isHot(copy));
            ticker.advance(Duration.ofNanos(1));
            assertFalse(isHot(copy));
            assertTrue(copyDirectory.checked(copy, 7, 2, ticker.nanos(), () -> 0));
            ReplicaCopy again = Objects.requireNonNull(copyDirectory.find(HOME, "/a.png"));
            heat(copyDirectory, again);
            assertTrue(isHot(again));
        }
    }

    @Test
    void usesCountForTheShelfAndWhatNobodyUsesMakesRoom() throws IOException {
        try (CopyDirectory copyDirectory = open()) {
            ReplicaCopy copy = hold(copyDirectory, "/a.png", LENGTH, 7);
            assertFalse(copyDirectory.isAskedForAgain(copy), "it has just come");
            heat(copyDirectory, copy);
            assertTrue(isHot(copy));
            assertTrue(isHot(copy));
            copyDirectory.used(hot.settle());
            assertTrue(copyDirectory.isAskedForAgain(copy));
            assertEquals(List.of(), hot.settle());
            ticker.advance(Duration.ofSeconds(10));
            hot.settle();
            assertTrue(isHot(copy));
            ticker.advance(Duration.ofSeconds(1));
            hot.settle();
            assertTrue(isHot(copy), "used a moment ago, which is found now");
            ticker.advance(Duration.ofSeconds(11));
            hot.settle();
            ticker.advance(Duration.ofSeconds(11));
            hot.settle();
            assertFalse(isHot(copy));
            assertEquals(0, hot.bytes());
        }
    }

    @Test
    void usesSinceTheLastCountAreCountedWhenACopyIsCheckedReplacedOrDropped() throws IOException {
        try (CopyDirectory copyDirectory = open()) {
            ReplicaCopy copy = hold(copyDirectory, "/a.png", LENGTH, 7);
            heat(copyDirectory, copy);
            assertTrue(isHot(copy));
            assertTrue(copyDirectory.checked(copy, 7, 2, ticker.nanos(), () -> 0));
            ReplicaCopy again = Objects.requireNonNull(copyDirectory.find(HOME, "/a.png"));
            heat(copyDirectory, again);
            assertTrue(isHot(again));
            assertTrue(isHot(again));
            heat(copyDirectory, again);
            assertTrue(isHot(again));
            copyDirectory.forget(HOME, "/a.png", 8);
            assertEquals(
                    List.of(new HotCopies.Used(copy, 1), new HotCopies.Used(again, 2), new HotCopies.Used(again, 1)),
                    hot.settle());
            assertEquals(List.of(), hot.settle());
        }
    }

    @Test
    void itsMemoryIsBoundedAlsoByWhatIsOnItsWay() throws IOException {
        try (CopyDirectory copyDirectory = open()) {
            ReplicaCopy first = hold(copyDirectory, "/0.png", LENGTH, 1);
            heat(copyDirectory, first);
            StoredDocument onItsWay = Objects.requireNonNull(hot.acquire("/~migrate/1/h:80/0.png"));
            for (int i = 1; i < 16; i++) {
                heat(copyDirectory, hold(copyDirectory, "/" + i + ".png", LENGTH, 1));
            }
            assertEquals(MEMORY, hot.bytes());
            ReplicaCopy more = hold(copyDirectory, "/more.png", LENGTH, 1);
            assertFalse(hot.wants(more));
            assertNull(hot.read(more, PreparedHeaders.none()));
            copyDirectory.forget(HOME, "/0.png", 2);
            assertFalse(hot.wants(more), "it is still being sent");
            onItsWay.release();
            assertTrue(hot.wants(more));
            assertFalse(hot.wants(hold(copyDirectory, "/long.png", LENGTH + 1, 1)), "a sixteenth each at most");
        }
    }

    @Test
    void aFileThatWasCutIsNotRead() throws IOException {
        try (CopyDirectory copyDirectory = open()) {
            ReplicaCopy copy = hold(copyDirectory, "/a.png", LENGTH, 7);
            Files.write(copy.file(), new byte[LENGTH - 1]);
            assertThrows(NoSuchFileException.class, () -> hot.read(copy, PreparedHeaders.none()));
            assertEquals(0, hot.bytes());
        }
    }

    /**
     * In a group: from the second request on in memory, with the header that it has from the disk, until it changes.
     */
    @Test
    void aServerSendsItFromMemoryUntilItsHomeSaysThatItHasChanged() throws Exception {
        Wishes wishes = Wishes.usual().fromMemory().by(CopyConsistencySettings.Mode.EXPLICIT_NOTIFICATION);
        try (RunningGroup group = RunningGroup.of(2, folder, wishes)) {
            Member home = group.get(0);
            Member other = group.get(1);
            group.spread(home);
            String page = RunningGroup.page(home);
            while (!page.contains("/~migrate/")) {
                group.ticker.advance(RunningGroup.CHOICE_AGE);
                page = RunningGroup.page(home);
            }
            String address = RunningGroup.images(page).stream()
                    .filter(link -> link.contains("/~migrate/"))
                    .findFirst()
                    .orElseThrow();
            String file = address.substring(address.lastIndexOf('/') + 1);
            for (int i = 0; i < 5; i++) {
                HttpResponse<byte[]> answer = RunningGroup.ask(address);
                assertArrayEquals(Files.readAllBytes(home.site.resolve(file)), answer.body());
                assertEquals(
                        "noindex", answer.headers().firstValue("X-Robots-Tag").orElse(""));
                assertEquals(
                        "<" + home.peer().origin() + "/" + file + ">; rel=\"canonical\"",
                        answer.headers().firstValue("Link").orElse(""));
                assertEquals(i >= 2, isFromMemory(answer), "request " + i);
            }
            assertEquals(
                    304,
                    RunningGroup.ask(
                                    address,
                                    "If-None-Match",
                                    RunningGroup.ask(address)
                                            .headers()
                                            .firstValue("ETag")
                                            .orElse(""))
                            .statusCode());
            assertTrue(other.replication().hotCopyBytes() > 0);
            Eventually.that(
                    "its home hears of each answer", () -> home.view().saved().requests() == 7);
            Files.writeString(home.site.resolve(file), "changed");
            Eventually.that(
                    "the new bytes come", () -> new String(ask(address), StandardCharsets.UTF_8).equals("changed"));
        }
    }

    private static byte[] ask(String address) {
        try {
            return RunningGroup.ask(address).body();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isFromMemory(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue("Cache-Status").orElse("").contains("; hit");
    }
}
