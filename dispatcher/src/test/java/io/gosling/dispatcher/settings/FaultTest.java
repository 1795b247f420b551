package io.gosling.dispatcher.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.gosling.netty.limits.HttpLimits;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Back-ends and clients that fail in every way. */
@Timeout(60)
class FaultTest {
    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(30);

    private static final FrontEndSettings MOVING =
            FrontEndSettings.defaults().with(RelaySettings.TRY_TIME, SOON).with(RelaySettings.REPEAT_PERCENT, 100);

    @Test
    void killingABackEndUnderLoadFailsNoRequestWhoseAnswerHadNotBegun() throws Exception {
        ScriptedBackend one = ScriptedBackend.polite("n1");
        ScriptedBackend two = ScriptedBackend.polite("n2");
        ScriptedBackend three = ScriptedBackend.polite("n3");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger answered = new AtomicInteger();
        try (Stage stage = Stage.of(one, two, three);
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int number = 0; number < 16; number++) {
                int path = number * 1000;
                all.add(clients.submit(() -> {
                    try (RawClient client = stage.client()) {
                        for (int at = 0; !over.get(); at++) {
                            assertEquals(
                                    200,
                                    client.get("/" + (path + at % 50)).answer().status());
                            answered.incrementAndGet();
                        }
                    }
                    return null;
                }));
            }
            try {
                for (int round = 0; round < 3; round++) {
                    comeFurther(answered);
                    two.kill();
                    comeFurther(answered);
                    two.restart();
                    Stage.until(
                            "n2 is trusted again",
                            () -> stage.status("n2").state().equals("ready"));
                }
                comeFurther(answered);
            } finally {
                over.set(true);
            }
            for (Future<?> client : all) {
                client.get();
            }
            assertEquals(0, stage.outcome(RequestOutcome.BAD_GATEWAY));
        }
    }

    private static void comeFurther(AtomicInteger answered) {
        int enough = answered.get() + 300;
        Stage.until("answers go on", () -> answered.get() >= enough);
    }

    @Test
    void aResetOfAKeptConnectionAfterTheRequestWasWrittenIsRetriedElsewhere() throws IOException {
        AtomicInteger requests = new AtomicInteger();
        ScriptedBackend.Script onceThenReset = with -> {
            with.request();
            with.answer("first");
            with.request();
            requests.incrementAndGet();
            with.reset();
        };
        ScriptedBackend.Script polite = with -> {
            while (true) {
                with.request();
                with.answer("second");
            }
        };
        try (Stage stage = Stage.of(ScriptedBackend.start("n1", onceThenReset), ScriptedBackend.start("n2", polite));
                RawClient client = stage.client()) {
            assertEquals("first", client.get("/x").answer().text());
            assertEquals("second", client.get("/x").answer().text());
            assertEquals(1, requests.get());
            assertEquals("ready", stage.status("n1").state(), "a kept connection may go at any time");
        }
    }

    @Test
    void aRequestThatKillsWhoeverGetsItReachesTwoAndTheSecondIsBlamed() throws Exception {
        AtomicInteger killed = new AtomicInteger();
        ScriptedBackend.Script mortal = with -> {
            while (true) {
                if (with.request().path().equals("/death")) {
                    killed.incrementAndGet();
                    with.reset();
                    return;
                }
                with.answer("alive");
            }
        };
        ScriptedBackend[] three = {
            ScriptedBackend.start("n1", mortal),
            ScriptedBackend.start("n2", mortal),
            ScriptedBackend.start("n3", mortal)
        };
        FrontEndSettings strict = FrontEndSettings.defaults()
                .with(FrontEndSettings.POLICY, "rr")
                .with(HealthSettings.FAILURES, 1)
                .with(HealthSettings.LONGEST, LONG)
                .with(HealthSettings.FIRST, LONG);
        try (Stage stage = Stage.of(strict, three)) {
            for (int at = 0; at < 3; at++) {
                assertEquals("alive", stage.get("/" + at).text());
            }
            assertEquals(502, stage.get("/death").status());
            assertEquals(2, killed.get(), "over a kept connection, and over a new one");
            long blamed = stage.frontEnd.status().backends().stream()
                    .mapToLong(FrontEndStatus.BackendStatus::ejections)
                    .sum();
            assertEquals(1, blamed, "a kept connection may go at any time, a new one not");
        }
    }

    @Test
    void whoHoldsItsBodyBackStaysWhereItIs() throws Exception {
        ScriptedBackend.Script wantsNoBody = with -> {
            with.head();
            with.waitForTheEnd();
        };
        ScriptedBackend one = ScriptedBackend.start("n1", wantsNoBody);
        ScriptedBackend two = ScriptedBackend.start("n2", wantsNoBody);
        FrontEndSettings settings =
                MOVING.with(RelaySettings.HEADER_TIME, SOON.multipliedBy(3)).with(RelaySettings.IDLE_TIME, LONG);
        try (Stage stage = Stage.of(settings, one, two);
                RawClient client = stage.client()) {
            client.send("GET /x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertEquals(504, client.answer().status());
            assertEquals(1, one.connections.get() + two.connections.get());
            assertEquals(0, stage.frontEnd.status().repeated());
        }
    }

    @Test
    void severalRequestsThatDieTogetherAreAllAnsweredByOthers() throws Exception {
        CountDownLatch arrived = new CountDownLatch(10);
        CountDownLatch mayDie = new CountDownLatch(1);
        ScriptedBackend dying = ScriptedBackend.start("n1", with -> {
            with.request();
            arrived.countDown();
            mayDie.await();
            with.reset();
        });
        try (Stage stage = Stage.of(FrontEndSettings.defaults().with(FrontEndSettings.POLICY, "lard"), dying);
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> all = new ArrayList<>();
            for (int number = 0; number < 10; number++) {
                String path = "/" + number;
                all.add(clients.submit(() -> stage.get(path).status()));
            }
            arrived.await();
            ScriptedBackend healthy = ScriptedBackend.polite("n2");
            stage.tell(List.of(dying.backend(), healthy.backend()));
            mayDie.countDown();
            for (Future<Integer> status : all) {
                assertEquals(200, status.get());
            }
            healthy.close();
        }
    }

    @Test
    void nobodyToReachIsABadGatewayAndThenAWait() throws IOException {
        ScriptedBackend gone = ScriptedBackend.polite("n1");
        gone.kill();
        try (Stage stage = Stage.of(gone)) {
            assertEquals(502, stage.get("/").status());
            assertEquals(502, stage.get("/").status());
            assertEquals("down", stage.status("n1").state());
            assertEquals(2, stage.status("n1").failures());
            gone.restart();
            assertEquals(200, stage.get("/").status(), "waits out the ejection in the queue");
        }
    }

    @Test
    void aPostThatReachedABackEndIsNotSentTwice() throws IOException {
        AtomicInteger received = new AtomicInteger();
        ScriptedBackend.Script dies = with -> {
            with.request();
            received.incrementAndGet();
            with.reset();
        };
        try (Stage stage = Stage.of(ScriptedBackend.start("n1", dies), ScriptedBackend.start("n2", dies));
                RawClient client = stage.client()) {
            client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi");
            assertEquals(502, client.answer().status());
            assertEquals(1, received.get());
        }
    }

    @Test
    void aGetIsTriedOnceMoreAndNotForEver() throws IOException {
        AtomicInteger received = new AtomicInteger();
        ScriptedBackend.Script dies = with -> {
            with.request();
            received.incrementAndGet();
            with.reset();
        };
        try (Stage stage = Stage.of(
                ScriptedBackend.start("n1", dies),
                ScriptedBackend.start("n2", dies),
                ScriptedBackend.start("n3", dies))) {
            assertEquals(502, stage.get("/").status());
            assertEquals(2, received.get());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\nzz\r\n",
                "HTTP/1.1 200 OK\r\n\r\nonly this",
            })
    void aResponseThatBreaksOffNeverLooksWhole(String cut) throws IOException {
        for (String version : List.of("1.1", "1.0")) {
            CountDownLatch seen = new CountDownLatch(1);
            ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
                with.request();
                with.send(cut);
                seen.await();
                with.reset();
            });
            try (Stage stage = Stage.of(backend);
                    RawClient client = stage.client()) {
                client.send("GET / HTTP/" + version + "\r\nHost: x\r\n\r\n");
                assertThrows(IOException.class, () -> {
                    RawClient.Answer head = client.head();
                    assertEquals(200, head.status());
                    seen.countDown();
                    client.body(head);
                });
                assertEquals(1, stage.outcome(RequestOutcome.TRUNCATED));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "HTTP/1.1 200 OK\r\nContent-Length: 5, 6\r\n\r\nhello!",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
                "220 mail.example ESMTP\r\n\r\n",
            })
    void whatIsNotHttpIsABadGateway(String nonsense) throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send(nonsense);
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend)) {
            assertEquals(502, stage.get("/").status());
        }
    }

    @Test
    void aResponseHeaderOfAMegabyteIsABadGateway() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nX: " + "x".repeat(1 << 20) + "\r\n\r\n");
            with.waitForTheEnd();
        });
        try (Stage stage = Stage.of(backend)) {
            assertEquals(502, stage.get("/").status());
        }
    }

    @Test
    void aFrozenBackEndIsAGatewayTimeoutAndThenLeftAlone() throws IOException {
        ScriptedBackend frozen = ScriptedBackend.start("n1", ScriptedBackend.Conversation::waitForTheEnd);
        ScriptedBackend well = ScriptedBackend.polite("n2");
        var impatient = FrontEndSettings.defaults()
                .with(RelaySettings.HEADER_TIME, SOON)
                .with(RelaySettings.IDLE_TIME, LONG)
                .with(HealthSettings.FAILURES, 1)
                .with(HealthSettings.LONGEST, LONG)
                .with(HealthSettings.FIRST, LONG);
        try (Stage stage = Stage.of(impatient, frozen, well)) {
            assertEquals(504, stage.get("/a").status());
            assertEquals("down", stage.status("n1").state());
            for (int at = 0; at < 10; at++) {
                assertEquals("n2 /a", stage.get("/a").text());
            }
        }
    }

    @Test
    void whoWaitsOnAFrozenBackEndIsAnsweredByAnotherAndTheNextOnesGoThereAtOnce() throws IOException {
        ScriptedBackend frozen = ScriptedBackend.start("n1", ScriptedBackend.Conversation::waitForTheEnd);
        ScriptedBackend well = ScriptedBackend.polite("n2");
        try (Stage stage =
                Stage.of(MOVING.with(HealthSettings.LONGEST, LONG).with(HealthSettings.FIRST, LONG), frozen, well)) {
            assertEquals("n2 /a", stage.get("/a").text());
            assertEquals("ready", stage.status("n1").state());
            assertEquals("n2 /a", stage.get("/a").text());
            assertEquals("down", stage.status("n1").state());
            for (int at = 0; at < 10; at++) {
                assertEquals("n2 /a", stage.get("/a").text());
            }
            assertEquals(2, stage.status("n1").requests());
            assertEquals(2, stage.status("n1").failures());
            assertEquals(2, stage.frontEnd.status().repeated());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n",
                "DELETE /a HTTP/1.1\r\nHost: x\r\n\r\n",
                "PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi",
                "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi",
            })
    void whatMightBeDoneTwiceWaitsForItsAnswer(String request) throws IOException {
        ScriptedBackend slow = ScriptedBackend.start("n1", with -> {
            with.request();
            with.waitForTheEnd();
        });
        ScriptedBackend well = ScriptedBackend.polite("n2");
        try (Stage stage = Stage.of(
                        MOVING.with(RelaySettings.HEADER_TIME, SOON.multipliedBy(3))
                                .with(RelaySettings.IDLE_TIME, LONG),
                        slow,
                        well);
                RawClient client = stage.client()) {
            assertEquals(504, client.send(request).answer().status());
            assertEquals(0, well.requests.size());
        }
    }

    @Test
    void aSlowBackEndIsWaitedForWhenEnoughWasSentTwice() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        ScriptedBackend slow = ScriptedBackend.start("n1", with -> {
            with.request();
            mayAnswer.await();
            with.answer("slow");
        });
        ScriptedBackend well = ScriptedBackend.polite("n2");
        var thrifty = MOVING.with(RelaySettings.TRY_TIME, Duration.ofMillis(1)).with(RelaySettings.REPEAT_PERCENT, 0);
        try (Stage stage = Stage.of(thrifty, slow, well);
                RawClient client = stage.client();
                RawClient other = stage.client()) {
            client.get("/a");
            Stage.until("it is there", () -> slow.requests.size() == 1);
            assertEquals("n2 /b", other.get("/b").answer().text());
            mayAnswer.countDown();
            assertEquals("slow", client.answer().text());
            assertEquals(1, well.requests.size());
        }
    }

    @Test
    void aSecondBackEndThatIsSlowTooIsWaitedFor() throws IOException {
        AtomicInteger received = new AtomicInteger();
        CountDownLatch bothHaveIt = new CountDownLatch(2);
        ScriptedBackend.Script slow = with -> {
            with.request();
            received.incrementAndGet();
            bothHaveIt.countDown();
            bothHaveIt.await();
            with.answer("at last");
        };
        try (Stage stage = Stage.of(
                MOVING,
                ScriptedBackend.start("n1", slow),
                ScriptedBackend.start("n2", slow),
                ScriptedBackend.start("n3", slow))) {
            assertEquals("at last", stage.get("/").text());
            assertEquals(2, received.get());
        }
    }

    @Test
    void aClientThatIsToldToGoOnAndDoesNotIsLateItself() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.head();
            with.send("HTTP/1.1 100 Continue\r\n\r\n");
            with.waitForTheEnd();
        });
        var strict = FrontEndSettings.defaults()
                .with(HttpLimits.HEADER_TIME, LONG)
                .with(HttpLimits.IDLE_TIME, LONG)
                .with(HttpLimits.BODY_TIME, SOON)
                .with(HttpLimits.WRITE_TIME, LONG)
                .with(RelaySettings.HEADER_TIME, LONG)
                .with(RelaySettings.IDLE_TIME, LONG);
        try (Stage stage = Stage.of(strict, backend);
                RawClient client = stage.client()) {
            client.send("PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n");
            assertEquals(100, client.head().status());
            assertEquals(408, client.answer().status());
            assertEquals(0, stage.status("n1").failures());
        }
    }

    @Test
    void aBackEndThatStopsInTheMiddleCostsTheConnection() throws IOException {
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            with.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
            with.waitForTheEnd();
        });
        var impatient = FrontEndSettings.defaults()
                .with(RelaySettings.HEADER_TIME, LONG)
                .with(RelaySettings.IDLE_TIME, SOON);
        try (Stage stage = Stage.of(impatient, backend)) {
            assertThrows(IOException.class, () -> stage.get("/"));
        }
    }

    @Test
    void slowClientsAreCutOffAtEveryStage() throws IOException {
        byte[] large = new byte[32 << 20];
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                with.answer(200, large);
            }
        });
        var strict = FrontEndSettings.defaults()
                .with(HttpLimits.HEADER_TIME, SOON)
                .with(HttpLimits.IDLE_TIME, Duration.ofSeconds(1))
                .with(HttpLimits.BODY_TIME, SOON)
                .with(HttpLimits.WRITE_TIME, SOON);
        try (Stage stage = Stage.of(strict, backend);
                RawClient silent = stage.client();
                RawClient slowHeader = stage.client();
                RawClient slowBody = stage.client();
                RawClient slowReader = RawClient.connect(stage.frontEnd.address(), 1 << 14)) {
            slowHeader.send("GET / HTTP/1.1\r\nHo");
            slowBody.send("PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf");
            slowReader.get("/");
            assertTrue(silent.isClosed());
            assertEquals(408, slowHeader.answer().status());
            assertEquals(408, slowBody.answer().status());
            Stage.until("the reader was given up", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 1);
        }
    }

    @Test
    void aBackEndIsNotToBlameForTheBoundOfItsConnections() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        ScriptedBackend busy = ScriptedBackend.start("n1", with -> {
            with.request();
            mayAnswer.await();
            with.answer("done");
        });
        var narrow = FrontEndSettings.defaults()
                .with(ForwardingSettings.CONNECTIONS, 1)
                .with(ForwardingSettings.WAITING, 0)
                .with(ForwardingSettings.KEEP_TIME, LONG)
                .with(ForwardingSettings.CONNECT_TIME, SOON)
                .with(HealthSettings.FAILURES, 1)
                .with(HealthSettings.LONGEST, LONG)
                .with(HealthSettings.FIRST, LONG);
        try (Stage stage = Stage.of(narrow, busy);
                RawClient served = stage.client()) {
            served.get("/1");
            Stage.until("it is there", () -> busy.requests.size() == 1);
            RawClient.Answer answer = stage.get("/2");
            assertEquals(503, answer.status());
            assertEquals("1", answer.first("Retry-After"));
            assertEquals("ready", stage.status("n1").state());
            assertEquals(1, stage.outcome(RequestOutcome.OVERLOADED));
            mayAnswer.countDown();
            assertEquals("done", served.answer().text());
        }
    }

    @Test
    void whoUploadsIsForgottenWhenItLeavesTheQueue() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            mayAnswer.await();
            with.answer("done");
        });
        var narrow = FrontEndSettings.defaults()
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 2)
                .with(AdmissionSettings.QUEUE_TIME, Duration.ofMinutes(5));
        try (Stage stage = Stage.of(narrow, backend);
                RawClient served = stage.client();
                RawClient leaves = stage.client()) {
            served.get("/1");
            Stage.until("one is in", () -> stage.frontEnd.status().active() == 1);
            leaves.send("POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello");
            Stage.until("it waits", () -> stage.frontEnd.status().queued() == 1);
            leaves.close();
            Stage.until("it is forgotten", () -> stage.frontEnd.status().queued() == 0);
            mayAnswer.countDown();
            assertEquals("done", served.answer().text());
            assertEquals(1, stage.outcome(RequestOutcome.CLIENT_GONE));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 100_000})
    void anUploadThatWaitedInTheQueueIsPassedOnWhole(int size) throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                byte[] body = with.request().body();
                mayAnswer.await();
                with.answer(200, body);
            }
        });
        String body = "x".repeat(size);
        var narrow = FrontEndSettings.defaults()
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 2)
                .with(AdmissionSettings.QUEUE_TIME, LONG);
        try (Stage stage = Stage.of(narrow, backend);
                RawClient served = stage.client();
                RawClient waits = stage.client()) {
            served.get("/1");
            Stage.until("one is in", () -> stage.frontEnd.status().active() == 1);
            waits.send("POST /2 HTTP/1.1\r\nHost: x\r\nContent-Length: " + size + "\r\n\r\n" + body);
            waits.get("/3");
            Stage.until("it waits", () -> stage.frontEnd.status().queued() == 1);
            mayAnswer.countDown();
            assertEquals("", served.answer().text());
            assertEquals(body, waits.answer().text());
            assertEquals("", waits.answer().text());
        }
    }

    @Test
    void whoFindsNoRoomWaitsAndWhoLeavesTheQueueIsForgotten() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            while (true) {
                with.request();
                mayAnswer.await();
                with.answer("done");
            }
        });
        var narrow = FrontEndSettings.defaults()
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 2)
                .with(AdmissionSettings.QUEUE_TIME, LONG);
        try (Stage stage = Stage.of(narrow, backend);
                RawClient served = stage.client();
                RawClient leaves = stage.client();
                RawClient waits = stage.client();
                RawClient refused = stage.client()) {
            served.get("/1");
            Stage.until("one is in", () -> stage.frontEnd.status().active() == 1);
            leaves.get("/2");
            waits.get("/3");
            Stage.until("two wait", () -> stage.frontEnd.status().queued() == 2);
            RawClient.Answer answer = refused.get("/4").answer();
            assertEquals(503, answer.status());
            assertEquals("1", answer.first("Retry-After"));
            leaves.close();
            Stage.until("one waits", () -> stage.frontEnd.status().queued() == 1);
            mayAnswer.countDown();
            assertEquals("done", served.answer().text());
            assertEquals("done", waits.answer().text());
            assertEquals(2, backend.requests.size());
        }
    }

    @Test
    void whoWaitsTooLongIsToldToComeBack() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            mayAnswer.await();
            with.answer("done");
        });
        var hasty = FrontEndSettings.defaults()
                .with(AdmissionSettings.LIMIT, 1)
                .with(AdmissionSettings.QUEUE_LENGTH, 2)
                .with(AdmissionSettings.QUEUE_TIME, SOON);
        try (Stage stage = Stage.of(hasty, backend);
                RawClient served = stage.client()) {
            served.get("/1");
            Stage.until("one is in", () -> stage.frontEnd.status().active() == 1);
            assertEquals(503, stage.get("/2").status());
            mayAnswer.countDown();
            assertEquals("done", served.answer().text());
        }
    }

    @Test
    void clientsThatLeaveInTheMiddleLeaveNoLoadBehind() throws Exception {
        CountDownLatch mayAnswer = new CountDownLatch(1);
        ScriptedBackend backend = ScriptedBackend.start("n1", with -> {
            with.request();
            mayAnswer.await();
            with.answer(200, new byte[1 << 20]);
        });
        try (Stage stage = Stage.of(backend)) {
            for (int at = 0; at < 10; at++) {
                try (RawClient client = stage.client()) {
                    client.get("/" + at);
                }
            }
            Stage.until("all arrived", () -> backend.requests.size() == 10);
            mayAnswer.countDown();
            Stage.until("all are over", () -> stage.status("n1").load() == 0);
        }
    }

    @Test
    void lardSendsATargetWhereItWasAndElsewhereOnlyAfterADeath() throws IOException {
        ScriptedBackend one = ScriptedBackend.polite("n1");
        ScriptedBackend two = ScriptedBackend.polite("n2");
        ScriptedBackend three = ScriptedBackend.polite("n3");
        try (Stage stage =
                Stage.of(FrontEndSettings.defaults().with(FrontEndSettings.POLICY, "lard"), one, two, three)) {
            List<String> before = served(stage);
            assertEquals(3, before.stream().distinct().count());
            assertEquals(before, served(stage));
            stage.tell(List.of(one.backend(), three.backend()));
            List<String> after = served(stage);
            for (int at = 0; at < before.size(); at++) {
                if (before.get(at).equals("n2")) {
                    assertNotEquals("n2", after.get(at));
                } else {
                    assertEquals(before.get(at), after.get(at));
                }
            }
        }
    }

    private static List<String> served(Stage stage) throws IOException {
        List<String> names = new ArrayList<>();
        for (int at = 0; at < 12; at++) {
            names.add(stage.get("/page" + at).text().split(" ", -1)[0]);
        }
        return names;
    }
}
