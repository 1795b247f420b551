package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.health.HealthCheckSettings;
import io.gosling.dispatcher.health.HealthSettings;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.settings.RelaySettings;
import io.gosling.dispatcher.status.BackendHealth;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.testing.ManualTicker;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Admission, choice, loads and health, without a network. */
class AdmissionControllerTest {
    private final ManualTicker ticker = new ManualTicker();
    private final List<Request> requests = new ArrayList<>();
    private AdmissionController dispatcher = dispatcher("lard-r", 0, 3);

    /** A request as the relay would make it. */
    private final class Request implements AdmissionTicket.Waiter {
        final AdmissionTicket ticket;

        @Nullable
        BackendState member;

        boolean waitedTooLong;

        int resumed;

        @Nullable
        BackendState lost;

        Request(long target) {
            ticket = new AdmissionTicket(target, ImmediateEventExecutor.INSTANCE, this);
            requests.add(this);
        }

        Request enter() {
            member = dispatcher.enter(ticket);
            return this;
        }

        String on() {
            return member == null ? "nobody" : member.backend.name();
        }

        @Override
        public void assigned(BackendState assigned) {
            assertNull(member, "assigned twice");
            member = assigned;
        }

        @Override
        public void waitedTooLong() {
            waitedTooLong = true;
        }

        @Override
        public void resumed() {
            resumed++;
        }

        @Override
        public void gone(BackendState left) {
            lost = left;
        }
    }

    @AfterEach
    void atRestEveryLoadIsZero() {
        requests.forEach(request -> dispatcher.finish(request.ticket));
        FrontEndStatus status = status();
        assertEquals(0, status.active());
        assertEquals(0, status.paused());
        assertEquals(0, status.queued());
        status.backends().forEach(backend -> assertEquals(0, backend.load(), backend::name));
    }

    /**
     * They were not counted while their back-end took no requests, and are not counted as what lasts: once, not twice.
     */
    @Test
    void whatLastsOnABackEndThatLeavesMakesNoMoreRoomThanThereIs() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        List<Request> streams =
                IntStream.range(0, 10).mapToObj(at -> request(1)).toList();
        String left = streams.getFirst().on();
        String other = left.equals("n1") ? "n2" : "n1";
        dispatcher.backends(List.of(draining(left), ready(other)));
        streams.forEach(stream -> dispatcher.becomeLasting(stream.ticket, true));
        for (int at = 0; at < 24; at++) {
            assertEquals(other, request(at).on());
        }
        assertEquals("nobody", request(24).on());
    }

    @Test
    void beyondTheLimitRequestsWaitInTurnAndThenAreRefused() {
        dispatcher.backends(List.of(ready("n1")));
        assertEquals(24, status().admissionLimit());
        List<Request> admitted =
                IntStream.range(0, 24).mapToObj(at -> request(at)).toList();
        List<Request> waiting =
                IntStream.range(0, 3).mapToObj(at -> request(at)).toList();
        admitted.forEach(request -> assertEquals("n1", request.on()));
        waiting.forEach(request -> assertEquals(AdmissionTicket.State.WAITING, request.ticket.state));
        assertEquals("too many requests are waiting", refusal(request(99)));

        dispatcher.finish(admitted.get(7).ticket);
        dispatcher.finish(admitted.get(7).ticket);
        assertEquals(
                List.of("n1", "nobody", "nobody"),
                waiting.stream().map(Request::on).toList());
        assertEquals(24, status().active());
        assertEquals(2, status().queued());
    }

    @Test
    void aRequestWhoseClientIsSlowTakesNoPlaceAndIsNoLoad() {
        dispatcher = dispatcher("lard-r", 2, 10);
        dispatcher.backends(List.of(ready("n1")));
        Request slow = request(1);
        Request working = request(2);
        Request waiting = request(3);
        assertEquals("nobody", waiting.on());

        assertTrue(dispatcher.pause(slow.ticket));
        assertFalse(dispatcher.pause(slow.ticket), "once");
        assertEquals("n1", waiting.on(), "the place is free at once");
        assertEquals(2, status().active());
        assertEquals(1, status().paused());
        assertEquals(2, load("n1"));

        dispatcher.resume(slow.ticket);
        assertEquals(3, status().active(), "what has been begun goes on beyond the limit");
        assertEquals(3, load("n1"));
        Request next = request(4);
        dispatcher.finish(working.ticket);
        assertEquals("nobody", next.on(), "and counts for it");
        dispatcher.finish(waiting.ticket);
        assertEquals("n1", next.on());
    }

    @Test
    void aPausedRequestThatAsksForItsPlaceComesBeforeThoseThatWait() {
        dispatcher = dispatcher("lard-r", 1, 10);
        dispatcher.backends(List.of(ready("n1")));
        Request upload = request(1);
        dispatcher.pause(upload.ticket);
        Request second = request(2);
        Request third = request(3);
        assertEquals("nobody", third.on());

        assertFalse(dispatcher.resumeInTurn(upload.ticket), "the only place is another's");
        dispatcher.finish(second.ticket);
        assertEquals(1, upload.resumed);
        assertEquals("nobody", third.on());
        assertEquals(1, status().active());
        assertEquals(0, status().paused());

        dispatcher.pause(upload.ticket);
        assertEquals("n1", third.on());
        dispatcher.finish(third.ticket);
        assertTrue(dispatcher.resumeInTurn(upload.ticket), "there is a place");
        assertEquals(1, upload.resumed, "and nothing to wait for");
    }

    @Test
    void aPausedRequestThatWaitsTooLongForItsPlaceIsTold() {
        dispatcher = dispatcher("lard-r", 1, 10);
        dispatcher.backends(List.of(ready("n1")));
        Request upload = request(1);
        dispatcher.pause(upload.ticket);
        request(2);
        dispatcher.resumeInTurn(upload.ticket);
        ticker.pass(Duration.ofSeconds(9));
        dispatcher.tick();
        assertFalse(upload.waitedTooLong);
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        assertTrue(upload.waitedTooLong);
        assertEquals(1, status().paused(), "until it is finished");
    }

    @Test
    void aPausedRequestWhoseBackEndTakesNoMoreRequestsWaitsForNoPlace() {
        dispatcher = dispatcher("lard-r", 1, 10);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request upload = request(1);
        String left = upload.on();
        String other = left.equals("n1") ? "n2" : "n1";
        dispatcher.pause(upload.ticket);
        request(2);
        assertFalse(dispatcher.resumeInTurn(upload.ticket));
        dispatcher.backends(List.of(draining(left), ready(other)));
        assertEquals(1, upload.resumed);
        dispatcher.pause(upload.ticket);
        assertTrue(dispatcher.resumeInTurn(upload.ticket));
    }

    @Test
    void aPausedRequestIsToldWhenItsBackEndIsGone() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request slow = request(1);
        BackendState member = slow.member;
        dispatcher.pause(slow.ticket);
        dispatcher.backends(List.of(ready(slow.on().equals("n1") ? "n2" : "n1")));
        assertEquals(member, slow.lost);
        dispatcher.resume(slow.ticket);
    }

    @Test
    void aPausedRequestCanBeTriedElsewhereWhenItsBackEndFails() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request upload = request(1);
        String first = upload.on();
        dispatcher.pause(upload.ticket);
        dispatcher.resume(upload.ticket);
        BackendState next = dispatcher.moveToAnother(upload.ticket, BackendFailureReason.UNREACHABLE);
        assertEquals(first.equals("n1") ? "n2" : "n1", next == null ? "nobody" : next.backend.name());
        assertEquals(0, load(first));
    }

    /** In any order of events, loads count working requests, and the limit holds for waiting ones. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void anyOrderOfPausesAndResumesKeepsTheAccounts(long seed) {
        dispatcher = dispatcher("lard-r", 3, 1000);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Random random = new Random(seed);
        for (int step = 0; step < 2000; step++) {
            Request one = requests.isEmpty() ? request(1) : requests.get(random.nextInt(requests.size()));
            switch (random.nextInt(7)) {
                case 0, 1 -> request(random.nextInt(20));
                case 2 -> dispatcher.pause(one.ticket);
                case 3 -> dispatcher.resume(one.ticket);
                case 4 -> dispatcher.resumeInTurn(one.ticket);
                case 5 ->
                    dispatcher.backends(List.of(random.nextBoolean() ? ready("n1") : draining("n1"), ready("n2")));
                default -> dispatcher.finish(one.ticket);
            }
            assertAccounts();
        }
    }

    private void assertAccounts() {
        assertEquals(places(AdmissionTicket.State.ADMITTED), status().active());
        assertEquals(places(AdmissionTicket.State.PAUSED) + places(AdmissionTicket.State.RESUMING), status().paused());
        assertEquals(places(AdmissionTicket.State.WAITING), status().queued());
        assertEquals(status().active(), load("n1") + load("n2"));
        assertTrue(
                places(AdmissionTicket.State.WAITING) + places(AdmissionTicket.State.RESUMING) == 0
                        || status().active() >= 3,
                "nobody waits while there is room");
    }

    private int places(AdmissionTicket.State state) {
        return (int) requests.stream()
                .filter(request -> request.ticket.state == state)
                .count();
    }

    @ParameterizedTest
    @CsvSource({"wrr", "lard", "lard-r", "chbl"})
    void aBackEndThatComesBackHasTheLoadItStillHas(String policy) {
        dispatcher = dispatcher(policy, 1000, 0);
        dispatcher.backends(List.of(ready("n1")));
        List<Request> old = IntStream.range(0, 60).mapToObj(at -> request(at)).toList();
        dispatcher.backends(List.of(draining("n1"), ready("n2")));
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        for (int at = 100; at < 130; at++) {
            assertEquals("n2", request(at).on(), "it has none, and n1 sixty");
        }
        old.forEach(request -> dispatcher.heard(request.ticket, 10));
        old.forEach(request -> dispatcher.finish(request.ticket));
        assertEquals(0, backend("n1").load());
        assertEquals("n1", request(200).on());
    }

    @Test
    void aClientThatLeavesTheQueueMakesRoomThere() {
        dispatcher = dispatcher("lard-r", 1, 1);
        dispatcher.backends(List.of(ready("n1")));
        Request served = request(1);
        Request left = request(2);
        dispatcher.finish(left.ticket);
        Request waiting = request(3);
        dispatcher.finish(served.ticket);
        assertEquals("nobody", left.on());
        assertEquals("n1", waiting.on());
    }

    @Test
    void whoWaitsTooLongIsToldSoAndNeverAssigned() {
        dispatcher = dispatcher("lard-r", 1, 3);
        dispatcher.backends(List.of(ready("n1")));
        Request served = request(1);
        Request first = request(2);
        ticker.pass(Duration.ofSeconds(6));
        Request second = request(3);
        ticker.pass(Duration.ofSeconds(4));
        dispatcher.tick();
        assertEquals(List.of(true, false), List.of(first.waitedTooLong, second.waitedTooLong));
        dispatcher.finish(served.ticket);
        assertEquals("nobody", first.on());
        assertEquals("n1", second.on());
    }

    @Test
    void withoutAnyBackEndRequestsAreRefusedAndThoseThatWaitAreServedWhenOneComes() {
        assertEquals("there is no back-end", refusal(request(1)));
        dispatcher.backends(List.of(draining("n1")));
        Request waiting = request(2);
        assertEquals(AdmissionTicket.State.WAITING, waiting.ticket.state);
        dispatcher.backends(List.of());
        assertEquals("nobody", waiting.on());
        dispatcher.backends(List.of(ready("n2")));
        assertEquals("n2", waiting.on());
    }

    @Test
    void aDrainingBackEndKeepsWhatItHasAndKeepsNobodyOutOfTheOthers() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        for (int at = 0; at < 30; at++) {
            assertEquals("n1", request(1).on());
        }
        dispatcher.backends(List.of(draining("n1"), ready("n2")));
        for (int at = 0; at < 24; at++) {
            assertEquals("n2", request(1).on());
        }
        assertEquals("nobody", request(1).on(), "S is what one back-end carries");
        assertEquals(30, backend("n1").load());
        assertEquals("draining", backend("n1").state());
        assertEquals(54, status().active());

        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        requests.subList(0, 12).forEach(request -> dispatcher.finish(request.ticket));
        assertEquals(43, status().active(), "they count again, and there is room for 89");
    }

    @Test
    void aBackEndThatIsLeftAloneWithAllItsRequestsKeepsNobodyOutOfTheOthers() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        BackendState failing = null;
        for (int at = 0; at < 40; at++) {
            failing = memberOf(request(1));
        }
        assertNotNull(failing);
        failed(failing);
        failed(failing);
        for (int at = 0; at < 24; at++) {
            assertEquals("n2", request(2).on());
        }
        assertEquals("nobody", request(2).on());
    }

    @Test
    void aBackEndThatFailsTwiceIsLeftAloneForASecondAndThenTried() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        BackendState failing = memberOf(request(1));
        assertEquals("n1", failing.backend.name());
        failed(failing);
        assertEquals("n1", request(1).on(), "once is no reason");
        failed(failing);
        assertEquals("down", backend("n1").state());
        assertEquals("n2", request(1).on(), "assigned as if never assigned");

        ticker.pass(Duration.ofMillis(999));
        dispatcher.tick();
        assertEquals("down", backend("n1").state());
        ticker.pass(Duration.ofMillis(1));
        dispatcher.tick();
        assertEquals("ready", backend("n1").state());
        assertEquals("n2", request(1).on(), "what has moved stays");
        assertEquals("n1", request(77).on());
    }

    @Test
    void whileEveryBackEndIsDownRequestsWait() {
        dispatcher.backends(List.of(ready("n1")));
        BackendState failing = memberOf(request(1));
        failed(failing);
        failed(failing);
        Request waiting = request(2);
        assertEquals("nobody", waiting.on());
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        assertEquals("n1", waiting.on());
    }

    @ParameterizedTest
    @CsvSource({"wrr", "lb", "lard", "lard-r"})
    void aSecondAttemptGoesToAnotherBackEndWhateverThePolicyWants(String policy) {
        dispatcher = dispatcher(policy, 0, 3);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request request = request(42);
        BackendState second = dispatcher.moveToAnother(request.ticket, BackendFailureReason.UNREACHABLE);
        assertNotNull(second);
        assertNotEquals(request.on(), second.backend.name());
        assertNull(dispatcher.moveToAnother(request.ticket, BackendFailureReason.UNREACHABLE), "both were tried");
        assertEquals(1, status().active());
        assertEquals(1, second.tickets.size());
    }

    @Test
    void whatIsTurnedAwayIsSpreadOverTheOthers() {
        dispatcher = dispatcher("lb", 1000, 0);
        dispatcher.backends(List.of(ready("n1"), ready("n2"), ready("n3"), ready("n4"), ready("n5")));
        String first = request(42).on();
        List<String> second = new ArrayList<>();
        for (int at = 0; at < 40; at++) {
            Request request = request(42);
            BackendState next = dispatcher.moveToAnother(request.ticket, BackendFailureReason.UNREACHABLE);
            assertNotNull(next);
            second.add(next.backend.name());
            dispatcher.finish(request.ticket);
        }
        for (String name : List.of("n1", "n2", "n3", "n4", "n5")) {
            long got = second.stream().filter(name::equals).count();
            assertTrue(name.equals(first) ? got == 0 : got >= 8 && got <= 16, () -> name + " got " + got + " of 40");
        }
    }

    @Test
    void aLoneBackEndMayBeAskedAgain() {
        dispatcher.backends(List.of(ready("n1")));
        Request request = request(1);
        assertNull(dispatcher.moveToAnother(request.ticket, BackendFailureReason.UNREACHABLE));
        BackendState again = dispatcher.moveToAnother(request.ticket, BackendFailureReason.STALE);
        assertNotNull(again);
        assertEquals(1, again.tickets.size());
    }

    @Test
    void aRequestThatIsOverGetsNoOtherBackEnd() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request request = request(1);
        dispatcher.finish(request.ticket);
        assertNull(dispatcher.moveToAnother(request.ticket, BackendFailureReason.STALE));
    }

    @Test
    void onTrialABackEndGetsOneRequestUntilThatIsAnswered() {
        dispatcher = dispatcher("wrr", 0, 3);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        BackendState failing = memberOf(request(1));
        failed(failing);
        failed(failing);
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        List<Request> next =
                IntStream.range(0, 6).mapToObj(at -> request(10 + at)).toList();
        List<Request> tried =
                next.stream().filter(request -> failing.equals(request.member)).toList();
        assertEquals(1, tried.size());
        assertEquals("down", backend(failing.backend.name()).state());

        dispatcher.finish(tried.getFirst().ticket);
        assertEquals("ready", backend(failing.backend.name()).state(), "a client that left has decided nothing");
        Request again = request(20);
        assertEquals(failing, again.member);
        assertNotEquals(failing, request(21).member);
        dispatcher.headerCame(again.ticket, true);
        assertEquals("ready", backend(failing.backend.name()).state());
        assertEquals(failing, request(22).member);
        assertEquals(failing, request(23).member);
    }

    @Test
    void anAnswerToWhatWasAskedBeforeItFailedEndsNoTrial() {
        dispatcher = dispatcher("wrr", 0, 3);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request old = request(1);
        BackendState failing = memberOf(old);
        ticker.pass(Duration.ofMillis(1));
        failed(failing);
        failed(failing);
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        dispatcher.headerCame(old.ticket, true);
        assertEquals(BackendHealth.HALF_OPEN, backend(failing.backend.name()).health(), "before it was tried");
        Request post = new Request(5);
        post.ticket.repeatable = false;
        assertNotEquals(failing, post.enter().member);
        Request trial = request(6);
        assertEquals(failing, trial.member);
        dispatcher.headerCame(old.ticket, true);
        assertEquals("down", backend(failing.backend.name()).state(), "while it is");
        dispatcher.headerCame(trial.ticket, true);
        assertEquals("ready", backend(failing.backend.name()).state());
        assertEquals(BackendHealth.HEALTHY, backend(failing.backend.name()).health());
    }

    /** A request to the only back-end, which then fails twice, and is to be tried next. */
    private Request beforeTrialOfALoneBackEnd() {
        dispatcher.backends(List.of(ready("n1")));
        Request first = request(1);
        failed(memberOf(first));
        failed(memberOf(first));
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        return first;
    }

    @Test
    void aTrialThatIsAnsweredWithAnErrorDecidesNothing() {
        Request first = beforeTrialOfALoneBackEnd();
        Request trial = request(2);
        Request waiting = request(3);
        dispatcher.headerCame(first.ticket, false);
        assertEquals("nobody", waiting.on(), "that was not the trial");
        dispatcher.headerCame(trial.ticket, false);
        assertEquals("n1", waiting.on(), "the next trial");
        assertEquals(BackendHealth.HALF_OPEN, backend("n1").health());
        assertEquals("nobody", request(4).on());
    }

    @Test
    void whoWaitsForALoneBackEndOnTrialIsLetInByItsAnswer() {
        beforeTrialOfALoneBackEnd();
        Request trial = request(2);
        Request waiting = request(3);
        assertEquals(List.of("n1", "nobody"), List.of(trial.on(), waiting.on()));
        dispatcher.headerCame(trial.ticket, true);
        assertEquals("n1", waiting.on());
    }

    @Test
    void onTrialNothingIsRiskedThatCannotBeRepeated() {
        dispatcher = dispatcher("wrr", 0, 3);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        BackendState failing = memberOf(request(1));
        failed(failing);
        failed(failing);
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        for (int at = 0; at < 8; at++) {
            Request post = new Request(at);
            post.ticket.repeatable = false;
            assertNotEquals(failing, post.enter().member);
        }
        assertEquals(failing, request(9).member, "it is the least loaded by far");
    }

    @Test
    void aLoneBackEndOnTrialGetsWhateverComes() {
        dispatcher.backends(List.of(ready("n1")));
        BackendState failing = memberOf(request(1));
        failed(failing);
        failed(failing);
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        Request post = new Request(2);
        post.ticket.repeatable = false;
        assertEquals(failing, post.enter().member);
    }

    @Test
    void whatBreaksOffIsRepeatedWithinTheBudgetAndWhatIsNeverReachedWithoutIt() {
        dispatcher = dispatcher("lb", 1000, 0);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        int repeated = 0;
        for (int at = 0; at < 1_000; at++) {
            Request request = request(at);
            repeated += dispatcher.moveToAnother(request.ticket, BackendFailureReason.BROKEN) == null ? 0 : 1;
            dispatcher.finish(request.ticket);
        }
        assertEquals(100 + 199, repeated, "what a quiet time has left, and a fifth of all but the first");
        assertEquals(repeated, status().repeated());
        assertEquals(1_000 - repeated, status().denied());
        for (BackendFailureReason free : List.of(
                BackendFailureReason.UNREACHABLE,
                BackendFailureReason.CROWDED,
                BackendFailureReason.SHORT,
                BackendFailureReason.STALE,
                BackendFailureReason.GONE)) {
            Request request = request(free.ordinal());
            assertNotNull(dispatcher.moveToAnother(request.ticket, free), free.name());
        }
        assertEquals(repeated, status().repeated());
    }

    @Test
    void aRequestThatIsDeniedIsCountedOnceAndOneThatHasNobodyElseNotAtAll() {
        dispatcher = new AdmissionController(
                FrontEndSettings.defaults()
                        .with(RelaySettings.TRY_TIME, Duration.ofSeconds(1))
                        .with(RelaySettings.REPEAT_PERCENT, 0),
                ticker);
        dispatcher.backends(List.of(ready("n1")));
        Request one = request(1);
        assertNull(dispatcher.moveToAnother(one.ticket, BackendFailureReason.LATE));
        assertNull(dispatcher.moveToAnother(one.ticket, BackendFailureReason.BROKEN));
        assertEquals(0, status().denied(), "nobody else was there");
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        for (int look = 0; look < 10; look++) {
            assertNull(dispatcher.moveToAnother(one.ticket, BackendFailureReason.LATE));
        }
        assertNull(dispatcher.moveToAnother(one.ticket, BackendFailureReason.BROKEN));
        assertEquals(1, status().denied());
        assertEquals(0, status().repeated());
    }

    @Test
    void aBackEndThatLeavesOnTrialStaysAway() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        BackendState failing = memberOf(request(1));
        failed(failing);
        failed(failing);
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        List<Request> next = IntStream.range(0, 9).mapToObj(at -> request(at)).toList();
        assertTrue(next.stream().anyMatch(request -> failing.equals(request.member)));
        dispatcher.backends(List.of(ready("n2")));
        next.forEach(request -> dispatcher.headerCame(request.ticket, true));
        next.forEach(request -> dispatcher.finish(request.ticket));
        for (int at = 0; at < 9; at++) {
            assertEquals("n2", request(at).on());
        }
    }

    @Test
    void whoIsLateLosesItsRequestAndAfterTwoItsTurn() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request one = request(1);
        Request two = request(1);
        assertEquals(List.of("n1", "n1"), List.of(one.on(), two.on()));
        ticker.pass(Duration.ofSeconds(3));
        assertEquals("n2", relieved(one));
        assertEquals("n2", relieved(two));
        assertEquals("ready", backend("n1").state());
        dispatcher.headerCame(one.ticket, true);
        assertEquals("ready", backend("n1").state());
        dispatcher.headerCame(two.ticket, true);
        assertEquals("down", backend("n1").state());
        assertEquals(0, backend("n1").load());
        assertEquals(2, backend("n2").load());
        assertNull(
                dispatcher.moveToAnother(one.ticket, BackendFailureReason.LATE),
                "nobody else is there: it waits where it is");
        assertEquals("ready", backend("n2").state(), "and that speaks against nobody");
    }

    /** Six seconds for each page, or three and then another one joins who waits for it: nobody is to blame for that. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 30})
    void aPageThatIsSlowEverywhereLeavesNobodyAlone(int seconds) {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        for (int at = 0; at < 6; at++) {
            Request slow = request(1);
            ticker.pass(Duration.ofSeconds(3));
            relieved(slow);
            ticker.pass(Duration.ofSeconds(seconds));
            if (seconds == 30) {
                dispatcher.late(slow.ticket);
            } else {
                dispatcher.headerCame(slow.ticket, true);
            }
            dispatcher.finish(slow.ticket);
            assertEquals("ready", backend("n1").state());
            assertEquals("ready", backend("n2").state());
        }
    }

    @Test
    void whatWasAtABackEndBeforeItWasLeftAloneIsNotItsTrial() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request before = requestAt("n1");
        ticker.pass(Duration.ofMillis(1));
        failed(memberOf(before));
        failed(memberOf(before));
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        Request trial = requestAt("n1");
        dispatcher.failed(before.ticket, BackendFailureReason.BROKEN);
        assertEquals(1, backend("n1").ejections());
        dispatcher.headerCame(trial.ticket, true);
        assertEquals("ready", backend("n1").state());
    }

    /** The last attempt that it has is not the one with which somebody is tried. */
    @ParameterizedTest
    @EnumSource(names = {"BROKEN", "STALE", "LATE"})
    void aRequestIsNotSentOnceMoreToABackEndOnTrialIfAnotherOneIsThere(BackendFailureReason failure) {
        for (int target = 0; target < 8; target++) {
            requests.forEach(request -> dispatcher.finish(request.ticket));
            requests.clear();
            dispatcher = dispatcher("wrr", 0, 100);
            dispatcher.backends(List.of(ready("n1"), ready("n2"), ready("n3")));
            Request one = requestAt("n1");
            Request broken = requestAt("n2");
            failed(memberOf(one));
            failed(memberOf(one));
            ticker.pass(Duration.ofSeconds(1));
            dispatcher.tick();
            for (int turn = 0; turn < target; turn++) {
                Request post = new Request(turn);
                post.ticket.repeatable = false;
                post.enter();
            }
            assertEquals(BackendHealth.HALF_OPEN, backend("n1").health());
            BackendState next = failure == BackendFailureReason.LATE
                    ? dispatcher.moveToAnother(broken.ticket, BackendFailureReason.LATE)
                    : dispatcher.moveToAnother(broken.ticket, failure);
            assertNotNull(next);
            assertEquals("n3", next.backend.name());
        }
    }

    @Test
    void whereNobodyElseIsLeftARequestIsSentOnceMoreToABackEndOnTrial() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request one = requestAt("n1");
        failed(memberOf(one));
        failed(memberOf(one));
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        Request post = new Request(7);
        post.ticket.repeatable = false;
        assertEquals("n2", post.enter().on());
        BackendState next = dispatcher.moveToAnother(post.ticket, BackendFailureReason.BROKEN);
        assertNotNull(next);
        assertEquals("n1", next.backend.name());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aTrialThatIsLateIsSentencedAtOnce(boolean othersAreThere) {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        BackendState frozen = memberOf(request(1));
        failed(frozen);
        failed(frozen);
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        Request trial = requestAt("n1");
        ticker.pass(Duration.ofSeconds(3));
        if (othersAreThere) {
            assertEquals("n2", relieved(trial));
        } else {
            trial.ticket.late = memberOf(request(1));
            dispatcher.late(trial.ticket);
            dispatcher.finish(trial.ticket);
        }
        assertEquals(BackendHealth.EJECTED, backend("n1").health(), "whether or not somebody answers soon");
        assertEquals(2, backend("n1").ejections());
        for (int at = 0; at < 9; at++) {
            assertEquals("n2", request(100 + at).on());
        }
        dispatcher.headerCame(trial.ticket, true);
        assertEquals(2, backend("n1").ejections());
    }

    @Test
    void whoAnswersNobodyIsLeftAloneAlsoWherePagesTakeTheirTime() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        for (int page = 1; page <= LateRequestStreak.ENOUGH + 1; page++) {
            assertEquals("ready", backend("n1").state(), () -> "any may be a slow page");
            slowAtN1();
        }
        assertEquals("down", backend("n1").state());
        assertEquals("ready", backend("n2").state());
    }

    @Test
    void oneAnswerAmongThemAndTheyAreSlowPages() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        for (int page = 1; page <= 20; page++) {
            slowAtN1();
            if (page % LateRequestStreak.ENOUGH == 0) {
                Request quick = requestAt("n1");
                dispatcher.headerCame(quick.ticket, true);
                dispatcher.finish(quick.ticket);
            }
            assertEquals("ready", backend("n1").state());
        }
    }

    /** Three seconds at n1, and one at n2. */
    private void slowAtN1() {
        Request request = requestAt("n1");
        ticker.pass(Duration.ofSeconds(3));
        assertEquals("n2", relieved(request));
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.headerCame(request.ticket, true);
        dispatcher.finish(request.ticket);
    }

    /** Those that go from one to the other wait for nothing; whether it is them or the pages, a third one tells. */
    @ParameterizedTest
    @CsvSource({"true,true,down", "false,true,ready", "true,false,ready"})
    void ofTwoThatAreFrozenBothAreLeftAlone(boolean pagesDiffer, boolean thirdAnswers, String state) {
        dispatcher = dispatcher("rr", 1000, 0);
        dispatcher.backends(List.of(ready("n1"), ready("n2"), ready("n3")));
        List<Request> moved = new ArrayList<>();
        for (int at = 0; at < 60; at++) {
            Request request = request(pagesDiffer ? at : 1);
            if (!request.on().equals("n3")) {
                moved.add(request);
            }
        }
        ticker.pass(Duration.ofSeconds(3));
        // Those that get to the third are answered late, or their clients leave; they would tell on their own.
        moved.removeIf(request -> {
            boolean answered = relieved(request).equals("n3");
            if (answered) {
                dispatcher.finish(request.ticket);
            }
            return answered;
        });
        assertTrue(moved.size() > 2 * LateRequestStreak.ENOUGH, () -> "moved among the two: " + moved.size());
        ticker.pass(Duration.ofSeconds(29));
        if (thirdAnswers) {
            Request third = requests.stream()
                    .filter(request -> request.on().equals("n3"))
                    .findFirst()
                    .orElseThrow();
            dispatcher.headerCame(third.ticket, true);
        }
        ticker.pass(Duration.ofSeconds(1));
        moved.forEach(request -> dispatcher.late(request.ticket));
        assertEquals(state, backend("n1").state());
        assertEquals(state, backend("n2").state());
        assertEquals("ready", backend("n3").state());
    }

    @Test
    void whoAnswersOthersMeanwhileIsSlowAndNotFrozen() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        for (int at = 0; at < 10; at++) {
            Request slow = request(1);
            assertEquals("n1", slow.on());
            ticker.pass(Duration.ofSeconds(2));
            dispatcher.headerCame(slow.ticket, true);
            ticker.pass(Duration.ofSeconds(1));
            assertEquals("n2", relieved(slow));
            dispatcher.finish(slow.ticket);
            dispatcher.late(slow.ticket);
            assertEquals("ready", backend("n1").state());
        }
    }

    @Test
    void noMoreThanAShareOfRequestsIsMovedForBeingLate() {
        dispatcher = dispatcher("lb", 1000, 0);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        int moved = 0;
        for (int at = 0; at < 1_000; at++) {
            Request request = request(at);
            dispatcher.headerCame(request.ticket, true);
            moved += dispatcher.moveToAnother(request.ticket, BackendFailureReason.LATE) == null ? 0 : 1;
            dispatcher.finish(request.ticket);
        }
        assertEquals(100 + 199, moved, "what a quiet time has left, and a fifth of all but the first");
    }

    @Test
    void noMoreAreLeftAloneThanMayBe() {
        dispatcher = new AdmissionController(
                FrontEndSettings.defaults()
                        .with(HealthSettings.MOST_EJECTED, 50)
                        .with(HealthSettings.PANIC, 0),
                ticker);
        dispatcher.backends(List.of(ready("n1"), ready("n2"), ready("n3")));
        for (int target = 0; target < 30; target++) {
            BackendState any = memberOf(request(target));
            failed(any);
            failed(any);
        }
        assertEquals(
                1,
                status().backends().stream()
                        .filter(any -> any.state().equals("down"))
                        .count());
    }

    @Test
    void whereFewAreWellChecksAreNotBelieved() {
        dispatcher = new AdmissionController(checks(1), ticker);
        dispatcher.backends(List.of(ready("n1"), ready("n2"), ready("n3")));
        dispatcher.tick();
        List<BackendState> due = dueAfter(Duration.ofSeconds(3));
        assertEquals(3, due.size());
        dispatcher.checked(due.get(0), false);
        dispatcher.tick();
        assertEquals("down", backend("n1").state());
        assertEquals(BackendHealth.CHECK_FAILED, backend("n1").health());
        assertEquals(false, status().panic());
        dispatcher.checked(due.get(1), false);
        dispatcher.tick();
        assertEquals(true, status().panic());
        assertEquals(
                List.of("ready", "ready", "ready"),
                status().backends().stream()
                        .map(FrontEndStatus.BackendStatus::state)
                        .toList());
        assertEquals(1, backend("n1").checks().failed());

        for (BackendState again : dueAfter(Duration.ofSeconds(3))) {
            dispatcher.checked(again, true);
        }
        dispatcher.tick();
        assertEquals(false, status().panic());
        assertEquals(BackendHealth.HEALTHY, backend("n2").health());
    }

    @Test
    void whereFewAreWellNobodyIsLeftAloneForLongerThanAtFirst() {
        dispatcher.backends(List.of(ready("n1")));
        for (int time = 0; time < 8; time++) {
            BackendState failing = memberOf(request(1));
            failed(failing);
            failed(failing);
            assertEquals("down", backend("n1").state());
            dispatcher.tick();
            assertEquals(true, status().panic());
            ticker.pass(Duration.ofSeconds(1));
            dispatcher.tick();
            dispatcher.finish(requests.getLast().ticket);
            assertEquals("ready", backend("n1").state(), "it would be a minute by now");
        }
        assertEquals(8, backend("n1").ejections());
    }

    @Test
    void whoAnswersRequestsIsNotChecked() {
        dispatcher = new AdmissionController(checks(1), ticker);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        dispatcher.tick();
        Request served = request(1);
        dueAfter(Duration.ofSeconds(3)).forEach(member -> dispatcher.checked(member, true));
        for (int round = 0; round < 5; round++) {
            ticker.pass(Duration.ofSeconds(3));
            dispatcher.headerCame(served.ticket, true);
            List<BackendState> due = dispatcher.due(() -> 0.5);
            assertEquals(1, due.size());
            assertNotEquals(served.member, due.getFirst());
            dispatcher.checked(due.getFirst(), true);
        }
    }

    @ParameterizedTest
    @CsvSource({"rr", "wrr", "lb", "chbl", "lard", "lard-r", "ext-lard", "lb-gc"})
    void whateverThePolicyOneThatComesTakesATenthOfItsPlaceAtFirstAndAllOfItInTime(String policy) {
        FrontEndSettings settings = FrontEndSettings.defaults()
                .with(FrontEndSettings.POLICY, policy)
                .with(HealthSettings.SLOW_START, Duration.ofSeconds(20))
                .with(AdmissionSettings.LIMIT, 10_000)
                .with(AdmissionSettings.QUEUE_LENGTH, 0);
        dispatcher = new AdmissionController(settings, ticker);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        assertEquals(1, backend("n1").share(), "those that come first have nobody to leave work to");
        dispatcher.backends(List.of(ready("n1"), ready("n2"), ready("n3")));
        assertEquals(0.1, backend("n3").share());
        int requests = 0;
        for (; requests < 90; requests++) {
            request(requests);
        }
        int cold = backend("n3").load();
        assertTrue(cold >= 1 && cold <= 5, () -> "a tenth of thirty, or of its weight: " + cold);
        ticker.pass(Duration.ofSeconds(10));
        dispatcher.tick();
        for (; requests < 180; requests++) {
            request(requests);
        }
        int warmer = backend("n3").load();
        assertTrue(warmer > cold && warmer <= 37, () -> "half of sixty, or of its weight: " + warmer);
        ticker.pass(Duration.ofSeconds(10));
        dispatcher.tick();
        for (; requests < 270; requests++) {
            request(requests);
        }
        assertEquals(1, backend("n3").share());
        assertTrue(backend("n3").load() > warmer);
    }

    @ParameterizedTest
    @CsvSource({"lard", "lard-r", "ext-lard"})
    void whatIsBoundToOneThatComesIsAskedForThere(String policy) {
        dispatcher = new AdmissionController(
                FrontEndSettings.defaults()
                        .with(FrontEndSettings.POLICY, policy)
                        .with(HealthSettings.SLOW_START, Duration.ofHours(1))
                        .with(AdmissionSettings.LIMIT, 10_000)
                        .with(AdmissionSettings.QUEUE_LENGTH, 0),
                ticker);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        dispatcher.backends(List.of(ready("n1"), ready("n2"), ready("n3")));
        List<Request> first = IntStream.range(0, 90).mapToObj(at -> request(at)).toList();
        first.forEach(request -> dispatcher.finish(request.ticket));
        for (int target = 0; target < 90; target++) {
            Request again = request(target);
            assertEquals(first.get(target).on(), again.on(), "whoever has it in memory");
            dispatcher.finish(again.ticket);
        }
    }

    @Test
    void inPanicNobodyStartsSlowly() {
        dispatcher = new AdmissionController(checks(1).with(HealthSettings.SLOW_START, Duration.ofHours(1)), ticker);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        dispatcher.backends(List.of(ready("n1"), ready("n2"), ready("n3")));
        assertEquals(0.1, backend("n3").share());
        dispatcher.tick();
        List<BackendState> due = dueAfter(Duration.ofSeconds(3));
        dispatcher.checked(due.get(0), false);
        dispatcher.checked(due.get(1), false);
        dispatcher.tick();
        assertEquals(true, status().panic());
        for (String name : List.of("n1", "n2", "n3")) {
            assertEquals(1, backend(name).share(), name);
        }
        failed(due.get(2));
        failed(due.get(2));
        ticker.pass(Duration.ofSeconds(1));
        dispatcher.tick();
        assertEquals("ready", backend("n3").state());
        assertEquals(1, backend("n3").share(), "nor one that comes back meanwhile");
    }

    @Test
    void ofSeveralFrontEndsEachLetsInItsPartAndWhoWaitsComesInWhenOneHasGone() {
        dispatcher = dispatcher("wrr", 0, 10);
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        dispatcher.setFrontEnds(2);
        int part = status().admissionLimit();
        assertEquals((65 + 25 - 1) / 2, part);
        for (int at = 0; at < part + 3; at++) {
            request(at);
        }
        assertEquals(3, status().queued());
        dispatcher.setFrontEnds(1);
        assertEquals(1, status().frontEnds());
        assertEquals(0, status().queued());
        assertEquals(part + 3, status().active());
    }

    private List<BackendState> dueAfter(Duration time) {
        dispatcher.due(() -> 0.5);
        ticker.pass(time);
        return dispatcher.due(() -> 0.5);
    }

    private static FrontEndSettings checks(int inARow) {
        return FrontEndSettings.defaults()
                .with(HealthCheckSettings.BY, HealthCheckSettings.Means.TCP)
                .with(HealthCheckSettings.RISE, inARow)
                .with(HealthCheckSettings.FALL, inARow);
    }

    private String relieved(Request request) {
        BackendState next = dispatcher.moveToAnother(request.ticket, BackendFailureReason.LATE);
        assertNotNull(next);
        return next.backend.name();
    }

    @Test
    void ofTwoBackEndsWithOneNameTheFirstCounts() {
        Backend other = Backend.ready("n1", new InetSocketAddress(InetAddress.getLoopbackAddress(), 9));
        dispatcher.backends(List.of(ready("n1"), other));
        BackendState member = memberOf(request(1));
        assertEquals(member, memberOf(request(2)));
        assertEquals(24, status().admissionLimit(), "there is one");
        dispatcher.backends(List.of(other));
        assertNotEquals(member, memberOf(request(1)));
        assertEquals(24, status().admissionLimit());
    }

    @Test
    void aBackEndThatMovesToAnotherAddressIsAnotherOne() {
        dispatcher.backends(List.of(ready("n1")));
        BackendState before = memberOf(request(1));
        failed(before);
        failed(before);
        dispatcher.backends(List.of(Backend.ready("n1", new InetSocketAddress(InetAddress.getLoopbackAddress(), 9))));
        assertEquals("ready", backend("n1").state());
        assertNotEquals(before, memberOf(request(1)));
    }

    @Test
    void whoeverIsOnABackEndThatIsNamedNoMoreIsTold() {
        dispatcher.backends(List.of(ready("n1"), ready("n2")));
        Request one = request(1);
        Request two = request(2);
        assertNotEquals(one.on(), two.on());
        dispatcher.backends(List.of(draining(one.on()), ready(two.on())));
        assertNull(one.lost, "who drains still answers");
        dispatcher.backends(List.of(ready(two.on())));
        assertEquals(memberOf(one), one.lost);
        assertNull(two.lost);
        BackendState next = dispatcher.moveToAnother(one.ticket, BackendFailureReason.UNREACHABLE);
        assertEquals(memberOf(two), next);
        dispatcher.finish(two.ticket);
        dispatcher.backends(List.of());
        assertNull(two.lost, "it was over");
        assertEquals(1, status().active());
        dispatcher.finish(one.ticket);
        assertEquals(0, status().active());
    }

    @ParameterizedTest
    @CsvSource({"wrr,1", "lb,2", "lard,3", "lard-r,4", "lard-r,5"})
    void whateverHappensNoRequestIsLostAndTheLoadsAddUp(String policy, long seed) {
        dispatcher = dispatcher(policy, 0, 50);
        Random random = new Random(seed);
        for (int step = 0; step < 6_000; step++) {
            switch (random.nextInt(12)) {
                case 0 -> dispatcher.backends(someBackends(random));
                case 1 -> ticker.pass(Duration.ofMillis(random.nextInt(300)));
                case 2 -> dispatcher.tick();
                case 3, 4, 5, 6 -> request(random.nextInt(30));
                default -> somethingHappensTo(requests, random);
            }
            FrontEndStatus status = status();
            long admitted = requests.stream()
                    .filter(request -> request.ticket.state == AdmissionTicket.State.ADMITTED)
                    .count();
            long waiting = requests.stream()
                    .filter(request -> request.ticket.state == AdmissionTicket.State.WAITING)
                    .count();
            assertEquals(admitted, status.active());
            assertEquals(waiting, status.queued());
        }
        requests.forEach(request -> dispatcher.finish(request.ticket));
        dispatcher.backends(List.of(ready("n9")));
        for (int at = 0; at < 24; at++) {
            assertEquals("n9", request(at).on());
        }
        assertEquals("nobody", request(1).on(), "S is as it was, whoever came and went");
    }

    private void somethingHappensTo(List<Request> all, Random random) {
        if (all.isEmpty()) {
            return;
        }
        Request request = all.get(random.nextInt(all.size()));
        switch (random.nextInt(5)) {
            case 0 -> {
                if (random.nextBoolean()) {
                    dispatcher.moveToAnother(request.ticket, BackendFailureReason.LATE);
                } else {
                    dispatcher.moveToAnother(
                            request.ticket,
                            random.nextBoolean() ? BackendFailureReason.STALE : BackendFailureReason.BROKEN);
                }
            }
            case 1 -> {
                if (request.member != null) {
                    failed(request.member);
                }
            }
            case 2 -> {
                dispatcher.headerCame(request.ticket, true);
            }
            default -> {
                dispatcher.finish(request.ticket);
                all.remove(request);
            }
        }
    }

    private static List<Backend> someBackends(Random random) {
        List<Backend> some = new ArrayList<>();
        for (int number = 1; number <= 5; number++) {
            int dice = random.nextInt(4);
            if (dice > 0) {
                some.add(dice == 1 ? draining("n" + number) : ready("n" + number));
            }
        }
        return some;
    }

    private AdmissionController dispatcher(String policy, int limit, int queue) {
        return new AdmissionController(
                FrontEndSettings.defaults()
                        .with(FrontEndSettings.POLICY, policy)
                        .with(PolicySettings.TARGETS, 1000)
                        .with(AdmissionSettings.LIMIT, limit)
                        .with(AdmissionSettings.QUEUE_LENGTH, queue),
                ticker);
    }

    private int load(String name) {
        return status().backends().stream()
                .filter(backend -> backend.name().equals(name))
                .mapToInt(FrontEndStatus.BackendStatus::load)
                .sum();
    }

    private Request request(long target) {
        return new Request(target).enter();
    }

    /**
     * One for a target that nobody has asked for, at this back-end: others stay where they are, until it has the least.
     */
    private Request requestAt(String name) {
        Request request = request(1_000 + requests.size());
        return request.on().equals(name) ? request : requestAt(name);
    }

    /** A request that was just given to this back-end fails. */
    private void failed(BackendState member) {
        AdmissionTicket sent = new Request(0).ticket;
        requests.removeLast();
        sent.member = member;
        sent.assignedAtNanos = ticker.nanos();
        dispatcher.failed(sent, BackendFailureReason.BROKEN);
    }

    private static BackendState memberOf(Request request) {
        BackendState member = request.member;
        assertNotNull(member);
        return member;
    }

    private static String refusal(Request request) {
        AdmissionTicket.Refusal refusal = request.ticket.refusal;
        return refusal == null ? "" : refusal.reason();
    }

    private FrontEndStatus status() {
        return dispatcher.status(0, Map.of());
    }

    private FrontEndStatus.BackendStatus backend(String name) {
        return status().backends().stream()
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Backend ready(String name) {
        return Backend.ready(name, address(name));
    }

    private static Backend draining(String name) {
        return new Backend(name, address(name), 1, Backend.State.DRAINING);
    }

    private static InetSocketAddress address(String name) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 10_000 + name.charAt(1));
    }
}
