package io.gosling.gos.link;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.gosling.document.Ticker;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.membership.MemberList;
import io.gosling.gos.quorum.KnownPurgeVersions;
import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.ObjectKey;
import io.gosling.testing.Eventually;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reads of repository objects over a link. */
class RepositoryReadTest {
    private static final ObjectKey KEY = ObjectKey.of("key");

    private final LinkStage stage;
    private final MemberList book = new MemberList(ClusterMember.named("n1", LinkStage.ASKER));
    private final OutgoingLinks links;
    private final LinkHomeReader reader;

    RepositoryReadTest() throws IOException {
        this.stage = new LinkStage();
        this.links = stage.links(KnownPurgeVersions.none(), LinkStage.TIMES);
        this.reader =
                new LinkHomeReader(links, stage.transport.eventLoops(), book, Duration.ofSeconds(20), Ticker.system());
        book.others(List.of(LinkStage.node(stage.address())));
    }

    @AfterEach
    void close() {
        links.close();
        stage.close();
    }

    private CompletableFuture<@Nullable HomeAnswer> asked(ObjectKey key, long known) {
        return reader.read(LinkStage.TAG, key, known);
    }

    private @Nullable HomeAnswer read(ObjectKey key) throws Exception {
        return asked(key, 0).get(30, TimeUnit.SECONDS);
    }

    @Test
    void objectsOfAnySizeComeWhole() throws Exception {
        Random random = new Random(1);
        List<CompletableFuture<@Nullable HomeAnswer>> answers = new ArrayList<>();
        List<byte[]> objects = new ArrayList<>();
        for (int size : List.of(0, 1, 10_000, 65_536, 65_537, 300_000, 3_000_000)) {
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            objects.add(bytes);
            ObjectKey key = ObjectKey.of("of " + size);
            stage.homes.atOnce.put(key, new HomeAnswer.Has(size + 1, 50, List.of("a", "b"), bytes));
            answers.add(asked(key, 0));
        }
        for (int i = 0; i < objects.size(); i++) {
            HomeAnswer.Has has =
                    assertInstanceOf(HomeAnswer.Has.class, answers.get(i).get(30, TimeUnit.SECONDS));
            assertArrayEquals(objects.get(i), has.bytes());
            assertEquals(objects.get(i).length + 1, has.version());
            assertEquals(50, has.lifeMillis());
            assertEquals(List.of("a", "b"), has.tags());
        }
    }

    @Test
    void whatThePartitionHasToAnswerComesLaterAndDelaysNobody() throws Exception {
        CompletableFuture<@Nullable HomeAnswer> later = new CompletableFuture<>();
        stage.homes.later.put(KEY, later);
        ObjectKey other = ObjectKey.of("other");
        stage.homes.atOnce.put(other, new HomeAnswer.Same(7, 0));
        CompletableFuture<@Nullable HomeAnswer> asked = asked(KEY, 7);
        assertEquals(new HomeAnswer.Same(7, 0), read(other));
        assertFalse(asked.isDone());
        later.complete(new HomeAnswer.Unavailable("no lease"));
        assertEquals(new HomeAnswer.Unavailable("no lease"), asked.get(30, TimeUnit.SECONDS));
    }

    @Test
    void readsThatWaitForTheirPartitionsAreBounded() throws Exception {
        CompletableFuture<@Nullable HomeAnswer> later = new CompletableFuture<>();
        List<CompletableFuture<@Nullable HomeAnswer>> asked = new ArrayList<>();
        stage.homes.later.put(KEY, later);
        for (int i = 0; i < LinkStage.READS; i++) {
            asked.add(asked(KEY, 0));
        }
        Eventually.that("all are asked", () -> stage.load.inHand() == LinkStage.READS);
        assertNull(read(KEY), "it is busy");
        later.complete(new HomeAnswer.Nothing());
        for (CompletableFuture<@Nullable HomeAnswer> answer : asked) {
            assertEquals(new HomeAnswer.Nothing(), answer.get(30, TimeUnit.SECONDS));
        }
        assertEquals(new HomeAnswer.Nothing(), read(KEY));
    }

    @Test
    void aNodeThatIsNotTheHomeGivesNoAnswer() throws Exception {
        assertNull(read(KEY));
        stage.homes.atOnce.put(KEY, new HomeAnswer.Nothing());
        assertEquals(new HomeAnswer.Nothing(), read(KEY), "it is asked again");
        book.others(List.of());
        assertNull(read(KEY), "it has left");
    }

    @Test
    void aHomeThatIsLateAndLivesIsAskedAgainAtOnce() throws Exception {
        LinkHomeReader hasty =
                new LinkHomeReader(links, stage.transport.eventLoops(), book, Duration.ofMillis(300), Ticker.system());
        CompletableFuture<@Nullable HomeAnswer> later = new CompletableFuture<>();
        stage.homes.later.put(KEY, later);
        assertNull(hasty.read(LinkStage.TAG, KEY, 0).get(30, TimeUnit.SECONDS));
        later.complete(new HomeAnswer.Nothing());
        stage.homes.atOnce.put(KEY, new HomeAnswer.Nothing());
        Eventually.that(
                "it is asked again", () -> hasty.read(LinkStage.TAG, KEY, 0).join() instanceof HomeAnswer.Nothing);
    }

    @Test
    void aReadThatANodeDoesNotFinishEndsWithItsLink() throws Exception {
        CompletableFuture<@Nullable HomeAnswer> later = new CompletableFuture<>();
        stage.homes.later.put(KEY, later);
        CompletableFuture<@Nullable HomeAnswer> asked = asked(KEY, 0);
        Eventually.that("it is asked", () -> stage.load.inHand() == 1);
        links.close();
        assertNull(asked.get(30, TimeUnit.SECONDS));
        later.complete(new HomeAnswer.Nothing());
    }
}
