package io.gosling.replication.members;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.page.LinkRuleSettings;
import io.gosling.replication.serve.RunningGroup;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import io.gosling.testing.Eventually;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers that no configuration names, and that the cluster has. */
class JoiningServersTest {
    private static final ReplicaPeer SELF = new ReplicaPeer("self", 80);

    @TempDir
    private Path folder;

    private static ReplicaPeer peer(int number) {
        return new ReplicaPeer("h" + number, 80);
    }

    @Test
    void whoIsInTheClusterIsInTheGroupAndStaysAfterwards() {
        KnownReplicaPeers members = new KnownReplicaPeers(SELF, List.of(SELF, peer(1)), 63);
        assertEquals(List.of(), members.found(List.of(SELF, peer(1), peer(2))));
        assertEquals(List.of(peer(1), peer(2)), members.all());
        members.found(List.of());
        assertEquals(List.of(peer(1), peer(2)), members.all(), "it may be back in a moment");
    }

    @Test
    void whereThereIsNoRoomWhoHasLeftGivesWayAndNobodyElse() {
        KnownReplicaPeers members = new KnownReplicaPeers(SELF, List.of(peer(1)), 3);
        members.found(List.of(peer(2), peer(3)));
        assertEquals(List.of(peer(4)), members.found(List.of(peer(2), peer(3), peer(4))));
        assertEquals(List.of(), members.found(List.of(peer(3), peer(4))));
        assertEquals(List.of(peer(1), peer(3), peer(4)), members.all());
        assertEquals(List.of(peer(5)), members.found(List.of(peer(3), peer(4), peer(5))));
    }

    @Test
    void whoIsReachedInAnotherWayIsNotTakenIn() {
        KnownReplicaPeers members = new KnownReplicaPeers(SELF, List.of(), 3);
        ReplicaPeer secure = new ReplicaPeer(true, "h1", 443);
        assertEquals(List.of(secure), members.found(List.of(secure)));
        assertEquals(List.of(), members.all());
    }

    @Test
    void aServerThatJoinsHoldsCopiesAndGivesItsOwn() throws Exception {
        LinkRuleSettings rules = LinkRuleSettings.safe()
                .with(LinkRuleSettings.EXTEND_POLICY, true)
                .with(LinkRuleSettings.CONTENT_POLICY, "default-src 'self'");
        Wishes wishes = Wishes.usual().fromMemory().by(rules);
        try (RunningGroup group = RunningGroup.of(2, folder, wishes)) {
            Member home = group.get(0);
            String before = policy(home);
            assertTrue(before.contains(group.get(1).peer().origin()), before);
            Member third = group.join(wishes);
            assertFalse(before.contains(third.peer().origin()), before);
            group.awaitAll();
            group.spread(home);
            Eventually.that("pages lead to it, and may", () -> {
                HttpResponse<byte[]> page = ask(home);
                group.ticker.advance(RunningGroup.CHOICE_AGE);
                String text = new String(page.body(), StandardCharsets.UTF_8);
                boolean leads = text.contains(third.peer().origin() + "/~migrate/");
                assertTrue(!leads || policy(page).contains(third.peer().origin()), policy(page));
                return leads;
            });
            assertArrayEquals(
                    RunningGroup.image(home, 1),
                    RunningGroup.ask(RunningGroup.copyAt(third, home, 0, "/i1.png"))
                            .body());
            group.spread(third);
            assertArrayEquals(
                    RunningGroup.image(third, 2),
                    RunningGroup.ask(RunningGroup.copyAt(home, third, 0, "/i2.png"))
                            .body());
        }
    }

    /** Two took its place in a group that has room for no more; nobody leads there, and its documents are nobody's. */
    @Test
    void whatWasPlannedForAServerThatGaveWayIsForgotten() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            Member third = group.join(Wishes.usual());
            group.spread(home);
            group.kill(third);
            List<ReplicaPeer> others = new ArrayList<>();
            for (int i = 0; i < 63; i++) {
                others.add(new ReplicaPeer("127.0.0.1", 1 + i));
            }
            home.replication().found(others);
            Eventually.that(
                    "it is of the group no more",
                    () -> home.view().servers().stream()
                            .noneMatch(peer -> peer.name().equals(third.name())));
            Eventually.that(
                    "nothing is planned for it",
                    () -> home.view().placed().stream()
                            .noneMatch(placed -> placed.servers().contains(third.name())));
            assertEquals(63, home.view().servers().size());
            assertEquals(
                    404,
                    RunningGroup.ask(home, "/~migrate/0/" + third.name() + "/i1.png")
                            .statusCode());
        }
    }

    private static HttpResponse<byte[]> ask(Member home) {
        try {
            return RunningGroup.ask(home, "/index.html");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static String policy(Member home) {
        return policy(ask(home));
    }

    private static String policy(HttpResponse<byte[]> answer) {
        return answer.headers().firstValue("Content-Security-Policy").orElse("");
    }
}
