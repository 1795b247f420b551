package io.gosling.replication.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.replication.plan.CopyConsistencySettings.Mode;
import io.gosling.replication.plan.CopyConsistencySettings.Notice;
import io.gosling.replication.plan.CopyConsistencySettings.Use;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Hunts for answers that are older than a mode's bound, with messages that are late, lost, or overtake each other. */
class CopyConsistencySettingsTest {
    private static final int SEEDS = 40;
    private static final Duration VALIDATE = Duration.ofSeconds(30);
    private static final Duration DELIVERY = Duration.ofSeconds(2);
    private static final Duration PAGE = Duration.ofSeconds(20);

    @ParameterizedTest
    @EnumSource(Mode.class)
    void noAnswerIsOlderThanItsModeAllows(Mode mode) {
        for (long seed = 0; seed < SEEDS; seed++) {
            World world = new World(
                    CopyConsistencySettings.by(mode).with(CopyConsistencySettings.VALIDATE_AFTER, VALIDATE),
                    false,
                    seed);
            world.run();
            assertEquals(List.of(), world.violations, mode + ", seed " + seed);
            assertTrue(world.answers > 500, "answers: " + world.answers);
        }
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void noAnswerIsOlderThanItsModeAllowsWhereMessagesAreLost(Mode mode) {
        for (long seed = 0; seed < SEEDS; seed++) {
            World world = new World(
                    CopyConsistencySettings.by(mode).with(CopyConsistencySettings.VALIDATE_AFTER, VALIDATE),
                    true,
                    seed);
            world.run();
            assertEquals(List.of(), world.violations, mode + ", seed " + seed);
        }
    }

    /** The hunt finds something where there is something: copies that are never compared grow older than any bound. */
    @Test
    void theHuntFindsAViolationWhereNothingIsCompared() {
        World world = new World(
                CopyConsistencySettings.by(Mode.VALIDATION)
                        .with(CopyConsistencySettings.VALIDATE_AFTER, Duration.ofDays(1)),
                false,
                1);
        world.bound = VALIDATE;
        world.run();
        assertTrue(!world.violations.isEmpty());
    }

    @Test
    void eachModeTellsWhomItHasToTell() {
        List<String> holders = List.of("a", "b");
        assertEquals(
                List.of(new Notice("a", "/x", 7, true), new Notice("b", "/x", 7, true)),
                CopyConsistencySettings.by(Mode.ACTIVE_UPDATE)
                        .with(CopyConsistencySettings.VALIDATE_AFTER, VALIDATE)
                        .changed("/x", 7, holders));
        assertEquals(
                List.of(new Notice("a", "/x", 7, false), new Notice("b", "/x", 7, false)),
                CopyConsistencySettings.by(Mode.EXPLICIT_NOTIFICATION)
                        .with(CopyConsistencySettings.VALIDATE_AFTER, VALIDATE)
                        .changed("/x", 7, holders));
        assertEquals(
                List.of(),
                CopyConsistencySettings.by(Mode.IMPLICIT_NOTIFICATION)
                        .with(CopyConsistencySettings.VALIDATE_AFTER, VALIDATE)
                        .changed("/x", 7, holders));
        assertEquals(
                List.of(),
                CopyConsistencySettings.by(Mode.VALIDATION)
                        .with(CopyConsistencySettings.VALIDATE_AFTER, VALIDATE)
                        .changed("/x", 7, holders));
    }

    @Test
    void theStampOfALinkCountsWhereNothingElseSaysWhatIsNew() {
        CopyConsistencySettings implicit = CopyConsistencySettings.by(Mode.IMPLICIT_NOTIFICATION)
                .with(CopyConsistencySettings.VALIDATE_AFTER, VALIDATE);
        assertEquals(Use.VALIDATE, implicit.use(5, 6, CopyConsistencySettings.BETWEEN_QUESTIONS));
        assertEquals(Use.SERVE, implicit.use(6, 6, Duration.ZERO));
        assertEquals(Use.SERVE, implicit.use(6, 0, Duration.ZERO));
        assertEquals(Use.VALIDATE, implicit.use(6, 6, VALIDATE));
        assertEquals(
                Use.SERVE,
                CopyConsistencySettings.by(Mode.VALIDATION)
                        .with(CopyConsistencySettings.VALIDATE_AFTER, VALIDATE)
                        .use(5, 6, Duration.ZERO));
    }

    /** Requests for a version that does not exist yet ask the home at most once a second. */
    @Test
    void aVersionThatAClientMadeUpDoesNotAskTheHomeEachTime() {
        CopyConsistencySettings implicit = CopyConsistencySettings.by(Mode.IMPLICIT_NOTIFICATION)
                .with(CopyConsistencySettings.VALIDATE_AFTER, VALIDATE);
        int questions = 0;
        Duration checked = Duration.ZERO;
        for (int millis = 0; millis < 10_000; millis++) {
            Duration now = Duration.ofMillis(millis);
            if (implicit.use(5, Long.MAX_VALUE, now.minus(checked)) == Use.VALIDATE) {
                questions++;
                checked = now;
            }
        }
        assertEquals(9, questions);
        assertEquals(
                CopyConsistencySettings.BETWEEN_QUESTIONS,
                staleAtMost(implicit, DELIVERY, false, Duration.ZERO),
                "what that costs");
    }

    @Test
    void versionsRiseEvenIfAClockIsSetBack() {
        assertEquals(1_000, CopyConsistencySettings.nextVersion(5, 1_000));
        assertEquals(1_001, CopyConsistencySettings.nextVersion(1_000, 7));
        assertThrows(
                IllegalArgumentException.class,
                () -> CopyConsistencySettings.by(Mode.VALIDATION)
                        .with(CopyConsistencySettings.VALIDATE_AFTER, Duration.ZERO));
    }

    /**
     * The longest time after a change for which a client may still get the old bytes.
     *
     * @param delivery longest delivery of a message
     * @param lost true if messages may be lost
     * @param pageAge greatest age of the page with the link
     */
    private static Duration staleAtMost(
            CopyConsistencySettings consistency, Duration delivery, boolean lost, Duration pageAge) {
        Duration checked = consistency.get(CopyConsistencySettings.VALIDATE_AFTER);
        return switch (consistency.get(CopyConsistencySettings.MODE)) {
            case ACTIVE_UPDATE, EXPLICIT_NOTIFICATION -> lost ? max(delivery, checked) : min(delivery, checked);
            case IMPLICIT_NOTIFICATION -> min(max(pageAge, CopyConsistencySettings.BETWEEN_QUESTIONS), checked);
            case VALIDATION -> checked;
        };
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    /**
     * One document, a home that changes it, co-op servers and clients. The home's clock, from which versions come,
     * jumps by hours; co-op servers know nothing but how much time has passed.
     */
    private static final class World {
        private static final double SECONDS = 600;

        private final CopyConsistencySettings consistency;
        private final boolean lossy;
        private final RandomGenerator random;
        private final PriorityQueue<Event> events =
                new PriorityQueue<>(Comparator.comparingDouble(Event::at).thenComparingLong(Event::number));
        private final TreeMap<Double, Long> history = new TreeMap<>(Map.of(0.0, 1L));
        private final List<Coop> coops = List.of(new Coop("a"), new Coop("b"), new Coop("c"));
        private final List<String> violations = new ArrayList<>();
        private Duration bound;
        private long numbers;
        private int answers;

        private record Event(double at, long number, Runnable what) {}

        private static final class Coop {
            private final String name;
            private final CopyQuotaAccounts store = new CopyQuotaAccounts(1);
            private final Set<Fetch> open = new HashSet<>();
            private double checked;

            Coop(String name) {
                this.name = name;
            }
        }

        /** Bytes on their way, and the newest version that was told of meanwhile. */
        private static final class Fetch {
            private long told;
        }

        World(CopyConsistencySettings consistency, boolean lossy, long seed) {
            this.consistency = consistency;
            this.lossy = lossy;
            this.random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
            this.bound = staleAtMost(consistency, DELIVERY, lossy, PAGE);
            for (double at = 0; at < SECONDS; at += random.nextDouble(40)) {
                at(at, this::change);
            }
            for (double at = 0; at < SECONDS; at += random.nextDouble(1)) {
                at(at, this::visit);
            }
        }

        private void at(double time, Runnable what) {
            events.add(new Event(time, numbers++, what));
        }

        private double now;

        void run() {
            while (!events.isEmpty()) {
                Event event = events.remove();
                now = event.at();
                event.what().run();
            }
        }

        private long version() {
            return history.lastEntry().getValue();
        }

        private double delay() {
            return random.nextDouble((double) DELIVERY.toSeconds());
        }

        private void change() {
            long clock = (long) (now * 1000) + random.nextLong(-7_200_000, 7_200_000);
            long version = CopyConsistencySettings.nextVersion(version(), clock);
            history.put(now, version);
            for (Notice notice : consistency.changed("/x", version, List.of("a", "b", "c"))) {
                if (!lossy || random.nextInt(3) > 0) {
                    at(now + delay(), () -> tell(notice));
                }
            }
        }

        private void tell(Notice notice) {
            Coop coop = coops.stream()
                    .filter(one -> one.name.equals(notice.server()))
                    .findFirst()
                    .orElseThrow();
            long version = notice.version();
            coop.open.forEach(fetch -> fetch.told = Math.max(fetch.told, version));
            boolean older = coop.store
                    .use("h", "/x")
                    .filter(copy -> copy.version() >= version)
                    .isEmpty();
            if (older && !notice.update()) {
                coop.store.forget("h", "/x");
            } else if (older && coop.store.use("h", "/x").isPresent()) {
                // An update is no check: another one may have been lost before it, or be on its way.
                coop.store.keep("h", "/x", 1, version);
            }
        }

        /** A page is sent with the version of then; its link is followed some time later. */
        private void visit() {
            long wanted = version();
            Coop coop = coops.get(random.nextInt(coops.size()));
            at(now + random.nextDouble((double) PAGE.toSeconds()), () -> ask(coop, wanted));
        }

        private void ask(Coop coop, long wanted) {
            double asked = now;
            var copy = coop.store.use("h", "/x");
            Duration age = Duration.ofNanos((long) ((now - coop.checked) * 1e9));
            Use use = copy.map(held -> consistency.use(held.version(), wanted, age))
                    .orElse(Use.VALIDATE);
            if (use == Use.SERVE) {
                answer(asked, copy.orElseThrow().version());
                return;
            }
            Fetch fetch = new Fetch();
            coop.open.add(fetch);
            at(now + delay() / 2, () -> {
                long found = version();
                at(now + delay() / 2, () -> {
                    coop.open.remove(fetch);
                    if (CopyConsistencySettings.mayKeep(found, fetch.told)
                            && coop.store.keep("h", "/x", 1, found).kept()) {
                        coop.checked = asked;
                    }
                    answer(asked, found);
                });
            });
        }

        /** An answer must have been current after the question less the bound. */
        private void answer(double asked, long version) {
            answers++;
            double since = asked - bound.toNanos() / 1e9;
            long least = since <= 0 ? 1 : history.floorEntry(since).getValue();
            if (version < least) {
                violations.add("at " + asked + ": version " + version + ", expected at least " + least);
            }
        }
    }
}
