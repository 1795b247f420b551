package io.gosling.replication.members;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.PlanSettings.CopyPlacement;
import io.gosling.replication.plan.PlanSettings.StorageMethod;
import io.gosling.replication.serve.ReplicationStatus;
import io.gosling.replication.serve.RunningGroup;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import io.gosling.testing.Eventually;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests servers that hold copies for each other, as seen by clients. */
class ServingGroupTest {
    @TempDir
    private Path folder;

    @Test
    void aPagesImagesComeFromAllServersAndAreTheFiles() throws Exception {
        try (RunningGroup group = RunningGroup.of(3, folder, Wishes.usual())) {
            Member home = group.get(0);
            group.spread(home);
            Set<String> servers = new HashSet<>();
            // The variants of a second may all leave one server out, so pages are asked for until all have been named.
            for (int visit = 0; visit < 20 || (servers.size() < 3 && visit < 2000); visit++) {
                String page = RunningGroup.page(home);
                assertEquals(Files.readString(home.site.resolve("index.html")), RunningGroup.withoutChoices(page));
                List<String> images = RunningGroup.images(page);
                for (int i : RunningGroup.numbers()) {
                    String address = images.get(i);
                    String url =
                            address.startsWith("http") ? address : home.peer().origin() + "/" + address;
                    HttpResponse<byte[]> answer = RunningGroup.ask(url);
                    assertEquals(200, answer.statusCode(), url);
                    assertArrayEquals(RunningGroup.image(home, i), answer.body(), url);
                    servers.add(url.substring(0, url.indexOf('/', 7)));
                }
            }
            assertEquals(3, servers.size(), servers.toString());
        }
    }

    @Test
    void aCopySaysWhoseItIsAndShowsNothingOfTheGroup() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            group.spread(home);
            HttpResponse<byte[]> answer = RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/i1.png"));
            assertEquals(
                    "image/png", answer.headers().firstValue("Content-Type").orElse(""));
            assertEquals(
                    "<" + home.peer().origin() + "/i1.png>; rel=\"canonical\"",
                    answer.headers().firstValue("Link").orElse(""));
            assertEquals("noindex", answer.headers().firstValue("X-Robots-Tag").orElse(""));
            assertTrue(answer.headers().firstValue(ServerStatusMessage.FIELD).isEmpty());
            assertTrue(RunningGroup.ask(home, "/")
                    .headers()
                    .firstValue(ServerStatusMessage.FIELD)
                    .isEmpty());
            assertEquals("max-age=10", cacheControl(home));
            String etag = answer.headers().firstValue("ETag").orElse("");
            assertEquals(
                    304,
                    RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/i1.png"), "If-None-Match", etag)
                            .statusCode());
            assertEquals(
                    206,
                    RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/i1.png"), "Range", "bytes=0-9")
                            .statusCode());
        }
    }

    @Test
    void manyClientsOfAColdCopyCostItsHomeOnePull() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual());
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Member home = group.get(0);
            group.spread(home);
            CyclicBarrier together = new CyclicBarrier(40);
            Callable<byte[]> client = () -> {
                together.await();
                return RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/i2.png"))
                        .body();
            };
            List<Future<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                answers.add(clients.submit(client));
            }
            for (Future<byte[]> answer : answers) {
                assertArrayEquals(RunningGroup.image(home, 2), answer.get());
            }
            assertEquals(1, home.view().given());
            assertEquals(1, group.get(1).view().pulled());
        }
    }

    @Test
    void aHomeHearsWhatCopiesHaveAnsweredForIt() throws Exception {
        try (RunningGroup group = RunningGroup.of(3, folder, Wishes.usual())) {
            Member home = group.get(0);
            group.spread(home);
            for (Member coop : List.of(group.get(1), group.get(2))) {
                String address = RunningGroup.copyAt(coop, home, 0, "/i1.png");
                HttpResponse<byte[]> whole = RunningGroup.ask(address);
                assertEquals(200, whole.statusCode());
                String etag = whole.headers().firstValue("ETag").orElse("");
                assertEquals(
                        304, RunningGroup.ask(address, "If-None-Match", etag).statusCode());
                assertEquals(
                        206, RunningGroup.ask(address, "Range", "bytes=0-99").statusCode());
                assertEquals(
                        new CopyTraffic(3, RunningGroup.IMAGE_BYTES + 100),
                        coop.view().answered());
            }
            RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/i2.png"));
            CopyTraffic all = new CopyTraffic(7, 3L * RunningGroup.IMAGE_BYTES + 200);
            Eventually.that("all is told", () -> home.view().saved().equals(all));
            ReplicationStatus.Placed first = home.view().placed().getFirst();
            assertEquals("/i1.png", first.path(), "what saves most comes first");
            assertEquals(new CopyTraffic(6, 2L * RunningGroup.IMAGE_BYTES + 200), first.saved());
            assertTrue(first.why().startsWith("replicate /i1.png to "), first.why());
            assertEquals(CopyTraffic.NONE, home.view().answered());
            assertEquals(CopyTraffic.NONE, group.get(1).view().saved());
        }
    }

    @Test
    void whatWasNotOfferedIsAtHome() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            for (String path : List.of("/i1.png", "/about.html", "/index.html", "/none.png", "/", "/d/")) {
                HttpResponse<byte[]> answer =
                        RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 7, path) + "?v=3");
                assertEquals(307, answer.statusCode(), path);
                assertEquals(
                        home.peer().origin() + path + "?v=3",
                        answer.headers().firstValue("Location").orElse(""));
                assertEquals(
                        "no-store", answer.headers().firstValue("Cache-Control").orElse(""));
                assertEquals(
                        "noindex", answer.headers().firstValue("X-Robots-Tag").orElse(""));
                assertEquals(
                        "<" + home.peer().origin() + path + ">; rel=\"canonical\"",
                        answer.headers().firstValue("Link").orElse(""));
            }
            assertEquals(0, group.get(1).view().copyBytes());
        }
    }

    @Test
    void aServerThatHasGoneIsInNoNewPageAndItsCopiesAreElsewhere() throws Exception {
        try (RunningGroup group = RunningGroup.of(3, folder, Wishes.usual())) {
            Member home = group.get(0);
            group.spread(home);
            Member victim = group.get(1);
            group.kill(victim);
            group.ticker.advance(Duration.ofMillis(2100));
            for (int visit = 0; visit < 20; visit++) {
                assertFalse(RunningGroup.page(home).contains(victim.name()));
            }
            Eventually.that("the other one is chosen again when it has been heard", () -> {
                try {
                    return RunningGroup.page(home).contains(group.get(2).name());
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    @Test
    void copiesOfADeadHomeAreServedForAWhile() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            group.spread(home);
            String held = RunningGroup.copyAt(group.get(1), home, 0, "/i3.png");
            String absent = RunningGroup.copyAt(group.get(1), home, 0, "/i4.png");
            assertEquals(200, RunningGroup.ask(held).statusCode());
            group.kill(home);
            group.ticker.advance(Duration.ofSeconds(90));
            assertEquals(200, RunningGroup.ask(held).statusCode());
            assertEquals(307, RunningGroup.ask(absent).statusCode());
            group.ticker.advance(Duration.ofSeconds(60));
            assertEquals(307, RunningGroup.ask(held).statusCode());
        }
    }

    @Test
    void aFullServerEvictsAndNeverHoldsMoreThanItsQuota() throws Exception {
        Wishes wishes = Wishes.usual().by(StorageMethod.DELETION_AWARE).within(2L * RunningGroup.IMAGE_BYTES);
        try (RunningGroup group = RunningGroup.of(2, folder, wishes)) {
            Member home = group.get(0);
            Member coop = group.get(1);
            group.spread(home);
            for (int i : RunningGroup.numbers()) {
                HttpResponse<byte[]> answer = RunningGroup.ask(RunningGroup.copyAt(coop, home, 0, "/i" + i + ".png"));
                if (answer.statusCode() == 200) {
                    assertArrayEquals(RunningGroup.image(home, i), answer.body());
                }
                assertTrue(coop.view().copyBytes() <= 2L * RunningGroup.IMAGE_BYTES);
            }
            Eventually.that(
                    "the home hears what was evicted",
                    () -> home.view().decisions().stream().anyMatch(said -> said.contains(" has evicted ")));
        }
    }

    @Test
    void aServerWithoutRoomSendsEverybodyHome() throws Exception {
        try (RunningGroup group = RunningGroup.of(
                2, folder, Wishes.usual().by(StorageMethod.NAIVE).within(100))) {
            Member home = group.get(0);
            group.spread(home);
            HttpResponse<byte[]> answer = RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/i1.png"));
            assertEquals(307, answer.statusCode());
            assertEquals(0, group.get(1).view().copyBytes());
        }
    }

    @Test
    void theResourceAwareHomeGivesNoMoreThanThereIsRoomFor() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().within(3L * RunningGroup.IMAGE_BYTES))) {
            Member home = group.get(0);
            group.visitUntil(home, "three fit", view -> view.placed().size() == 3);
            for (int round = 0; round < 20; round++) {
                group.visit(home);
                assertTrue(home.view().servers().getFirst().bytes() <= 3L * RunningGroup.IMAGE_BYTES);
            }
        }
    }

    @Test
    void whatHasMigratedIsNeverAtHome() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().by(CopyPlacement.MIGRATION))) {
            Member home = group.get(0);
            group.visitUntil(home, "all have migrated", view -> view.placed().size() == RunningGroup.IMAGES);
            Eventually.that(
                    "the other one is heard",
                    () -> home.view().servers().getFirst().isHeard());
            String page = RunningGroup.page(home);
            RunningGroup.images(page)
                    .forEach(address -> assertTrue(address.contains(group.get(1).name()), address));
        }
    }

    @Test
    void aPageThatHasGoneLeadsBackHome() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().withDocuments())) {
            Member home = group.get(0);
            Eventually.that("the page is given as well", () -> {
                group.visit(home);
                try {
                    RunningGroup.ask(home, "/about.html");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                return home.view().placed().stream()
                        .anyMatch(placed -> placed.path().equals("/about.html"));
            });
            HttpResponse<byte[]> answer = RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/about.html"));
            assertEquals(200, answer.statusCode());
            String page = new String(answer.body(), StandardCharsets.UTF_8);
            assertTrue(page.contains("<base href=\"" + home.peer().origin() + "/about.html\"/>"), page);
        }
    }

    @Test
    void aCopyWhoseFileHasGoneIsBroughtAgain() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            group.spread(home);
            String address = RunningGroup.copyAt(group.get(1), home, 0, "/i1.png");
            for (int round = 0; round < 2; round++) {
                assertArrayEquals(
                        RunningGroup.image(home, 1), RunningGroup.ask(address).body());
                Path copy = group.copies(group.get(1)).getFirst();
                if (round == 0) {
                    Files.delete(copy);
                } else {
                    Files.write(copy, new byte[] {1, 2, 3});
                }
                assertArrayEquals(
                        RunningGroup.image(home, 1), RunningGroup.ask(address).body());
            }
            assertEquals(3, group.get(1).view().pulled());
            assertEquals(RunningGroup.IMAGE_BYTES, group.get(1).view().copyBytes());
        }
    }

    @Test
    void overTlsPagesLeadToCopiesOverTls() throws Exception {
        try (RunningGroup group = RunningGroup.secure(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            group.spread(home);
            assertArrayEquals(
                    RunningGroup.image(home, 1),
                    RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/i1.png"))
                            .body());
            Eventually.that("a page leads to the other over TLS", () -> {
                try {
                    String page = RunningGroup.page(home);
                    assertEquals(Files.readString(home.site.resolve("index.html")), RunningGroup.withoutChoices(page));
                    assertFalse(page.contains("http://"), page);
                    return page.contains(group.get(1).peer().origin() + "/~migrate/");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    @Test
    void aPageBeyondItsMemoryIsSentAsItIs() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            String page = Files.readString(home.site.resolve("index.html")) + " ".repeat(RunningGroup.PAGE_MEMORY);
            Files.writeString(home.site.resolve("index.html"), page);
            group.spread(home);
            Eventually.that("no room is found for the page", () -> {
                try {
                    assertEquals(page, RunningGroup.page(home));
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                return home.replication().counts().of(ReplicationCounts.Event.NO_ROOM) > 0;
            });
            String shorter = page.substring(0, RunningGroup.PAGE_MEMORY);
            Files.writeString(home.site.resolve("index.html"), shorter);
            Eventually.that("a page that has room has chosen links", () -> {
                try {
                    String sent = RunningGroup.page(home);
                    assertTrue(List.of(page, shorter).contains(RunningGroup.withoutChoices(sent)));
                    return sent.contains("/~migrate/");
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
    }

    @Test
    void linksOfACopiedPageStayAsTheyWereWhenItWasBrought() throws Exception {
        try (RunningGroup group = RunningGroup.of(3, folder, Wishes.usual().withDocuments())) {
            Member home = group.get(0);
            aboutIsGiven(group);
            HttpResponse<byte[]> first = RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/about.html"));
            for (int visit = 0; visit < 20; visit++) {
                group.ticker.advance(Duration.ofSeconds(1));
                assertArrayEquals(
                        first.body(),
                        RunningGroup.ask(RunningGroup.copyAt(group.get(1), home, 0, "/about.html"))
                                .body());
            }
        }
    }

    private static void aboutIsGiven(RunningGroup group) {
        Member home = group.get(0);
        Eventually.that("the page and its image are given to both", () -> {
            group.visit(home);
            try {
                RunningGroup.ask(home, "/about.html");
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            return List.of("/about.html", "/i0.png").stream()
                    .allMatch(path -> home.view().placed().stream()
                            .anyMatch(placed -> placed.path().equals(path)
                                    && placed.servers().size() == 2));
        });
    }

    /** Of the first page that has one: while no link is chosen it is sent like any other. */
    private static String cacheControl(Member home) {
        AtomicReference<String> said = new AtomicReference<>("");
        Eventually.that("a page has chosen links", () -> {
            try {
                said.set(RunningGroup.ask(home, "/")
                        .headers()
                        .firstValue("Cache-Control")
                        .orElse(""));
                return !said.get().isEmpty();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        return said.get();
    }

    /** Copies removed from the plan may stay; those without permission are not revalidated. */
    @Test
    void aHomeTakesBackWhatItGivesNoMore() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            group.spread(home);
            String taken = RunningGroup.copyAt(group.get(1), home, 0, "/i1.png");
            String left = RunningGroup.copyAt(group.get(1), home, 0, "/i2.png");
            assertEquals(200, RunningGroup.ask(taken).statusCode());
            assertEquals(200, RunningGroup.ask(left).statusCode());
            Path page = home.site.resolve("index.html");
            Files.writeString(page, Files.readString(page).replace("i1.png", "i2.png"));
            Eventually.that(
                    "it is given no more",
                    () -> home.view().givable() == RunningGroup.IMAGES - 1
                            && home.view().placed().stream()
                                    .noneMatch(placed -> placed.path().equals("/i1.png")));
            assertEquals(200, RunningGroup.ask(taken).statusCode(), "nobody compares before it is time");
            group.ticker.advance(Duration.ofSeconds(60));
            Eventually.that(
                    "both have heard each other",
                    () -> group.members.stream()
                            .allMatch(
                                    member -> member.view().servers().getFirst().isHeard()));
            assertEquals(307, RunningGroup.ask(taken).statusCode());
            assertEquals(200, RunningGroup.ask(left).statusCode());
            assertEquals(
                    List.of("/i2.png"),
                    group.get(1).view().copies().stream()
                            .map(ReplicationStatus.Held::path)
                            .toList());
        }
    }
}
