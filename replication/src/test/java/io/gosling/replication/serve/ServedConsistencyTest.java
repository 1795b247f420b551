package io.gosling.replication.serve;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.replication.plan.CopyConsistencySettings.Mode;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import io.gosling.testing.Eventually;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the promises of each consistency mode over sockets. */
class ServedConsistencyTest {
    private static final int ROUNDS = 10;
    private static final Pattern VERSION = Pattern.compile("/~migrate/([0-9]+)/[^\"]*/i1\\.png");

    @TempDir
    private Path folder;

    /** Other bytes of the same length; the clock that gives them their time is not to be relied on. */
    private static byte[] change(Member home, int round) throws Exception {
        byte[] bytes = ("round " + round + " ")
                .repeat(RunningGroup.IMAGE_BYTES)
                .substring(0, RunningGroup.IMAGE_BYTES)
                .getBytes(StandardCharsets.US_ASCII);
        // Bytes and time at once: each alone is a state of its own.
        Path file = home.site.resolveSibling("next-" + home.peer().port());
        Files.write(file, bytes);
        Instant odd =
                Instant.now().minus(Duration.ofDays(round % 2 == 0 ? 3 : 0)).plusSeconds(round);
        Files.setLastModifiedTime(file, FileTime.from(odd));
        Files.move(file, home.site.resolve("i1.png"), StandardCopyOption.ATOMIC_MOVE);
        return bytes;
    }

    private static byte[] copy(RunningGroup group, long version) throws Exception {
        var answer = RunningGroup.ask(RunningGroup.copyAt(group.get(1), group.get(0), version, "/i1.png"));
        assertEquals(200, answer.statusCode());
        return answer.body();
    }

    private static void waitFor(String story, Callable<Boolean> condition) {
        Eventually.that(story, () -> {
            try {
                return condition.call();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private static void hear(RunningGroup group) {
        Eventually.that(
                "both have heard each other",
                () -> group.members.stream()
                        .allMatch(member -> member.view().servers().getFirst().isHeard()));
    }

    @Test
    void validationComparesACopyThatHasAged() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().by(Mode.VALIDATION))) {
            group.spread(group.get(0));
            byte[] before = copy(group, 0);
            for (int round = 0; round < ROUNDS; round++) {
                byte[] now = change(group.get(0), round);
                assertArrayEquals(before, copy(group, 0), "nobody compares before it is time");
                group.ticker.advance(Duration.ofSeconds(60));
                hear(group);
                assertArrayEquals(now, copy(group, 0), "round " + round);
                before = now;
            }
            group.ticker.advance(Duration.ofSeconds(60));
            hear(group);
            long pulled = group.get(1).view().pulled();
            assertArrayEquals(before, copy(group, 0));
            assertEquals(pulled, group.get(1).view().pulled(), "the same bytes are not brought again");
        }
    }

    @Test
    void aLinkWithANewVersionNeverLeadsToOldBytes() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().by(Mode.IMPLICIT_NOTIFICATION))) {
            Member home = group.get(0);
            group.spread(home);
            copy(group, 0);
            long last = versionAbove(home, 0);
            for (int round = 0; round < ROUNDS; round++) {
                byte[] now = change(home, round);
                last = versionAbove(home, last);
                group.ticker.advance(CopyConsistencySettings.BETWEEN_QUESTIONS);
                hear(group);
                assertArrayEquals(now, copy(group, last), "round " + round);
            }
            long validated = group.get(1).view().validated();
            for (int i = 0; i < 20; i++) {
                copy(group, 999_999_999_999_999_999L);
            }
            assertTrue(group.get(1).view().validated() <= validated + 1, "a made-up version asks once a second");
        }
    }

    /** The version in the first page whose link leads elsewhere with a later one. */
    private static long versionAbove(Member home, long before) {
        long[] found = {0};
        waitFor("a page has a new version", () -> {
            found[0] = version(home);
            return found[0] > before;
        });
        return found[0];
    }

    /** The version in the page's image link; 0 while it leads home. */
    private static long version(Member home) throws Exception {
        Matcher link = VERSION.matcher(RunningGroup.page(home));
        return link.find() ? Long.parseLong(link.group(1)) : 0;
    }

    @Test
    void explicitNotificationReachesWhoeverHasACopy() throws Exception {
        notified(Mode.EXPLICIT_NOTIFICATION);
    }

    @Test
    void activeUpdateBringsTheNewBytesBeforeAnybodyAsks() throws Exception {
        notified(Mode.ACTIVE_UPDATE);
    }

    private void notified(Mode mode) throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().by(mode))) {
            group.spread(group.get(0));
            copy(group, 0);
            for (int round = 0; round < ROUNDS; round++) {
                ReplicationStatus before = group.get(1).view();
                byte[] now = change(group.get(0), round);
                boolean brought = mode == Mode.ACTIVE_UPDATE;
                Eventually.that("the notice has come in round " + round, () -> {
                    ReplicationStatus then = group.get(1).view();
                    // A pull is counted after its copy is listed.
                    return brought
                            ? !then.copies().isEmpty()
                                    && !then.copies().equals(before.copies())
                                    && then.pulled() > before.pulled()
                            : then.copies().isEmpty();
                });
                long pulled = group.get(1).view().pulled();
                assertArrayEquals(now, copy(group, 0), "round " + round);
                assertEquals(brought ? pulled : pulled + 1, group.get(1).view().pulled());
            }
        }
    }

    /** By the very version that is held, since under no other address anything is in memory. */
    @ParameterizedTest
    @EnumSource(Mode.class)
    void whatIsSentFromMemoryIsNoOlder(Mode mode) throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().by(mode))) {
            Member home = group.get(0);
            group.spread(home);
            long version = versionAbove(home, 0);
            for (int round = 0; round < ROUNDS; round++) {
                long held = version;
                for (int i = 0; i < 4; i++) {
                    copy(group, held);
                }
                assertTrue(group.get(1).replication().hotCopyBytes() > 0, "it is in memory");
                byte[] now = change(home, round);
                version = versionAbove(home, held);
                switch (mode) {
                    case VALIDATION -> group.ticker.advance(Duration.ofSeconds(60));
                    case IMPLICIT_NOTIFICATION -> group.ticker.advance(CopyConsistencySettings.BETWEEN_QUESTIONS);
                    case EXPLICIT_NOTIFICATION, ACTIVE_UPDATE ->
                        waitFor("the notice has come", () -> Arrays.equals(now, copy(group, held)));
                }
                hear(group);
                long asked = mode == Mode.IMPLICIT_NOTIFICATION ? version : held;
                assertArrayEquals(now, copy(group, asked), "round " + round);
            }
        }
    }

    @Test
    void aLostNoticeIsMadeGoodByAge() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual().by(Mode.EXPLICIT_NOTIFICATION))) {
            Member home = group.get(0);
            group.spread(home);
            copy(group, 0);
            // A home that has lost its memory knows of no holder whom it could tell.
            home.replication().close();
            byte[] now = change(home, 1);
            group.start(home, Wishes.usual().by(Mode.EXPLICIT_NOTIFICATION), "a secret of the whole group");
            Eventually.that("it has read its site", () -> home.view().givable() >= RunningGroup.IMAGES);
            group.spread(home);
            group.ticker.advance(Duration.ofSeconds(60));
            hear(group);
            assertArrayEquals(now, copy(group, 0));
        }
    }
}
