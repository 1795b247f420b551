package io.gosling.replication.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.document.EntityTagGenerator;
import io.gosling.document.StoredDocument;
import io.gosling.http.documents.CachedDocumentLookup;
import io.gosling.replication.members.ReplicationCounts;
import io.gosling.replication.plan.PlanSettings.CopyPlacement;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import io.gosling.testing.Eventually;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages that are in memory, and are sent with links that were chosen a moment ago. */
class HotPagesTest {
    private static final String INDEX = "/index.html";

    @TempDir
    private Path folder;

    /** A group whose images are all to be at all other servers, so that nothing about them is decided any more. */
    private RunningGroup spread(int servers) throws Exception {
        RunningGroup group =
                RunningGroup.of(servers, folder, Wishes.usual().fromMemory().by(CopyPlacement.REPLICATION));
        group.spread(group.get(0));
        return group;
    }

    private static int found(Member home) {
        return Objects.requireNonNull(home.memory).found.get();
    }

    private static String text(HttpResponse<byte[]> answer) {
        return new String(answer.body(), StandardCharsets.UTF_8);
    }

    /** Asks until so many pages in a row needed no virtual thread. */
    private static void warm(Member home) {
        warm(home, INDEX);
    }

    private static void warm(Member home, String path) {
        Eventually.that("the slow lane is left alone", () -> {
            int before = found(home);
            for (int i = 0; i < 30; i++) {
                ask(home, path);
            }
            return found(home) == before;
        });
    }

    private static HttpResponse<byte[]> ask(Member home, String path, String... fields) {
        try {
            return RunningGroup.ask(home, path, fields);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aPageThatWasDrawnIsSentWithoutTheWorkerPathUntilItsTimeIsOver() throws Exception {
        try (RunningGroup group = spread(2)) {
            Member home = group.get(0);
            warm(home);
            String file = Files.readString(home.site.resolve("index.html"));
            boolean led = false;
            for (int i = 0; i < 50; i++) {
                HttpResponse<byte[]> answer = ask(home, i % 2 == 0 ? "/" : INDEX);
                String page = text(answer);
                assertEquals(file, RunningGroup.withoutChoices(page));
                boolean chosen = page.contains("/~migrate/");
                led |= chosen;
                assertEquals(
                        chosen ? "max-age=10" : "",
                        answer.headers().firstValue("Cache-Control").orElse(""));
                assertEquals(chosen, answer.headers().firstValue("ETag").isEmpty());
                assertEquals(
                        "text/html; charset=utf-8",
                        answer.headers().firstValue("Content-Type").orElse(""));
            }
            assertTrue(led);
            int before = found(home);
            group.ticker.advance(RunningGroup.CHOICE_AGE);
            ask(home, INDEX);
            assertTrue(found(home) > before, "chosen anew");
        }
    }

    /** The fast lane alone asks: what was drawn by the slow lane once is followed by what is drawn beside. */
    @Test
    void halfWayAPageIsDrawnAnewBesideTheRequests() throws Exception {
        try (RunningGroup group = spread(2)) {
            Member home = group.get(0);
            // Heard just now, so that nobody is about to be silent: that would end all rendered variants at once.
            group.ticker.advance(Duration.ofSeconds(3));
            group.awaitAll();
            warm(home);
            CachedDocumentLookup hot = home.replication().around(Objects.requireNonNull(home.memory));
            for (int i = 0; i < 5; i++) {
                int before = found(home);
                group.ticker.advance(RunningGroup.CHOICE_AGE.dividedBy(2));
                Eventually.that("it is drawn anew", () -> isSent(hot) && found(home) > before);
            }
        }
    }

    private static boolean isSent(CachedDocumentLookup hot) {
        StoredDocument page = hot.acquire(INDEX, 0);
        if (page != null) {
            page.release();
        }
        return page != null;
    }

    @Test
    void eachPageAndLinkIsCounted() throws Exception {
        try (RunningGroup group = spread(2)) {
            Member home = group.get(0);
            ReplicationStatus before = home.view();
            long pages = 0;
            long links = 0;
            for (int i = 0; i < 200; i++) {
                String page = text(ask(home, INDEX));
                long here = RunningGroup.images(page).stream()
                        .filter(link -> link.contains("/~migrate/"))
                        .count();
                pages += here > 0 ? 1 : 0;
                links += here;
                if (i % 50 == 0) {
                    group.ticker.advance(RunningGroup.CHOICE_AGE);
                }
            }
            assertEquals(before.pages() + pages, home.view().pages());
            assertEquals(before.links() + links, home.view().links());
            assertEquals(before.pages() + pages, home.replication().counts().of(ReplicationCounts.Event.PAGES));
        }
    }

    @Test
    void conditionsAndRangesAreAnsweredAsBefore() throws Exception {
        try (RunningGroup group = spread(2)) {
            Member home = group.get(0);
            String etag =
                    EntityTagGenerator.ofContent(ByteBuffer.wrap(Files.readAllBytes(home.site.resolve("index.html"))));
            for (int i = 0; i < 100; i++) {
                HttpResponse<byte[]> answer = ask(home, INDEX, "If-None-Match", etag);
                boolean chosen = text(answer).contains("/~migrate/");
                assertEquals(chosen ? 200 : 304, answer.statusCode());
                HttpResponse<byte[]> ranged = ask(home, INDEX, "Range", "bytes=0-9");
                assertEquals(text(ranged).contains("/~migrate/") ? 200 : 206, ranged.statusCode());
            }
        }
    }

    @Test
    void aFileThatHasChangedIsNotSentAsItWasDrawn() throws Exception {
        try (RunningGroup group = spread(2)) {
            Member home = group.get(0);
            warm(home);
            String other = Files.readString(home.site.resolve("index.html")).replace("Text", "Word");
            Files.writeString(home.site.resolve("index.html"), other);
            Objects.requireNonNull(home.memory).forget();
            for (int i = 0; i < 50; i++) {
                assertEquals(other, RunningGroup.withoutChoices(text(ask(home, INDEX))));
            }
            Eventually.that("the new page has links chosen", () -> {
                String page = text(ask(home, INDEX));
                assertEquals(other, RunningGroup.withoutChoices(page));
                return page.contains("/~migrate/");
            });
        }
    }

    /** A page that was drawn is one under two paths; each is purged by itself, like any other document. */
    @Test
    void aPurgeOfTheDirectoryHasThePageLookedForAnew() throws Exception {
        try (RunningGroup group = spread(2)) {
            Member home = group.get(0);
            for (String path : List.of("/", INDEX)) {
                warm(home, path);
                int before = found(home);
                Objects.requireNonNull(home.memory).forget(path);
                ask(home, path);
                assertTrue(found(home) > before, path);
            }
        }
    }

    @Test
    void aServerThatHasGoneIsInNoPageFromMemory() throws Exception {
        try (RunningGroup group = spread(3)) {
            Member home = group.get(0);
            Member victim = group.get(1);
            warm(home);
            group.kill(victim);
            Eventually.that("the killed one is silent", () -> {
                group.ticker.advance(Duration.ofMillis(500));
                return home.view().servers().stream()
                        .anyMatch(peer -> peer.name().equals(victim.name()) && !peer.isHeard());
            });
            for (int i = 0; i < 100; i++) {
                String page = text(ask(home, INDEX));
                assertFalse(page.contains(victim.name() + "/~migrate/"), page);
            }
        }
    }

    /** Browsers would block plain HTTP links there. */
    @Test
    void inAGroupOfPlainHttpPagesOverTlsAreTheFile() throws Exception {
        try (RunningGroup group = spread(2)) {
            Member home = group.get(0);
            warm(home);
            CachedDocumentLookup overTls = home.replication()
                    .around(Objects.requireNonNull(home.memory))
                    .over(true);
            for (int i = 0; i < 30; i++) {
                StoredDocument document = Objects.requireNonNull(overTls.acquire(INDEX, 0));
                assertEquals(
                        Files.readString(home.site.resolve("index.html")),
                        document.body().toString(StandardCharsets.UTF_8));
                document.release();
            }
            assertNull(overTls.acquire("/none.html", 0));
        }
    }
}
