package io.gosling.replication.members;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.http.Headers;
import io.gosling.replication.plan.CopyConsistencySettings;
import io.gosling.replication.plan.ServerLoad;
import io.gosling.replication.serve.RunningGroup;
import io.gosling.replication.serve.RunningGroup.Member;
import io.gosling.replication.serve.RunningGroup.Wishes;
import io.gosling.testing.Eventually;
import io.gosling.testing.ManualTicker;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that strangers learn and change nothing. */
class ForgedRequestsTest {
    private static final byte[] NOTHING = {};
    private static final ReplicaPeer A = ReplicaPeer.parse("http://a.example:8080");
    private static final ReplicaPeer B = ReplicaPeer.parse("http://b.example:8080");

    @TempDir
    private Path folder;

    private final ManualTicker ticker = new ManualTicker();

    private ReplicaSet group(ReplicaPeer self, String secret) {
        return new ReplicaSet(self, List.of(A, B), new SignedHeaderCodec(secret), Duration.ofSeconds(2), ticker, 1000);
    }

    @Test
    void noServerButThoseOfTheGroupIsAHome() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member coop = group.get(1);
            for (String home : List.of(
                    "evil.example",
                    "evil.example:80",
                    "127.0.0.1",
                    "127.0.0.1:1",
                    "localhost:" + group.get(0).peer().port(),
                    group.get(0).name() + "@evil.example",
                    group.get(0).name() + ".evil.example",
                    "http:")) {
                HttpResponse<byte[]> answer = RunningGroup.ask(coop, "/~migrate/0/" + home + "/i1.png");
                assertEquals(404, answer.statusCode(), home);
                assertTrue(answer.headers().firstValue("Location").isEmpty(), home);
            }
        }
    }

    @Test
    void noPathLeadsOutOfItsHome() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            for (Member home : List.of(group.get(0), group.get(1))) {
                for (String path : List.of(
                        "//evil.example/x",
                        "/%2fevil.example",
                        "/%5cevil.example",
                        "/..%2f..%2fetc/passwd",
                        "/../../x",
                        "/./~migrate/0/evil.example/x",
                        "/a%0d%0aSet-Cookie:x")) {
                    HttpResponse<byte[]> answer = RunningGroup.ask(group.get(1), "/~migrate/0/" + home.name() + path);
                    String location = answer.headers().firstValue("Location").orElse("");
                    String to = home == group.get(0) ? home.peer().origin() + "/" : "/";
                    assertTrue(location.isEmpty() || location.startsWith(to), path + " leads to " + location);
                    assertFalse(location.startsWith("//"), path + " leads to " + location);
                    assertTrue(answer.statusCode() >= 300, path + ": " + answer.statusCode());
                }
            }
        }
    }

    @Test
    void whoDoesNotKnowTheSecretIsAnyClient() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            group.spread(home);
            ReplicaSet stranger = new ReplicaSet(
                    group.get(1).peer(),
                    List.of(home.peer()),
                    new SignedHeaderCodec("another secret altogether"),
                    Duration.ofSeconds(2),
                    ticker,
                    Long.MAX_VALUE >> 21);
            ServerStatusMessage word = stranger.question(home.peer());
            String target = "/~migrate/0/" + home.name() + "/i1.png";
            HttpResponse<byte[]> pulled = RunningGroup.ask(
                    home, target, ServerStatusMessage.FIELD, stranger.signedQuestion(word, "GET", target, NOTHING));
            assertEquals(307, pulled.statusCode());
            assertEquals("/i1.png", pulled.headers().firstValue("Location").orElse(""));
            String evicted = "evicted /i1.png\n";
            HttpResponse<byte[]> told = RunningGroup.post(
                    home,
                    "/~migrate/",
                    evicted,
                    ServerStatusMessage.FIELD,
                    stranger.signedQuestion(word, "POST", "/~migrate/", evicted.getBytes(StandardCharsets.UTF_8)));
            assertEquals(404, told.statusCode());
            assertEquals(404, RunningGroup.post(home, "/~migrate/", evicted).statusCode());
            assertEquals(RunningGroup.IMAGES, home.view().placed().size());
        }
    }

    @Test
    void aSealHoldsForOneRequestAndItsAnswerAlone() {
        ReplicaSet a = group(A, "sixteen letters.");
        ReplicaSet b = group(B, "sixteen letters.");
        ServerStatusMessage question = a.question(B);
        String field = a.signedQuestion(question, "POST", "/~migrate/", "evicted /x".getBytes(StandardCharsets.UTF_8));
        assertTrue(b.requester(field, "POST", "/~migrate/", "evicted /x".getBytes(StandardCharsets.UTF_8))
                .isPresent());
        assertTrue(b.requester(field, "POST", "/~migrate/", "evicted /y".getBytes(StandardCharsets.UTF_8))
                .isEmpty());
        assertTrue(b.requester(field, "GET", "/~migrate/", NOTHING).isEmpty());
        assertTrue(a.requester(field, "POST", "/~migrate/", "evicted /x".getBytes(StandardCharsets.UTF_8))
                .isEmpty());
        Headers fields = Headers.of("ETag", "\"x\"");
        String answer = b.signedAnswer(b.answer(question), 200, fields);
        assertTrue(a.reply(question, answer, 304, fields, 0).isEmpty());
        assertTrue(a.reply(question, answer, 200, Headers.empty(), 0).isEmpty());
        assertTrue(a.reply(a.question(B), answer, 200, fields, 0).isEmpty());
        assertTrue(a.reply(question, answer + "x", 200, fields, 0).isEmpty());
        assertTrue(a.reply(question, answer.replace("load=0", "load=9"), 200, fields, 0)
                .isEmpty());
        assertTrue(a.reply(question, answer, 200, fields, 0).isPresent());
    }

    /** One asks the other how it is, and is answered. */
    private void hear(ReplicaSet one, ReplicaSet other) {
        ServerStatusMessage question = one.question(other.self());
        String answer = other.signedAnswer(other.answer(question), 204, Headers.empty());
        assertTrue(one.reply(question, answer, 204, Headers.empty(), ticker.nanos())
                .isPresent());
    }

    private static String ping(ReplicaSet from) {
        return from.signedQuestion(from.question(B), "HEAD", "/~migrate/", NOTHING);
    }

    @Test
    void anOldRequestSentAgainSaysNothingOfLoads() {
        ReplicaSet a = group(A, "sixteen letters.");
        ReplicaSet b = group(B, "sixteen letters.");
        hear(b, a);
        String idle = a.signedQuestion(a.question(B), "HEAD", "/~migrate/", NOTHING);
        a.own(new ServerLoad(50));
        String busy = a.signedQuestion(a.question(B), "HEAD", "/~migrate/", NOTHING);
        assertTrue(b.requester(idle, "HEAD", "/~migrate/", NOTHING).isPresent());
        assertTrue(b.requester(busy, "HEAD", "/~migrate/", NOTHING).isPresent());
        ticker.advance(Duration.ofSeconds(1));
        assertTrue(b.requester(idle, "HEAD", "/~migrate/", NOTHING).isPresent());
        assertEquals(50, b.heard().server(A.name()).orElseThrow().load().value());
        ticker.advance(Duration.ofMillis(1500));
        assertFalse(b.isHeard(A));
        assertTrue(b.requester(busy, "HEAD", "/~migrate/", NOTHING).isPresent());
        assertFalse(b.isHeard(A));
    }

    /** A restarted server remembers no numbers, and does not trust old messages. */
    @Test
    void recordedWordsOfADeadServerAreNotBelievedByOneThatBeganAnew() {
        ReplicaSet a = group(A, "sixteen letters.");
        List<String> recorded = List.of(ping(a), ping(a), ping(a));
        ReplicaSet b = group(B, "sixteen letters.");
        for (String field : recorded) {
            assertTrue(b.requester(field, "HEAD", "/~migrate/", NOTHING).isPresent(), "it is of the group");
            assertFalse(b.isHeard(A));
        }
        hear(b, a);
        assertTrue(b.isHeard(A));
        ticker.advance(Duration.ofSeconds(3));
        for (String field : recorded) {
            assertTrue(b.requester(field, "HEAD", "/~migrate/", NOTHING).isPresent());
            assertFalse(b.isHeard(A));
        }
        assertTrue(b.requester(ping(a), "HEAD", "/~migrate/", NOTHING).isPresent());
        assertTrue(b.isHeard(A), "it has said something since");
    }

    @Test
    void aServerWhoseClockWentBackIsBelievedInItsAnswers() {
        ReplicaSet b = group(B, "sixteen letters.");
        ReplicaSet late = new ReplicaSet(
                A, List.of(B), new SignedHeaderCodec("sixteen letters."), Duration.ofSeconds(2), ticker, 5_000_000);
        hear(b, late);
        ticker.advance(Duration.ofSeconds(3));
        ReplicaSet early = group(A, "sixteen letters.");
        early.own(new ServerLoad(7));
        assertTrue(b.requester(ping(early), "HEAD", "/~migrate/", NOTHING).isPresent());
        assertFalse(b.isHeard(A));
        hear(b, early);
        assertEquals(7, b.heard().server(A.name()).orElseThrow().load().value());
    }

    @Test
    void anEvictionThatIsToldLateOrAgainForgetsNothing() throws Exception {
        try (RunningGroup group =
                RunningGroup.of(2, folder, Wishes.usual().by(CopyConsistencySettings.Mode.EXPLICIT_NOTIFICATION))) {
            Member home = group.get(0);
            Member coop = group.get(1);
            group.spread(home);
            assertEquals(
                    200,
                    RunningGroup.ask(RunningGroup.copyAt(coop, home, 0, "/i1.png"))
                            .statusCode());
            ReplicaSet sender = new ReplicaSet(
                    coop.peer(),
                    List.of(home.peer()),
                    new SignedHeaderCodec("a secret of the whole group"),
                    Duration.ofSeconds(2),
                    ticker,
                    1000);
            tell(sender, home, "evicted 1 /i1.png\nevicted /i1.png\nevicted 99999999999999999999 /i1.png\n");
            assertEquals(0, evictions(home), "it has asked for another one since");
            Files.write(home.site.resolve("i1.png"), new byte[] {1, 2, 3});
            Eventually.that(
                    "the holder is told",
                    () -> coop.view().copies().stream()
                            .noneMatch(copy -> copy.path().equals("/i1.png")));
            for (int times = 0; times < 3; times++) {
                tell(sender, home, "evicted 8999999999999999999 /i2.png\n");
                group.spread(home);
                assertEquals(1, evictions(home));
            }
        }
    }

    /** Reports may be repeated or late; unknown documents are ignored. */
    @Test
    void whatIsSaidOfSavingsCountsOnce() throws Exception {
        try (RunningGroup group = RunningGroup.of(2, folder, Wishes.usual())) {
            Member home = group.get(0);
            ReplicaSet sender = new ReplicaSet(
                    group.get(1).peer(),
                    List.of(home.peer()),
                    new SignedHeaderCodec("a secret of the whole group"),
                    Duration.ofSeconds(2),
                    ticker,
                    1000);
            String text = """
                answered 2 20 /i1.png
                answered 9 9 /none.png
                answered -1 1 /i1.png
                answered 1 /i1.png
                answered 9999999999999999999 1 /i1.png
                """;
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            String field = sender.signedQuestion(sender.question(home.peer()), "POST", "/~migrate/", body);
            for (int times = 0; times < 3; times++) {
                assertEquals(
                        204,
                        RunningGroup.post(home, "/~migrate/", text, ServerStatusMessage.FIELD, field)
                                .statusCode());
                assertEquals(new CopyTraffic(2, 20), home.view().saved());
            }
            assertEquals(404, RunningGroup.post(home, "/~migrate/", text).statusCode(), "a stranger");
            tell(sender, home, "answered 1 1 /i1.png\n");
            assertEquals(new CopyTraffic(3, 21), home.view().saved());
        }
    }

    private static long evictions(Member home) {
        return home.view().decisions().stream()
                .filter(said -> said.contains(" has evicted "))
                .count();
    }

    private static void tell(ReplicaSet sender, Member home, String text) throws Exception {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        String field = sender.signedQuestion(sender.question(home.peer()), "POST", "/~migrate/", body);
        assertEquals(
                204,
                RunningGroup.post(home, "/~migrate/", text, ServerStatusMessage.FIELD, field)
                        .statusCode());
    }

    @Test
    void theSecretIsChangedInRoundsAndTheOldOneOpensNothingAfterwards() {
        String old = "sixteen letters.";
        String next = "seventeen letters";
        SignedHeaderCodec mine = new SignedHeaderCodec(old);
        SignedHeaderCodec others = new SignedHeaderCodec(old);
        for (String round : List.of(old + "\n" + next, next + "\n" + old, next + "\n")) {
            for (SignedHeaderCodec one : List.of(mine, others)) {
                one.replaceBy(new SignedHeaderCodec(round));
                assertTrue(others.open(mine.sign(Map.of("load", "1"), "x"), "x").isPresent(), round);
                assertTrue(mine.open(others.sign(Map.of("load", "1"), "x"), "x").isPresent(), round);
            }
        }
        String recorded = new SignedHeaderCodec(old).sign(Map.of("load", "1"), "x");
        assertEquals(Optional.empty(), mine.open(recorded, "x"));
        assertEquals(List.of(new SignedHeaderCodec(next).labels().getFirst()), mine.labels());
    }

    @Test
    void aSecretHasAtLeastSixteenBytesAndOneOtherBesides() {
        for (String text : List.of("", "\n\n", "fifteen letters", "sixteen letters.\nshort", "a\nb\nc")) {
            assertThrows(IllegalArgumentException.class, () -> new SignedHeaderCodec(text), text);
        }
    }

    @Test
    void nonsenseIsNoWord() {
        SignedHeaderCodec sign = new SignedHeaderCodec("sixteen letters.");
        for (String field : List.of("", "; mac=", "from=a; mac=x", "; ; ;", "mac=", "x".repeat(5000) + "; mac=y")) {
            assertEquals(Optional.empty(), sign.open(field, ""), field);
        }
        for (Map<String, String> said : List.<Map<String, String>>of(
                Map.of(),
                Map.of("load", "NaN", "number", "1", "room", "1", "version", "1"),
                Map.of("load", "-1", "number", "1", "room", "1", "version", "1"),
                Map.of("load", "1", "number", "x", "room", "1", "version", "1"))) {
            assertEquals(Optional.empty(), ServerStatusMessage.read(said), said.toString());
        }
    }
}
