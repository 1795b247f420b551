package io.gosling.dispatcher.relay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.common.RetryBudget;
import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.balancer.AdmissionController;
import io.gosling.dispatcher.balancer.AdmissionResult;
import io.gosling.dispatcher.balancer.AdmissionTicket;
import io.gosling.dispatcher.balancer.BackendState;
import io.gosling.dispatcher.balancer.ResponseTimePercentile;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.HedgeSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.status.BackendHealth;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.status.RequestOutcome;
import io.gosling.dispatcher.testing.ManualTicker;
import io.gosling.dispatcher.testing.RawClient;
import io.gosling.dispatcher.testing.ScriptedBackend;
import io.gosling.dispatcher.testing.Stage;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A request whose answer has not begun after a while is asked of a second back-end too. */
@Timeout(60)
class HedgedRequestTest {
    private static final FrontEndSettings HEDGING = FrontEndSettings.defaults()
            .with(HedgeSettings.AFTER, new HedgeSettings.Delay(HedgeSettings.When.AFTER, Duration.ofMillis(20)))
            .with(HedgeSettings.PERCENT, 100);
    private static final Duration TRY = Duration.ofSeconds(3);

    /** Gates of the first and second request; others are answered at once. */
    private final List<CountDownLatch> gates = List.of(new CountDownLatch(1), new CountDownLatch(1));

    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile int breaking = -1;

    private ScriptedBackend backend(String name) throws IOException {
        return ScriptedBackend.start(name, with -> {
            try {
                while (true) {
                    with.request();
                    int turn = asked.getAndIncrement();
                    if (turn < gates.size()) {
                        gates.get(turn).await();
                    }
                    if (turn == breaking) {
                        with.reset();
                    }
                    with.answer("answer " + turn);
                }
            } finally {
                ended.incrementAndGet();
            }
        });
    }

    private void open(int gate) {
        gates.get(gate).countDown();
    }

    private void bothAsked() {
        Stage.until("both are asked", () -> asked.get() == 2);
    }

    private static FrontEndSettings settings(boolean plainly) {
        return plainly ? HEDGING : HEDGING.with(RelaySettings.NAME_BACKEND, true);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theSecondAnswersInPlaceOfTheFirstWhichIsHeardNoMore(boolean plainly) throws Exception {
        try (Stage stage = Stage.of(settings(plainly), backend("n1"), backend("n2"));
                RawClient client = stage.client()) {
            client.get("/a");
            bothAsked();
            open(1);
            assertEquals("answer 1", client.answer().text());
            open(0);
            Stage.until("the first is let go of", () -> ended.get() >= 1);
            FrontEndStatus status = stage.frontEnd.status();
            assertEquals(1, status.hedged());
            assertEquals(1, status.hedgesWon());
            String next = client.get("/b").answer().text();
            assertTrue(next.startsWith("answer "), "the connection goes on: " + next);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void theFirstMayStillAnswerFirst(boolean plainly) throws Exception {
        try (Stage stage = Stage.of(settings(plainly), backend("n1"), backend("n2"));
                RawClient client = stage.client()) {
            client.get("/a");
            bothAsked();
            open(0);
            assertEquals("answer 0", client.answer().text());
            open(1);
            Stage.until("the second is let go of", () -> ended.get() >= 1);
            assertEquals(1, stage.frontEnd.status().hedged());
            assertEquals(0, stage.frontEnd.status().hedgesWon());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whenOneOfTheTwoBreaksOffTheOtherAnswers(int broken) throws Exception {
        breaking = broken;
        try (Stage stage = Stage.of(HEDGING, backend("n1"), backend("n2"));
                RawClient client = stage.client()) {
            client.get("/a");
            bothAsked();
            open(broken);
            Stage.until(
                    "that is noticed",
                    () -> stage.frontEnd.status().backends().stream()
                                    .mapToLong(FrontEndStatus.BackendStatus::failures)
                                    .sum()
                            == 1);
            open(1 - broken);
            assertEquals("answer " + (1 - broken), client.answer().text());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.1 503 Full\r\nContent-Length: 4\r\n\r\nfull", "no HTTP\r\n\r\n"})
    void anErrorOfTheSecondIsNoAnswerWhileTheFirstIsAtIt(String error) throws Exception {
        ScriptedBackend.Script script = with -> {
            with.request();
            if (asked.getAndIncrement() == 1) {
                with.send(error);
                with.waitForTheEnd();
                ended.incrementAndGet();
            } else {
                gates.getFirst().await();
                with.answer("late");
            }
        };
        try (Stage stage = Stage.of(HEDGING, ScriptedBackend.start("n1", script), ScriptedBackend.start("n2", script));
                RawClient client = stage.client()) {
            client.get("/a");
            Stage.until("the second is let go of", () -> ended.get() == 1);
            open(0);
            assertEquals("late", client.answer().text());
            assertEquals(0, stage.frontEnd.status().hedgesWon());
        }
    }

    /** Early hints are the business of whoever answers. */
    @Test
    void whatComesBeforeAnAnswerOfTheSecondIsPassedOver() throws Exception {
        ScriptedBackend.Script script = with -> {
            with.request();
            if (asked.getAndIncrement() == 1) {
                with.send("HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n");
                gates.getFirst().await();
                with.answer("second");
            } else {
                with.waitForTheEnd();
            }
        };
        try (Stage stage = Stage.of(HEDGING, ScriptedBackend.start("n1", script), ScriptedBackend.start("n2", script));
                RawClient client = stage.client()) {
            client.get("/a");
            bothAsked();
            open(0);
            assertEquals("second", client.answer().text());
        }
    }

    @Test
    void whenTheClientLeavesBothAreLetGoOf() throws Exception {
        try (Stage stage = Stage.of(HEDGING, backend("n1"), backend("n2"))) {
            RawClient client = stage.client();
            client.get("/a");
            bothAsked();
            client.reset(); // who only ends its direction may still be reading
            Stage.until("it is counted", () -> stage.outcome(RequestOutcome.CLIENT_GONE) == 1);
            assertEquals(0, stage.frontEnd.status().active());
            open(0);
            open(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok",
                "PUT /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok",
                "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok",
                "DELETE /a HTTP/1.1\r\nHost: x\r\n\r\n",
                "OPTIONS /a HTTP/1.1\r\nHost: x\r\n\r\n"
            })
    void nothingButAGetOrHeadWithoutABodyIsAskedTwice(String request) throws Exception {
        Duration whole = Duration.ofMillis(200);
        var settings = HEDGING.with(RelaySettings.HEADER_TIME, whole).with(RelaySettings.IDLE_TIME, whole);
        try (Stage stage = Stage.of(settings, backend("n1"), backend("n2"));
                RawClient client = stage.client()) {
            client.send(request);
            assertEquals(504, client.answer().status());
            assertEquals(1, asked.get());
            assertEquals(0, stage.frontEnd.status().hedged());
            open(0);
        }
    }

    @Test
    void aHeadIsAskedTwice() throws Exception {
        try (Stage stage = Stage.of(HEDGING, backend("n1"), backend("n2"));
                RawClient client = stage.client()) {
            client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n");
            bothAsked();
            open(0);
            open(1);
            Stage.until("it is over", () -> stage.outcome(RequestOutcome.RELAYED) == 1);
        }
    }

    @Test
    void aSecondThatCouldNotBeAskedTakesNoRepetitionAway() throws Exception {
        ScriptedBackend silent = ScriptedBackend.start("n1", with -> {
            with.request();
            with.waitForTheEnd();
        });
        ScriptedBackend dead = ScriptedBackend.polite("n2");
        FrontEndSettings settings = HEDGING.with(FrontEndSettings.POLICY, "rr") // in this order
                .with(RelaySettings.HEADER_TIME, Duration.ofSeconds(20))
                .with(RelaySettings.IDLE_TIME, Duration.ofSeconds(20))
                .with(RelaySettings.TRY_TIME, Duration.ofMillis(500))
                .with(RelaySettings.REPEAT_PERCENT, 100);
        try (Stage stage = Stage.of(settings, silent, dead, ScriptedBackend.polite("n3"));
                RawClient client = stage.client()) {
            dead.kill();
            assertEquals("n3 /a", client.get("/a").answer().text());
            FrontEndStatus status = stage.frontEnd.status();
            assertEquals(1, status.hedged());
            assertEquals(1, status.repeated());
        }
    }

    /** Answers everything, each after a while. */
    private static ScriptedBackend slow(String name, AtomicInteger breaking) throws IOException {
        return ScriptedBackend.start(name, with -> {
            while (true) {
                with.request();
                if (breaking.getAndDecrement() > 0) {
                    with.reset();
                    return;
                }
                LockSupport.parkNanos(Duration.ofMillis(60).toNanos());
                with.answer(name);
            }
        });
    }

    private static FrontEndSettings inTurns(Duration timeout) {
        return HEDGING.with(FrontEndSettings.POLICY, "rr")
                .with(RelaySettings.TRY_TIME, timeout)
                .with(RelaySettings.REPEAT_PERCENT, 100);
    }

    @Test
    void whoIsSlowAndNotSilentStaysWell() throws Exception {
        try (Stage stage = Stage.of(
                        inTurns(Duration.ofMillis(500)),
                        slow("n1", new AtomicInteger()),
                        ScriptedBackend.polite("n2"));
                RawClient client = stage.client()) {
            for (int heard = 0; heard < 3; ) {
                heard += client.get("/a").answer().text().equals("n1") ? 1 : 0;
                assertEquals(BackendHealth.HEALTHY, stage.status("n1").health());
            }
            assertTrue(stage.frontEnd.status().hedgesWon() > 0);
        }
    }

    @Test
    void whoIsOnTrialIsHeardOut() throws Exception {
        try (Stage stage = Stage.of(
                        inTurns(Duration.ofSeconds(3)),
                        slow("n1", new AtomicInteger(2)),
                        ScriptedBackend.polite("n2"));
                RawClient client = stage.client()) {
            Stage.until("it was left alone", () -> {
                ask(client);
                return stage.status("n1").ejections() == 1;
            });
            Stage.until("it is well again", () -> {
                ask(client);
                return stage.status("n1").health() == BackendHealth.HEALTHY;
            });
            assertEquals(1, stage.status("n1").ejections());
        }
    }

    private static void ask(RawClient client) {
        try {
            client.get("/a").answer();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    // --- who may be, without a network ---

    private final ManualTicker ticker = new ManualTicker();

    private static AdmissionTicket ticket() {
        AdmissionTicket.Waiter nobody = new AdmissionTicket.Waiter() {
            @Override
            public void assigned(BackendState member) {}

            @Override
            public void waitedTooLong() {}

            @Override
            public void gone(BackendState member) {}
        };
        return new AdmissionTicket(1, ImmediateEventExecutor.INSTANCE, nobody);
    }

    private AdmissionController dispatcher(int percent, int admission, int backends) {
        FrontEndSettings settings = FrontEndSettings.defaults()
                .with(HedgeSettings.AFTER, new HedgeSettings.Delay(HedgeSettings.When.P95, Duration.ofSeconds(1)))
                .with(HedgeSettings.PERCENT, percent)
                .with(AdmissionSettings.LIMIT, admission)
                .with(AdmissionSettings.QUEUE_LENGTH, 10)
                .with(AdmissionSettings.QUEUE_TIME, Duration.ofSeconds(1))
                .with(AdmissionSettings.DATA_RATE, 0);
        AdmissionController dispatcher = new AdmissionController(settings, ticker);
        dispatcher.backends(List.of(Backend.ready("n1", Stage.anyAddress()), Backend.ready("n2", Stage.anyAddress()))
                .subList(0, backends));
        return dispatcher;
    }

    @Test
    void noMoreAreAskedTwiceThanTheirShare() {
        AdmissionController dispatcher = dispatcher(1, 10_000, 2);
        int hedged = 0;
        for (int i = 0; i < 1000; i++) {
            AdmissionTicket first = ticket();
            AdmissionTicket second = ticket();
            dispatcher.enter(first);
            hedged += dispatcher.admitHedge(first, second, TRY) == null ? 0 : 1;
            dispatcher.finish(first);
            dispatcher.finish(second);
        }
        int kept = RetryBudget.REQUESTS / 100;
        assertTrue(hedged >= 10 && hedged <= 10 + kept, "asked twice: " + hedged);
        assertEquals(hedged, dispatcher.status(0, java.util.Map.of()).hedged());
    }

    @Test
    void aSecondAttemptTakesNoPlaceThatOthersWaitForAndNoneBeyondTheLimit() {
        AdmissionController dispatcher = dispatcher(100, 1, 2);
        AdmissionTicket only = ticket();
        dispatcher.enter(only);
        assertNull(dispatcher.admitHedge(only, ticket(), TRY), "the one place is taken");
        dispatcher.finish(only);
        AdmissionController roomy = dispatcher(100, 2, 2);
        AdmissionTicket first = ticket();
        AdmissionTicket second = ticket();
        roomy.enter(first);
        assertNotNull(roomy.admitHedge(first, second, TRY));
        assertEquals(2, roomy.status(0, java.util.Map.of()).active());
        AdmissionTicket third = ticket();
        assertEquals(AdmissionResult.Waits.class, roomy.enter(third).getClass(), "it holds a place");
        roomy.finish(second);
        assertEquals(AdmissionTicket.State.ADMITTED, third.state);
        assertNull(roomy.admitHedge(first, ticket(), TRY), "the place is taken again");
        roomy.finish(first);
        roomy.finish(third);
        assertEquals(0, roomy.status(0, java.util.Map.of()).active());
    }

    @Test
    void whereThereIsNobodyElseNobodyIsAskedTwice() {
        AdmissionController dispatcher = dispatcher(100, 10, 1);
        AdmissionTicket first = ticket();
        dispatcher.enter(first);
        assertNull(dispatcher.admitHedge(first, ticket(), TRY));
        dispatcher.finish(first);
    }

    @Test
    void whatIsUsualIsLearntFromAnswers() {
        AdmissionController dispatcher = dispatcher(5, 10_000, 2);
        for (int i = 0; i < ResponseTimePercentile.ENOUGH; i++) {
            AdmissionTicket ticket = ticket();
            assertNull(dispatcher.hedgeAfter(ticket), "nobody knows yet");
            dispatcher.enter(ticket);
            ticker.pass(Duration.ofMillis(i < 90 ? 1 : 100));
            ticket.answersWith(200);
            dispatcher.headerCame(ticket);
            dispatcher.finish(ticket);
        }
        Duration usual = dispatcher.hedgeAfter(ticket());
        assertNotNull(usual);
        assertTrue(usual.toMillis() >= 100 && usual.toMillis() <= 125, usual::toString);
    }

    /** Asks one, then another, which answers in a quarter of the time or less. */
    private void overtake(AdmissionController dispatcher) {
        AdmissionTicket first = ticket();
        AdmissionTicket second = ticket();
        dispatcher.enter(first);
        ticker.pass(Duration.ofMillis(90));
        assertNotNull(dispatcher.admitHedge(first, second, TRY));
        ticker.pass(Duration.ofMillis(10));
        dispatcher.overtaken(first);
        dispatcher.finish(first);
        second.answersWith(200);
        dispatcher.headerCame(second);
        dispatcher.finish(second);
    }

    private static long isEjected(AdmissionController dispatcher) {
        return dispatcher.status(0, java.util.Map.of()).backends().stream()
                .filter(backend -> backend.health() == BackendHealth.EJECTED)
                .count();
    }

    /** Overtakes requests of a back-end until it has answered nobody for as long as a try may take. */
    private void overtakeForATry(AdmissionController dispatcher) {
        for (int i = 0; i < TRY.toMillis() / 100; i++) {
            overtake(dispatcher);
        }
    }

    /** Asks one, and then nobody else, though others would be there. */
    private AdmissionTicket leftToOne(AdmissionController dispatcher) {
        AdmissionTicket first = ticket();
        dispatcher.enter(first);
        ticker.pass(Duration.ofMillis(90));
        assertNull(dispatcher.admitHedge(first, ticket(), TRY), "its answer is to be heard, or its silence");
        overtake(dispatcher); // one at a time is enough
        return first;
    }

    @Test
    void whoIsOvertakenAndAnswersNobodyForAsLongAsATryIsHeardOutAndLate() {
        AdmissionController dispatcher = dispatcher(100, 10, 2);
        overtakeForATry(dispatcher);
        for (int failure = 0; failure < 2; failure++) {
            assertEquals(0, isEjected(dispatcher), "failures so far: " + failure);
            AdmissionTicket waiting = leftToOne(dispatcher);
            ticker.pass(TRY);
            assertNotNull(dispatcher.moveToAnother(waiting, BackendFailureReason.LATE));
            ticker.pass(Duration.ofMillis(1));
            dispatcher.headerCame(waiting);
            dispatcher.finish(waiting);
        }
        assertEquals(1, isEjected(dispatcher));
    }

    @Test
    void whoAnswersWhenItIsHeardOutIsSlowAndNotSilent() {
        AdmissionController dispatcher = dispatcher(100, 10, 2);
        List<AdmissionTicket> lasting = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            overtakeForATry(dispatcher);
            AdmissionTicket slow = leftToOne(dispatcher);
            slow.answersWith(200);
            dispatcher.headerCame(slow);
            dispatcher.becomeLasting(slow, true); // as an answer in events does, and is heard nevertheless
            lasting.add(slow);
            assertEquals(0, isEjected(dispatcher));
            ticker.pass(Duration.ofMillis(1));
        }
        lasting.forEach(dispatcher::finish);
    }

    /** A client that leaves early tells nothing: the next one is awaited. */
    @Test
    void oneAfterTheOtherIsHeardOut() {
        AdmissionController dispatcher = dispatcher(100, 10, 2);
        overtakeForATry(dispatcher);
        for (int i = 0; i < 3; i++) {
            dispatcher.finish(leftToOne(dispatcher));
        }
        assertEquals(0, isEjected(dispatcher));
    }

    @Test
    void whoIsOvertakenNowAndThenIsNotBlamed() {
        AdmissionController dispatcher = dispatcher(100, 10, 2);
        for (int i = 0; i < 100; i++) {
            overtake(dispatcher);
            AdmissionTicket answered = ticket(); // the same target, and so the same back-end
            dispatcher.enter(answered);
            answered.answersWith(200);
            dispatcher.headerCame(answered);
            dispatcher.finish(answered);
            assertEquals(0, isEjected(dispatcher));
        }
    }

    @Test
    void whoHasNothingToAnswerIsNotLateByThat() {
        AdmissionController dispatcher = dispatcher(100, 10, 2);
        for (int i = 0; i < 10; i++) {
            overtake(dispatcher);
            assertEquals(0, isEjected(dispatcher), "pauses of a tenth of a second, hours apart: " + i);
            ticker.pass(Duration.ofHours(1));
        }
    }
}
