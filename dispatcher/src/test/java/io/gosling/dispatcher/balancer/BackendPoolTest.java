package io.gosling.dispatcher.balancer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.dispatcher.backend.Backend;
import io.gosling.dispatcher.backend.BackendFailureReason;
import io.gosling.dispatcher.policy.PolicyName;
import io.gosling.dispatcher.policy.PolicySettings;
import io.gosling.dispatcher.settings.AdmissionSettings;
import io.gosling.dispatcher.settings.FrontEndSettings;
import io.gosling.dispatcher.status.FrontEndStatus;
import io.gosling.dispatcher.testing.ManualTicker;
import io.gosling.dispatcher.testing.Routes;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that rules confine to some back-ends, without a network. */
class BackendPoolTest {
    private static final @Nullable String ANY = null;
    private static final String IMAGES = "images";
    private static final String VIDEO = "video";

    private static final String[] POOLS = {"/images/**=images", "/video/**=video"};

    private final ManualTicker ticker = new ManualTicker();
    private AdmissionController dispatcher = dispatcher("lard-r", 0, false);

    private final class Request implements AdmissionTicket.Waiter {
        final AdmissionTicket ticket;

        @Nullable
        BackendState member;

        boolean waitedTooLong;
        int resumed;

        Request(@Nullable String pool, long target) {
            ticket = new AdmissionTicket(target, ImmediateEventExecutor.INSTANCE, this);
            ticket.pool = pool;
            member = dispatcher.enter(ticket);
        }

        @Override
        public void assigned(BackendState to) {
            member = to;
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
        public void gone(BackendState lost) {}

        String on() {
            assertNotNull(member, () -> String.valueOf(ticket.refusal));
            return member.backend.name();
        }
    }

    /** a, b: images; b, c: video; d: neither. */
    private void theFour() {
        dispatcher.backends(List.of(
                backend("a", 1, "images"),
                backend("b", 1, "images", "video"),
                backend("c", 1, "video"),
                backend("d", 1)));
    }

    @ParameterizedTest
    @EnumSource
    void whateverThePolicyARequestGoesToItsPool(PolicyName policy) {
        dispatcher = dispatcher(policy.label(), 0, false);
        theFour();
        Random random = new Random(11);
        List<Request> running = new ArrayList<>();
        for (int step = 0; step < 5000; step++) {
            String pool = List.of("any", IMAGES, VIDEO).get(random.nextInt(3));
            Request request = new Request(pool.equals("any") ? ANY : pool, random.nextInt(300));
            running.add(request);
            if (running.size() > 40) {
                Request over = running.remove(random.nextInt(running.size()));
                over.on();
                dispatcher.finish(over.ticket);
            }
            String among = pool.equals(IMAGES) ? "ab" : pool.equals(VIDEO) ? "bc" : "abcd";
            assertTrue(among.contains(request.on()), () -> request.on() + " is none of " + among);
        }
        running.forEach(request -> dispatcher.finish(request.ticket));
        status().backends().forEach(backend -> assertEquals(0, backend.load()));
        status().pools().forEach(pool -> assertEquals(0, pool.active() + pool.queued()));
    }

    @Test
    void aBackEndsLoadIsThatOfAllItsPools() {
        theFour();
        for (int at = 0; at < 20; at++) {
            new Request(IMAGES, 100 + at);
        }
        assertEquals(10, load("b"));
        Request video = new Request(VIDEO, 1);
        assertEquals("c", video.on());
        assertEquals(1, status().pools().get(1).active(), "those of the other pool are not confined to this one");
        assertEquals(20, status().pools().get(0).active());
        assertEquals(21, status().active());
    }

    @Test
    void whatOnePolicyRemembersIsOfItsPoolAlone() {
        theFour();
        Request first = new Request(IMAGES, 7);
        dispatcher.finish(first.ticket);
        assertEquals(1, status().pools().get(0).routingKeys());
        assertEquals(0, status().pools().get(1).routingKeys());
        assertEquals("b", new Request(VIDEO, 7).on().replace('c', 'b'));
        assertEquals(1, status().pools().get(1).routingKeys());
    }

    @Test
    void theAdmissionLimitHoldsInsideAPoolAndKeepsNobodyElseOut() {
        theFour();
        int limit = status().pools().getFirst().limit();
        assertEquals(65 + 25 - 1, limit);
        List<Request> images = new ArrayList<>();
        for (int at = 0; at < limit; at++) {
            images.add(new Request(IMAGES, at));
        }
        Request waits = new Request(IMAGES, 1);
        assertEquals(AdmissionTicket.State.WAITING, waits.ticket.state);
        assertEquals("d", new Request(ANY, 1).on().replace('c', 'd'));
        assertEquals(1, status().pools().getFirst().queued());
        dispatcher.finish(images.getFirst().ticket);
        assertTrue("ab".contains(waits.on()));
    }

    @Test
    void whatAnybodyMayServeDoesNotKeepOutWhatOnlyAPoolMay() {
        dispatcher.backends(List.of(backend("a", 1, "video"), backend("b", 1), backend("c", 1), backend("d", 1)));
        int limit = status().admissionLimit();
        for (int at = 0; at < limit - 1; at++) {
            new Request(ANY, at);
        }
        assertTrue(load("a") >= 24, "as many as a lone back-end's limit is");
        assertEquals("a", new Request(VIDEO, 1).on());
        assertEquals(AdmissionTicket.State.WAITING, new Request(VIDEO, 1).ticket.state, "all places are taken");
    }

    @Test
    void whoeverWaitsForOnePoolKeepsNobodyFromWaitingForAnother() {
        dispatcher = dispatcher("wrr", 4, false);
        theFour();
        for (int at = 0; at < 2 + 100; at++) {
            new Request(VIDEO, at);
        }
        assertEquals(100, status().queued());
        assertNotNull(new Request(VIDEO, 1).ticket.refusal);
        new Request(ANY, 1);
        new Request(ANY, 1);
        Request waits = new Request(ANY, 1);
        assertEquals(AdmissionTicket.State.WAITING, waits.ticket.state);
        assertEquals(AdmissionTicket.State.WAITING, new Request(IMAGES, 1).ticket.state);
        assertEquals(102, status().queued());
    }

    @ParameterizedTest
    @CsvSource({"9000, 3000", "1500, 1000", "700, 700"})
    void poolsShareTheMemoryOfRoutingKeys(int all, int each) {
        dispatcher = new AdmissionController(
                Routes.pools(FrontEndSettings.defaults().with(PolicySettings.TARGETS, all), POOLS), ticker);
        theFour();
        for (int target = 0; target < 4000; target++) {
            dispatcher.finish(new Request(IMAGES, target).ticket);
        }
        assertEquals(each, status().pools().getFirst().routingKeys());
    }

    @Test
    void whoWaitsLongestOfThoseWithRoomIsLetInFirst() {
        dispatcher = dispatcher("wrr", 4, false);
        theFour();
        List<Request> four = Stream.of("", VIDEO, VIDEO, "")
                .map(pool -> new Request(pool.isEmpty() ? ANY : pool, 1))
                .toList();
        assertEquals(List.of("a", "b", "c", "d"), four.stream().map(Request::on).toList());
        Request first = new Request(VIDEO, 1);
        ticker.pass(Duration.ofMillis(1));
        Request second = new Request(IMAGES, 1);
        ticker.pass(Duration.ofMillis(1));
        Request third = new Request(ANY, 1);
        finish("a", four);
        assertNull(first.member, "its pool's two have its half of the limit");
        assertEquals("a", second.on());
        assertNull(third.member);
        finish("c", four);
        assertEquals("c", first.on());
        assertNull(third.member);
        ticker.pass(Duration.ofSeconds(11));
        dispatcher.tick();
        assertTrue(third.waitedTooLong);
        assertEquals(0, status().queued());
    }

    @Test
    void whatIsConfinedToNobodyIsRefusedOrGoesElsewhere() {
        dispatcher.backends(List.of(backend("d", 1)));
        assertEquals(
                new AdmissionTicket.Refusal("destination_unavailable", "there is no back-end for this"),
                new Request(IMAGES, 1).ticket.refusal);
        assertEquals("d", new Request(ANY, 1).on());
        dispatcher = dispatcher("lard-r", 0, true);
        dispatcher.backends(List.of(backend("d", 1)));
        assertEquals("d", new Request(IMAGES, 1).on());
        assertEquals(1, status().pools().getFirst().elsewhere());
        dispatcher.backends(List.of(backend("d", 1), backend("a", 1, "images")));
        assertEquals("a", new Request(IMAGES, 1).on());
        assertEquals(1, status().pools().getFirst().elsewhere());
    }

    @Test
    void whoIsLeftAloneIsWaitedForWhereNobodyElseMayServe() {
        dispatcher.backends(List.of(backend("a", 1, "images"), backend("d", 1)));
        Request one = new Request(IMAGES, 1);
        assertNotNull(one.member);
        dispatcher.failed(one.ticket, BackendFailureReason.BROKEN);
        dispatcher.failed(one.ticket, BackendFailureReason.BROKEN);
        assertNull(dispatcher.moveToAnother(one.ticket, BackendFailureReason.UNREACHABLE));
        dispatcher.finish(one.ticket);
        Request waits = new Request(IMAGES, 1);
        assertEquals(AdmissionTicket.State.WAITING, waits.ticket.state);
        ticker.pass(Duration.ofMillis(1100));
        dispatcher.tick();
        assertEquals("a", waits.on());
    }

    @Test
    void whatFailsInItsPoolIsTriedElsewhereOnlyWhereThatIsWanted() {
        dispatcher = dispatcher("lard-r", 0, true);
        dispatcher.backends(List.of(backend("a", 1, "images"), backend("b", 1, "images"), backend("d", 1)));
        Request request = new Request(IMAGES, 1);
        BackendState second = dispatcher.moveToAnother(request.ticket, BackendFailureReason.UNREACHABLE);
        assertNotNull(second);
        assertEquals(Set.of("a", "b"), Set.of(request.on(), second.backend.name()));
        BackendState third = dispatcher.moveToAnother(request.ticket, BackendFailureReason.UNREACHABLE);
        assertNotNull(third);
        assertEquals("d", third.backend.name());
        assertNull(dispatcher.moveToAnother(request.ticket, BackendFailureReason.UNREACHABLE));
        dispatcher.finish(request.ticket);
        status().backends().forEach(backend -> assertEquals(0, backend.load()));
    }

    @Test
    void aBackEndThatChangesItsLabelsChangesItsPools() {
        dispatcher.backends(List.of(backend("a", 1, "images"), backend("b", 1, "video")));
        Request running = new Request(IMAGES, 1);
        dispatcher.backends(List.of(backend("a", 1, "video"), backend("b", 1, "images")));
        assertEquals("b", new Request(IMAGES, 1).on());
        assertEquals(2, status().active());
        assertEquals(1, status().pools().get(0).active(), "what still runs on the other is not of this pool's");
        assertEquals(0, status().pools().get(1).active());
        dispatcher.finish(running.ticket);
        assertEquals(1, status().pools().get(0).active());
        assertEquals(List.of("video"), status().backends().getFirst().labels());
    }

    private void finish(String on, List<Request> among) {
        dispatcher.finish(among.stream()
                .filter(request -> request.on().equals(on))
                .findFirst()
                .orElseThrow()
                .ticket);
    }

    private int load(String name) {
        return status().backends().stream()
                .filter(backend -> backend.name().equals(name))
                .findFirst()
                .orElseThrow()
                .load();
    }

    private FrontEndStatus status() {
        return dispatcher.status(0, Map.of());
    }

    @Test
    void otherRulesAndThresholdsLeaveRoutingKeysWhereTheyAre() {
        theFour();
        Map<Long, String> before = new HashMap<>();
        for (long key = 0; key < 100; key++) {
            Request request = new Request(ANY, key);
            before.put(key, request.on());
            dispatcher.finish(request.ticket);
        }
        change(Routes.pools(settings("lard-r", 0, false), "/a/**=new")
                .with(PolicySettings.LOW, 30)
                .with(PolicySettings.HIGH, 70));
        assertEquals(100, status().routingKeys());
        assertEquals(1, status().pools().size());
        before.forEach((key, name) -> assertEquals(name, new Request(ANY, key).on()));
        change(settings("lb", 0, false));
        assertEquals(0, status().routingKeys(), "another policy knows nothing yet");
    }

    private void change(FrontEndSettings other) {
        dispatcher.change(other, null);
    }

    private void withPools(String... pools) {
        change(Routes.pools(settings("lard-r", 4, false), pools));
    }

    /** Ends the pool of images under requests that wait, and brings it back. */
    private void withoutImagesAndBack() {
        withPools("/video/**=video");
        withPools("/images/**=images", "/video/**=video");
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aRequestThatWaitsForAPoolThatEndsAndComesBackIsAdmittedOnce() {
        dispatcher = dispatcher("lard-r", 4, false);
        theFour();
        List<Request> running = Stream.of(IMAGES, IMAGES, VIDEO, VIDEO)
                .map(label -> new Request(label, 1))
                .toList();
        Request over = new Request(IMAGES, 1);
        ticker.pass(Duration.ofMillis(1));
        Request waits = new Request(IMAGES, 1);
        withoutImagesAndBack();
        assertEquals(2, status().pools().getFirst().queued());
        dispatcher.finish(over.ticket);
        assertEquals(1, status().queued());
        running.forEach(request -> dispatcher.finish(request.ticket));
        assertTrue("ab".contains(waits.on()));
        assertNull(over.member);
        assertEquals(1, status().active());
        dispatcher.finish(waits.ticket);
        status().backends().forEach(backend -> assertEquals(0, backend.load()));
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aRequestThatWaitsForAPoolThatComesBackEmptyGoesOnWaiting() {
        dispatcher = dispatcher("lard-r", 4, false);
        dispatcher.backends(List.of(backend("a", 1, "images").in(Backend.State.DRAINING), backend("d", 1)));
        List<Request> running =
                Stream.generate(() -> new Request(ANY, 1)).limit(4).toList();
        Request waits = new Request(IMAGES, 1);
        withoutImagesAndBack();
        running.forEach(request -> dispatcher.finish(request.ticket));
        dispatcher.tick();
        assertNull(waits.member);
        ticker.pass(Duration.ofSeconds(11));
        dispatcher.tick();
        assertTrue(waits.waitedTooLong);
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPausedRequestThatWaitsForAPoolThatEndsAndComesBackGoesOnOnce() {
        dispatcher = dispatcher("lard-r", 4, false);
        theFour();
        Request paused = new Request(IMAGES, 1);
        dispatcher.pause(paused.ticket);
        List<Request> running = Stream.of(IMAGES, IMAGES, VIDEO, VIDEO)
                .map(label -> new Request(label, 1))
                .toList();
        assertFalse(dispatcher.resumeInTurn(paused.ticket));
        withoutImagesAndBack();
        running.forEach(request -> dispatcher.finish(request.ticket));
        assertEquals(1, paused.resumed);
        assertEquals(0, status().paused() + status().resuming());
        dispatcher.finish(paused.ticket);
        assertEquals(0, status().active());
    }

    @Test
    void aRuleAndItsBackEndsComeTogether() {
        dispatcher.backends(List.of(backend("d", 1)));
        dispatcher.change(settings("lard-r", 4, false), List.of(backend("a", 1, "images"), backend("d", 1)));
        assertEquals("a", new Request(IMAGES, 1).on());
    }

    @Test
    void aRequestOfAPoolThatEndsKeepsItsPlaceInTheOrderOfAll() {
        dispatcher = dispatcher("lard-r", 4, false);
        theFour();
        List<Request> running = Stream.of(IMAGES, IMAGES, VIDEO, VIDEO)
                .map(label -> new Request(label, 1))
                .toList();
        Request first = new Request(IMAGES, 1);
        ticker.pass(Duration.ofMillis(1));
        Request second = new Request(ANY, 1);
        withPools("/video/**=video");
        dispatcher.finish(running.getFirst().ticket);
        assertNotNull(first.member);
        assertNull(second.member);
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void whateverChangesUnderRequestsTheyAreCountedToTheEnd() {
        Random random = new Random(7);
        List<FrontEndSettings> terms = List.of(
                settings("lard-r", 6, false),
                Routes.pools(settings("lard-r", 6, false)),
                settings("lard", 9, true),
                Routes.pools(settings("lb", 6, false)),
                Routes.pools(settings("wrr", 40, true), "/v/**=video"));
        theFour();
        List<Request> all = new ArrayList<>();
        for (int step = 0; step < 5000; step++) {
            Request some = all.isEmpty() ? null : all.get(random.nextInt(all.size()));
            switch (random.nextInt(10)) {
                case 0 -> change(terms.get(random.nextInt(terms.size())));
                case 1, 2, 3 ->
                    all.add(new Request(
                            List.of(Optional.of(IMAGES), Optional.of(VIDEO), Optional.<String>empty())
                                    .get(random.nextInt(3))
                                    .orElse(null),
                            random.nextInt(50)));
                case 4 -> {
                    if (some != null) {
                        dispatcher.pause(some.ticket);
                    }
                }
                case 5 -> {
                    if (some != null) {
                        dispatcher.resume(some.ticket);
                    }
                }
                case 6 -> {
                    if (some != null) {
                        dispatcher.resumeInTurn(some.ticket);
                    }
                }
                case 7 -> dispatcher.tick();
                case 8 -> {
                    if (random.nextInt(20) == 0) {
                        dispatcher.backends(List.of(backend("a", 1, "images"), backend("c", 2, "video")));
                        theFour();
                    }
                }
                default -> {
                    if (some != null) {
                        dispatcher.finish(some.ticket);
                        all.remove(some);
                    }
                }
            }
        }
        all.forEach(request -> dispatcher.finish(request.ticket));
        FrontEndStatus rest = status();
        assertEquals(0, rest.active() + rest.queued() + rest.paused() + rest.resuming());
        rest.backends().forEach(backend -> assertEquals(0, backend.load(), backend.name()));
        for (FrontEndSettings term : terms) {
            change(term);
            status().pools().forEach(pool -> assertEquals(0, pool.active() + pool.queued(), pool.label()));
            assertNotNull(new Request(ANY, 1).member, "a place is free");
        }
    }

    private AdmissionController dispatcher(String policy, int limit, boolean elsewhere) {
        return new AdmissionController(settings(policy, limit, elsewhere), ticker);
    }

    private static FrontEndSettings settings(String policy, int limit, boolean elsewhere) {
        return Routes.pools(FrontEndSettings.defaults(), POOLS)
                .with(FrontEndSettings.POLICY, policy)
                .with(PolicySettings.TARGETS, 1000)
                .with(AdmissionSettings.LIMIT, limit)
                .with(AdmissionSettings.QUEUE_LENGTH, 100)
                .with(FrontEndSettings.EMPTY_POOL_GOES_ELSEWHERE, elsewhere);
    }

    private static Backend backend(String name, double weight, String... labels) {
        return new Backend(
                        name,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 10_000 + name.charAt(0)),
                        weight,
                        Backend.State.READY)
                .withLabels(Set.of(labels));
    }
}
