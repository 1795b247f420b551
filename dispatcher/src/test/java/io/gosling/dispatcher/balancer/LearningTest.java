package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.policy.ReportedCacheResult;
import io.gosling.dispatcher.settings.BackendPoolRules;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.testing.ManualTicker;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests learning about back-ends, without a network. */
class LearningTest {
    private static final Backend QUICK = backend("quick", 2);
    private static final Backend SLOW = backend("slow", 2);

    private static final class Silent implements AdmissionTicket.Waiter {
        @Override
        public void assigned(BackendState member) {}

        @Override
        public void waitedTooLong() {}

        @Override
        public void gone(BackendState member) {}
    }

    private final ManualTicker ticker = new ManualTicker();
    private long target;

    @Test
    void whoTakesLongerLosesWeightAndKeepsItWhenItComesBack() {
        AdmissionController dispatcher = dispatcher(FrontEndSettings.defaults().with(PolicySettings.WEIGHTS, true));
        dispatcher.backends(List.of(QUICK, SLOW));
        assertTrue(dispatcher.listens());
        for (int round = 0; round < 12; round++) {
            aRound(dispatcher, 10, 200);
        }
        double learnt = weight(dispatcher, "slow");
        assertTrue(learnt < 1.2 && learnt >= 0.5, () -> "slow weighs " + learnt);
        assertEquals(2, given(dispatcher, "slow"));
        assertEquals(4, learnt + weight(dispatcher, "quick"), 0.1);
        double ratio = weight(dispatcher, "quick") / learnt;
        dispatcher.backends(List.of(QUICK, new Backend("slow", SLOW.address(), 2, Backend.State.DRAINING)));
        look(dispatcher);
        assertEquals(2, weight(dispatcher, "quick"), 0.04, "alone it is what it was given, and so is S");
        dispatcher.backends(List.of(QUICK, SLOW));
        look(dispatcher);
        assertEquals(learnt, weight(dispatcher, "slow"), 0.05);
        dispatcher.backends(List.of(QUICK, backend("slow", 4)));
        look(dispatcher);
        assertEquals(6, weight(dispatcher, "slow") + weight(dispatcher, "quick"), 0.12);
        assertEquals(ratio / 2, weight(dispatcher, "quick") / weight(dispatcher, "slow"), 0.03 * ratio);
    }

    @ParameterizedTest
    @CsvSource({
        "maglev, true, 2, 1",
        "chbl, true, 3, 1",
        "maglev, true, 1, 0",
        "maglev, false, 2, 0",
        "lard-r, true, 2, 0"
    })
    void whereHashesGoByWhatEachFrontEndLearnsThatIsSaid(String policy, boolean learns, int frontEnds, int lines) {
        FrontEndSettings settings = FrontEndSettings.defaults()
                .with(FrontEndSettings.POLICY, policy)
                .with(PolicySettings.WEIGHTS, learns);
        BackendAssigner assigner = new BackendAssigner(settings, new SlowStartTracker(Duration.ZERO), ticker);
        HealthSweep rounds = new HealthSweep(assigner, settings, 0);
        assertEquals(0, rounds.look(1).size());
        assigner.setFrontEnds(frontEnds);
        assertEquals(lines, rounds.look(2).size());
        assertEquals(0, rounds.look(3).size(), "once");
    }

    @Test
    void whoServesOtherThingsIsComparedWithItsLikeAlone() {
        AdmissionController dispatcher = new AdmissionController(
                FrontEndSettings.defaults()
                        .with(FrontEndSettings.POLICY, "wrr")
                        .with(
                                FrontEndSettings.RULES,
                                new BackendPoolRules(List.of(BackendPoolRules.Rule.parse("path:/video=video"))))
                        .with(PolicySettings.WEIGHTS, true),
                ticker);
        dispatcher.backends(List.of(
                backend("quick-1", 2).withLabels(Set.of("rack-1")),
                backend("quick-2", 2),
                backend("slow-1", 2).withLabels(Set.of("video", "rack-1")),
                backend("slow-2", 2).withLabels(Set.of("video"))));
        for (int round = 0; round < 12; round++) {
            aRound(dispatcher, 20, 200);
        }
        dispatcher
                .status(0, Map.of())
                .backends()
                .forEach(backend -> assertEquals(2, backend.weight(), 0.01, backend.name()));
    }

    @Test
    void ofSeveralFrontEndsEachLetsInItsPartAndWhoWaitsComesInWhenOneHasGone() {
        AdmissionController dispatcher = dispatcher(FrontEndSettings.defaults());
        dispatcher.backends(List.of(QUICK, SLOW));
        dispatcher.setFrontEnds(2);
        int part = dispatcher.status(0, Map.of()).admissionLimit();
        assertEquals((65 * 2 + 25 * 2 - 1) / 2, part);
        for (int at = 0; at < part + 3; at++) {
            dispatcher.enter(new AdmissionTicket(target++, ImmediateEventExecutor.INSTANCE, new Silent()));
        }
        assertEquals(3, dispatcher.status(0, Map.of()).queued());
        dispatcher.setFrontEnds(1);
        FrontEndStatus status = dispatcher.status(0, Map.of());
        assertEquals(1, status.frontEnds());
        assertEquals(0, status.queued());
        assertEquals(part + 3, status.active());
    }

    @Test
    void weightsThatAreGivenStay() {
        AdmissionController dispatcher = dispatcher(FrontEndSettings.defaults());
        dispatcher.backends(List.of(QUICK, SLOW));
        assertFalse(dispatcher.listens());
        aRound(dispatcher, 10, 200);
        aRound(dispatcher, 10, 200);
        assertEquals(2, weight(dispatcher, "slow"));
    }

    @ParameterizedTest
    @CsvSource({
        "200, true",
        "206, true",
        "304, true",
        "404, false",
        "301, false",
        "401, false",
        "429, false",
        "503, false"
    })
    void whoFailsFastIsNotTakenForStrong(int status, boolean teaches) {
        AdmissionController dispatcher = dispatcher(FrontEndSettings.defaults().with(PolicySettings.WEIGHTS, true));
        dispatcher.backends(List.of(QUICK, SLOW));
        for (int round = 0; round < 4; round++) {
            aRound(dispatcher, 10, status);
        }
        assertEquals(teaches, weight(dispatcher, "quick") > 2.1);
    }

    @Test
    void tunnelsAreNoRequestsThatKeepABackEndBusy() {
        AdmissionController dispatcher = dispatcher(FrontEndSettings.defaults().with(PolicySettings.WEIGHTS, true));
        dispatcher.backends(List.of(QUICK, SLOW));
        tunnels(dispatcher, 20);
        for (int round = 0; round < 4; round++) {
            aRound(dispatcher, 2, 200);
        }
        assertEquals(2, weight(dispatcher, "slow"), "one at a time is idle");
        dispatcher.setFrontEnds(2);
        for (int round = 0; round < 4; round++) {
            aRound(dispatcher, 2, 200);
        }
        assertTrue(weight(dispatcher, "slow") < 1.9, "with as many of another front-end it is busy");
    }

    @Test
    void tunnelsAreNoLoadToTrainBy() {
        AdmissionController dispatcher =
                dispatcher(FrontEndSettings.defaults().with(PolicySettings.DIFFERENCE, Duration.ofMillis(200)));
        dispatcher.backends(List.of(QUICK, backend("quiet", 2)));
        for (int round = 0; round < 2; round++) {
            tunnels(dispatcher, 16);
            steadily(dispatcher, 2, Duration.ofMillis(4 << round));
            steadily(dispatcher, 2, Duration.ofMillis(4 << round));
        }
        dispatcher.tick();
        assertEquals("training", dispatcher.status(0, Map.of()).loadThresholds().state());
    }

    private void tunnels(AdmissionController dispatcher, int number) {
        for (int at = 0; at < number; at++) {
            AdmissionTicket ticket = new AdmissionTicket(target++, ImmediateEventExecutor.INSTANCE, new Silent());
            dispatcher.enter(ticket);
            dispatcher.becomeLasting(ticket, true);
        }
    }

    @Test
    void marksFollowFromTheDifferenceThatIsAllowedOnceBackEndsWereBusy() {
        AdmissionController dispatcher =
                dispatcher(FrontEndSettings.defaults().with(PolicySettings.DIFFERENCE, Duration.ofMillis(200)));
        dispatcher.backends(List.of(QUICK, backend("quiet", 2)));
        assertEquals(
                new FrontEndStatus.LoadThresholds("training", 25, 65, 0),
                dispatcher.status(0, Map.of()).loadThresholds());
        int before = dispatcher.status(0, Map.of()).admissionLimit();
        for (int each = 1; each <= 16; each *= 2) {
            steadily(dispatcher, 4 * each, Duration.ofMillis(Math.max(4, 2 * each)));
        }
        dispatcher.tick();
        FrontEndStatus status = dispatcher.status(0, Map.of());
        assertEquals("learnt", status.loadThresholds().state());
        assertEquals(0.002, status.loadThresholds().serviceSeconds(), 0.0007);
        assertTrue(
                status.loadThresholds().low() >= 2 && status.loadThresholds().low() <= 8,
                () -> status.loadThresholds().toString());
        assertEquals(
                (status.loadThresholds().low() + 0.2 / status.loadThresholds().serviceSeconds()) / 2,
                status.loadThresholds().high(),
                1);
        assertEquals(
                2 * status.loadThresholds().high() + 2 * status.loadThresholds().low() - 1, status.admissionLimit());
        assertTrue(before != status.admissionLimit());
    }

    /** So many requests at a time, each of which takes this long, for ten seconds. */
    private void steadily(AdmissionController dispatcher, int requests, Duration each) {
        Deque<AdmissionTicket> tickets = new ArrayDeque<>();
        for (long nanos = 0;
                nanos < Duration.ofSeconds(10).toNanos();
                nanos += each.dividedBy(requests).toNanos()) {
            if (tickets.size() == requests) {
                end(dispatcher, tickets.remove(), 200);
            }
            AdmissionTicket ticket = new AdmissionTicket(target++, ImmediateEventExecutor.INSTANCE, new Silent());
            dispatcher.enter(ticket);
            tickets.add(ticket);
            ticker.pass(each.dividedBy(requests));
        }
        tickets.forEach(ticket -> end(dispatcher, ticket, 200));
    }

    /** Many requests, so many at a time, of which those on the slow one take four times as long; then a look. */
    private void aRound(AdmissionController dispatcher, int atATime, int status) {
        for (int batch = 0; batch < 200 / atATime; batch++) {
            List<AdmissionTicket> tickets = new ArrayList<>();
            for (int at = 0; at < atATime; at++) {
                AdmissionTicket ticket = new AdmissionTicket(target++, ImmediateEventExecutor.INSTANCE, new Silent());
                dispatcher.enter(ticket);
                tickets.add(ticket);
            }
            ticker.pass(Duration.ofMillis(10));
            tickets.stream().filter(ticket -> isOn("quick", ticket)).forEach(ticket -> end(dispatcher, ticket, status));
            ticker.pass(Duration.ofMillis(30));
            tickets.stream().filter(ticket -> isOn("slow", ticket)).forEach(ticket -> end(dispatcher, ticket, status));
        }
        ticker.pass(Duration.ofSeconds(5));
        look(dispatcher);
    }

    /** A weight is changed at each look. */
    private static void look(AdmissionController dispatcher) {
        for (int times = 0; times < 5; times++) {
            dispatcher.tick();
        }
    }

    private static boolean isOn(String name, AdmissionTicket ticket) {
        return ticket.member != null && ticket.member.backend.name().startsWith(name);
    }

    private static void end(AdmissionController dispatcher, AdmissionTicket ticket, int status) {
        ticket.answersWith(status);
        dispatcher.heard(ticket, ReportedCacheResult.UNKNOWN, -1);
        dispatcher.headerCame(ticket);
        dispatcher.finish(ticket);
    }

    private static double weight(AdmissionController dispatcher, String name) {
        return status(dispatcher, name).weight();
    }

    private static double given(AdmissionController dispatcher, String name) {
        return status(dispatcher, name).given();
    }

    private static FrontEndStatus.BackendStatus status(AdmissionController dispatcher, String name) {
        return dispatcher.status(0, Map.of()).backends().stream()
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private AdmissionController dispatcher(FrontEndSettings learning) {
        return new AdmissionController(learning.with(FrontEndSettings.POLICY, "wrr"), ticker);
    }

    private static Backend backend(String name, double weight) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 10_000 + name.charAt(0));
        return new Backend(name, address, weight, Backend.State.READY);
    }
}
