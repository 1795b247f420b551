package io.gosling.gos.purge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.gos.purge.PurgeHistory.Validity;
import io.gosling.gos.purge.PurgeTarget.Key;
import io.gosling.gos.purge.PurgeTarget.Prefix;
import io.gosling.gos.purge.PurgeTarget.Tag;
import io.gosling.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PurgeHistoryTest {
    private final ManualTicker ticker = new ManualTicker();
    private final PurgeHistory history = new PurgeHistory(ticker);

    private Validity judge(String key, long since, String... tags) {
        return history.judge(key, Set.of(tags), since);
    }

    @Test
    void whatCameBeforeAPurgeIsGoneAndWhatWasAskedForAfterItIsGood() {
        long before = history.latest();
        history.add(List.of(new Key("/a")));

        assertEquals(Validity.GONE, judge("/a", before));
        assertEquals(Validity.GOOD, judge("/a", history.latest()));
        assertEquals(Validity.GOOD, judge("/b", before));
    }

    @Test
    void aUrlIsPurgedWithAllItsVariantsAndWithNoOtherUrlThatBeginsLikeIt() {
        history.add(List.of(new Key("http://o/a")));

        assertEquals(Validity.GONE, judge("http://o/a accept-encoding=gzip", 0));
        assertEquals(Validity.GOOD, judge("http://o/a?x", 0));
        assertEquals(Validity.GOOD, judge("http://o/ab", 0));
    }

    @Test
    void prefixesAndTagsMeanManyObjects() {
        history.add(List.of(new Prefix("/img/"), new Tag("sport")));

        assertEquals(Validity.GONE, judge("/img/1.png", 0));
        assertEquals(Validity.GOOD, judge("/image", 0));
        assertEquals(Validity.GONE, judge("/news", 0, "sport", "front"));
        assertEquals(Validity.GOOD, judge("/news", 0, "front"));
    }

    @Test
    void aSoftPurgeMakesStaleAndNeverHidesAHardOne() {
        history.soften(List.of(new Key("/a")), ticker.nanos());
        assertEquals(Validity.STALE, judge("/a", 0));

        history.add(List.of(new Key("/a")));
        history.soften(List.of(new Key("/a")), ticker.nanos());
        assertEquals(Validity.GONE, judge("/a", 0));
        assertEquals(Validity.STALE, judge("/a", 2));
        assertEquals(Validity.GOOD, judge("/a", 3));
    }

    /** A later request for a copy must not make it stale only then. */
    @Test
    void itIsStaleSinceTheFirstSoftPurgeThatMeansItAndNotSinceALaterOne() {
        long start = ticker.nanos();
        history.soften(List.of(new Tag("sport")), ticker.nanos());
        ticker.advance(Duration.ofSeconds(1));
        history.soften(List.of(new Key("/a")), ticker.nanos());
        ticker.advance(Duration.ofSeconds(1));
        history.soften(List.of(new Key("/a"), new Prefix("/b")), ticker.nanos());
        ticker.advance(Duration.ofSeconds(1));

        assertEquals(start, history.staleSince("/a", Set.of("sport"), 0));
        assertEquals(start + 1_000_000_000, history.staleSince("/a", Set.of(), 0));
        assertEquals(start + 2_000_000_000, history.staleSince("/a", Set.of(), 2));
        assertEquals(start + 2_000_000_000, history.staleSince("/b", Set.of(), 0));
    }

    /** A node that was frozen hears of it when others have long been told that it is complete. */
    @Test
    void whatWasSoftenedElsewhereMeanwhileHasBeenStaleForThatLong() {
        long now = ticker.nanos();
        history.soften(List.of(new Key("/a"), new Tag("sport")), now - 3_000_000_000L);
        assertEquals(now - 3_000_000_000L, history.staleSince("/a", Set.of(), 0));
        assertEquals(now - 3_000_000_000L, history.staleSince("/b", Set.of("sport"), 0));
    }

    /** The younger one was done here at once, the older one was heard of when the node was back in touch. */
    @Test
    void whatIsHeardOfLateCountsFromItsOwnMomentThoughItsNumberIsLater() {
        long now = ticker.nanos();
        history.soften(List.of(new Key("/a"), new Tag("sport")), ticker.nanos());
        history.soften(List.of(new Key("/a"), new Tag("sport")), now - 7_000_000_000L);
        history.soften(List.of(new Key("/a")), now + 5_000_000_000L);
        assertEquals(now - 7_000_000_000L, history.staleSince("/a", Set.of(), 0));
        assertEquals(now - 7_000_000_000L, history.staleSince("/b", Set.of("sport"), 0));
        assertEquals(now, history.staleSince("/a", Set.of(), 2), "a lease that has not run out says nothing");

        for (int i = 0; i < 20; i++) {
            history.soften(List.of(new Key("/many")), now - i);
        }
        assertEquals(now - 19, history.staleSince("/many", Set.of(), 0));
    }

    @Test
    void ofVeryManySoftPurgesOfOneObjectTheLaterOnesCountAsEarlier() {
        long start = ticker.nanos();
        for (int i = 0; i < 100; i++) {
            history.soften(List.of(new Key("/a")), ticker.nanos());
            ticker.advance(Duration.ofSeconds(1));
        }
        assertEquals(start, history.staleSince("/a", Set.of(), 0));
        assertEquals(start + 15_000_000_000L, history.staleSince("/a", Set.of(), 99));
        assertEquals(Validity.STALE, judge("/a", 99));
        assertEquals(Validity.GOOD, judge("/a", 100));
    }

    @Test
    void whoAsksWhileTheHeaderIsNotKnownDoesNotJoinAfterAnyTagWasPurged() {
        history.add(List.of(new Key("/other"), new Prefix("/img/")));
        assertTrue(history.isJoinable("/a", 0));
        assertFalse(history.isJoinable("/other", 0));
        assertFalse(history.isJoinable("/img/1", 0));

        history.add(List.of(new Tag("sport")));
        assertFalse(history.isJoinable("/a", 0));
        assertTrue(history.isJoinable("/a", history.latest()));
    }

    @Test
    void whenPurgesMayHaveBeenMissedEverythingIsUnprovenAndWhatIsKnownToBeGoneStaysGone() {
        history.add(List.of(new Key("/a")));
        long since = history.latest();
        history.doubtAll();

        assertEquals(Validity.GONE, judge("/a", 0));
        assertEquals(Validity.UNPROVEN, judge("/a", since));
        assertEquals(Validity.UNPROVEN, judge("/b", since));
        assertEquals(Validity.GOOD, judge("/b", history.latest()));
    }

    @Test
    void whatIsForgottenIsDoubtedAndNeverBelieved() {
        history.add(List.of(new Key("/a"), new Prefix("/img/")));
        long first = history.latest();
        history.swept(first);
        assertEquals(Validity.GONE, judge("/a", 0));

        history.add(List.of(new Key("/b")));
        history.swept(history.latest());

        assertEquals(1, history.remembered());
        assertEquals(Validity.UNPROVEN, judge("/a", 0));
        assertEquals(Validity.UNPROVEN, judge("/c", 0));
        assertEquals(Validity.GOOD, judge("/a", first));
        assertEquals(Validity.GONE, judge("/b", first));
    }

    /** Random purges, sweeps and doubts beside a list of all that ever happened. */
    @Test
    void againstAListOfEverything() {
        record Happened(long number, PurgeTarget target, boolean soft) {}
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            PurgeHistory tested = new PurgeHistory(new ManualTicker());
            List<Happened> all = new ArrayList<>();
            for (int step = 0; step < 200; step++) {
                boolean soft = random.nextBoolean();
                String name = "/" + random.nextInt(3) + "/" + random.nextInt(3);
                PurgeTarget target = switch (random.nextInt(3)) {
                    case 0 -> new Key(name);
                    case 1 -> new Prefix(name.substring(0, 2));
                    default -> new Tag(name.substring(1, 2));
                };
                switch (random.nextInt(8)) {
                    case 0 -> tested.swept(tested.latest());
                    case 1 -> {
                        if (random.nextInt(20) == 0) {
                            tested.doubtAll();
                        }
                    }
                    default -> {
                        if (soft) {
                            tested.soften(List.of(target), 0);
                        } else {
                            tested.add(List.of(target));
                        }
                        all.add(new Happened(tested.latest(), target, soft));
                    }
                }
                String key = "/" + random.nextInt(3) + "/" + random.nextInt(3) + (random.nextBoolean() ? " v" : "");
                Set<String> tags = Set.of(String.valueOf(random.nextInt(3)));
                long since = random.nextLong(tested.latest() + 1);
                boolean gone = false;
                boolean stale = false;
                for (Happened one : all) {
                    if (one.number > since && one.target.covers(PurgeTarget.base(key), tags)) {
                        gone |= !one.soft;
                        stale |= one.soft;
                    }
                }
                Validity validity = tested.judge(key, tags, since);
                Validity right = gone ? Validity.GONE : stale ? Validity.STALE : Validity.GOOD;
                assertTrue(
                        validity == right || validity == Validity.UNPROVEN,
                        "seed " + seed + ", step " + step + ": " + validity + " for " + right);
            }
        }
    }
}
