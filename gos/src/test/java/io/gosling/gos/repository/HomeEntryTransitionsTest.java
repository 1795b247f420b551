package io.gosling.gos.repository;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.testing.ManualTicker;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests the rules of a home: versions, conditions, quota. */
class HomeEntryTransitionsTest {
    private static final ObjectKey KEY = ObjectKey.of("key");

    private final ManualTicker ticker = new ManualTicker();
    private final FakeHomes homes = new FakeHomes(ticker);
    private long writes;

    private HomeAnswer write(ChangeCondition condition, String text) {
        return homes.step(KEY, new HomeRequest.Write(condition, ++writes, 0, List.of(), text.getBytes(UTF_8)));
    }

    private long stored(HomeAnswer answer) {
        return assertInstanceOf(HomeAnswer.Stored.class, answer).version();
    }

    private String read(long known) {
        return switch (homes.step(KEY, new HomeRequest.Read(known))) {
            case HomeAnswer.Has has -> has.version() + " " + new String(has.bytes(), UTF_8);
            case HomeAnswer.Same same -> "same";
            case HomeAnswer answer -> answer.getClass().getSimpleName();
        };
    }

    @Test
    void eachWriteHasAHigherVersion() {
        long first = stored(write(ChangeCondition.any(), "one"));
        long second = stored(write(ChangeCondition.any(), "two"));
        assertTrue(second > first);
        assertEquals(second + " two", read(0));
        assertEquals(second + " two", read(first));
        assertEquals("same", read(second));
    }

    @Test
    void aRemovedKeyDoesNotHaveTheSameVersionsAgain() {
        long first = stored(write(ChangeCondition.any(), "one"));
        assertInstanceOf(
                HomeAnswer.Removed.class, homes.step(KEY, new HomeRequest.Remove(ChangeCondition.any(), ++writes)));
        assertEquals("Nothing", read(first));
        assertTrue(stored(write(ChangeCondition.any(), "again")) > first);
    }

    @Test
    void aRemovalIsRememberedSoThatVersionsGrowAtAHomeWhoseClockIsBehind() {
        HomeRequest write = new HomeRequest.Write(ChangeCondition.any(), 1, 0, List.of(), new byte[3]);
        HomeObjectEntry stored = kept(HomeEntryTransitions.step(KEY, null, write, (o, b) -> true, 5000, 5_000_000));
        HomeObjectEntry removed = kept(HomeEntryTransitions.step(
                KEY, stored, new HomeRequest.Remove(ChangeCondition.any(), 11), (o, b) -> false, 5001, 5_001_000));
        assertTrue(removed.isRemoved());
        assertTrue(removed.version() > stored.version());
        assertTrue(removed.size() < stored.size());
        assertEquals(HomeObjectEntry.REMOVED_MILLIS, removed.keepMillis(5001));
        HomeEntryTransitions.Step again = HomeEntryTransitions.step(
                KEY, removed, new HomeRequest.Remove(ChangeCondition.any(), 12), (o, b) -> true, 5002, 5_002_000);
        assertInstanceOf(HomeAnswer.Nothing.class, again.answer());
        HomeRequest absent = new HomeRequest.Write(ChangeCondition.absent(), 2, 0, List.of(), new byte[3]);
        HomeObjectEntry next = kept(HomeEntryTransitions.step(KEY, removed, absent, (o, b) -> o == 1, 10, 10_000));
        assertTrue(next.version() > removed.version());
    }

    @Test
    void whereNoMoreRemovalsAreRememberedTheObjectIsDropped() {
        HomeRequest write = new HomeRequest.Write(ChangeCondition.any(), 1, 0, List.of(), new byte[3]);
        HomeObjectEntry stored = kept(HomeEntryTransitions.step(KEY, null, write, (o, b) -> true, 5000, 5_000_000));
        HomeEntryTransitions.Room forgetful = new HomeEntryTransitions.Room() {
            @Override
            public boolean fits(int objects, int bytes) {
                return true;
            }

            @Override
            public boolean remembersRemoved() {
                return false;
            }
        };
        HomeEntryTransitions.Step step = HomeEntryTransitions.step(
                KEY, stored, new HomeRequest.Remove(ChangeCondition.any(), 13), forgetful, 5001, 5_001_000);
        assertTrue(step.changes());
        assertNull(step.entry());
        assertInstanceOf(HomeAnswer.Removed.class, step.answer());
    }

    private static HomeObjectEntry kept(HomeEntryTransitions.Step step) {
        assertTrue(step.changes());
        return Objects.requireNonNull(step.entry());
    }

    @Test
    void onlyTheVersionThatWasChosenIsEvicted() {
        long first = stored(write(ChangeCondition.any(), "one"));
        assertInstanceOf(HomeAnswer.Nothing.class, homes.step(KEY, new HomeRequest.Evict(first - 1)));
        long second = stored(write(ChangeCondition.any(), "two"));
        assertInstanceOf(HomeAnswer.Nothing.class, homes.step(KEY, new HomeRequest.Evict(first)));
        assertInstanceOf(HomeAnswer.Removed.class, homes.step(KEY, new HomeRequest.Evict(second)));
        assertTrue(homes.entries.isEmpty());
    }

    @Test
    void lengthsAreKnownBeforeAnythingIsWritten() {
        List<String> tags = List.of("a", "\u00e9", "\u20ac");
        HomeRequest write = new HomeRequest.Write(ChangeCondition.version(7), 1, 2, tags, new byte[1000]);
        assertEquals(HomeCodec.write(KEY, write).length, HomeCodec.length(KEY, write));
    }

    @Test
    void conditionsAreAboutTheLastVersion() {
        assertEquals(new HomeAnswer.Conflict(0), write(ChangeCondition.version(7), "x"));
        assertEquals(new HomeAnswer.Conflict(0), write(ChangeCondition.present(), "x"));
        long first = stored(write(ChangeCondition.absent(), "one"));
        assertEquals(new HomeAnswer.Conflict(first), write(ChangeCondition.absent(), "x"));
        long second = stored(write(ChangeCondition.version(first), "two"));
        assertEquals(new HomeAnswer.Conflict(second), write(ChangeCondition.version(first), "x"));
        assertEquals(
                new HomeAnswer.Conflict(second),
                homes.step(KEY, new HomeRequest.Remove(ChangeCondition.version(first), ++writes)));
        assertEquals(second + " two", read(0));
    }

    @Test
    void aWriteThatArrivesTwiceIsDoneOnce() {
        HomeRequest request = new HomeRequest.Write(ChangeCondition.absent(), 99, 0, List.of(), "one".getBytes(UTF_8));
        HomeAnswer first = homes.step(KEY, request);
        assertEquals(first, homes.step(KEY, request));
        assertEquals(stored(first) + " one", read(0));
    }

    @Test
    void theLastChangeIsConfirmedAndStoredAgainForBackups() {
        HomeRequest write = new HomeRequest.Write(ChangeCondition.absent(), 99, 0, List.of(), "one".getBytes(UTF_8));
        assertEquals(new HomeAnswer.Nothing(), homes.step(KEY, new HomeRequest.Confirm(99)));
        assertStoredAgain(homes.step(KEY, write), 99);
        HomeRequest second = new HomeRequest.Write(ChangeCondition.any(), 98, 0, List.of(), "two".getBytes(UTF_8));
        assertStoredAgain(homes.step(KEY, second), 98);
        assertEquals(new HomeAnswer.Nothing(), homes.step(KEY, new HomeRequest.Confirm(99)));
        HomeRequest remove = new HomeRequest.Remove(ChangeCondition.any(), 97);
        assertStoredAgain(homes.step(KEY, remove), 97);
        assertInstanceOf(HomeAnswer.Removed.class, homes.step(KEY, remove));
        assertInstanceOf(HomeAnswer.Nothing.class, homes.step(KEY, new HomeRequest.Remove(ChangeCondition.any(), 96)));
    }

    private void assertStoredAgain(HomeAnswer answer, long number) {
        HomeObjectEntry entry = homes.entries.get(KEY.hash());
        HomeEntryTransitions.Step step =
                HomeEntryTransitions.step(KEY, entry, new HomeRequest.Confirm(number), (o, b) -> false, 1, 1000);
        assertEquals(new HomeEntryTransitions.Step(true, entry, answer), step);
    }

    @Test
    void anObjectEndsWithItsLife() {
        homes.step(KEY, new HomeRequest.Write(ChangeCondition.any(), 1, 5000, List.of("a"), "one".getBytes(UTF_8)));
        ticker.advance(Duration.ofMillis(4999));
        HomeAnswer.Has has = assertInstanceOf(HomeAnswer.Has.class, homes.step(KEY, new HomeRequest.Read(0)));
        assertEquals(1, has.lifeMillis());
        assertEquals(List.of("a"), has.tags());
        ticker.advance(Duration.ofMillis(1));
        assertEquals("Nothing", read(0));
        stored(write(ChangeCondition.absent(), "two"));
    }

    @Test
    void aFullHomeSaysSoAndChangesNothing() {
        homes.quota(1, 1000);
        long first = stored(write(ChangeCondition.any(), "one"));
        assertInstanceOf(HomeAnswer.Full.class, write(ChangeCondition.any(), "x".repeat(2000)));
        assertEquals(first + " one", read(0));
        stored(write(ChangeCondition.any(), "1"));
        ObjectKey other = ObjectKey.of("other");
        assertInstanceOf(
                HomeAnswer.Full.class,
                homes.step(other, new HomeRequest.Write(ChangeCondition.any(), 5, 0, List.of(), new byte[0])));
    }

    @Test
    void twoKeysOfOneHashAreNotConfused() {
        ObjectKey twin = new ObjectKey("twin".getBytes(UTF_8), KEY.hash());
        stored(write(ChangeCondition.any(), "one"));
        assertInstanceOf(HomeAnswer.Collision.class, homes.step(twin, new HomeRequest.Read(0)));
        ObjectRepository space = new ObjectRepository(
                RepositorySettings.defaults(), homes.seenFrom(false), CopyCoherence.none(), ticker, new Random(1));
        // The key as it travels has lost nothing: the home sees that it is another.
        HomeEntryTransitions.Step step = HomeEntryTransitions.step(
                twin,
                homes.entries.get(KEY.hash()),
                new HomeRequest.Remove(ChangeCondition.any(), ++writes),
                (o, b) -> true,
                1,
                1000);
        assertInstanceOf(HomeAnswer.Collision.class, step.answer());
        assertFalse(step.changes());
        assertInstanceOf(GetResult.Found.class, space.get(KEY));
        assertInstanceOf(GetResult.Unavailable.class, space.get(twin));
        PutResult.Unavailable refused =
                assertInstanceOf(PutResult.Unavailable.class, space.put(twin, StoredContent.of("two")));
        assertTrue(refused.reason().contains("same hash"), refused.reason());
    }

    @Test
    void bytesThatAreNoMessageAreRefused() throws IOException {
        HomeObjectEntry entry = new HomeObjectEntry(KEY, 3, 6, 7, List.of("a", "b"), new byte[] {1, 2, 3});
        byte[] packed = HomeCodec.write(entry);
        HomeObjectEntry read = HomeCodec.readEntry(packed);
        assertEquals(entry.key(), read.key());
        assertEquals(List.of(3L, 6L, 7L), List.of(read.version(), read.write(), read.ends()));
        assertEquals(entry.tags(), read.tags());
        assertArrayEquals(entry.bytes(), read.bytes());
        HomeObjectEntry head = HomeCodec.readHead(packed);
        assertEquals(entry.with(head.bytes()), head);
        assertArrayEquals(new byte[0], head.bytes());
        assertNull(HomeCodec.readHead(HomeCodec.write(entry.with(null))).bytes());
        for (int length = 0; length < packed.length; length++) {
            byte[] cut = Arrays.copyOf(packed, length);
            assertThrows(IOException.class, () -> HomeCodec.readEntry(cut));
        }
        assertThrows(IOException.class, () -> HomeCodec.readEntry(Arrays.copyOf(packed, packed.length + 1)));
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            try {
                HomeCodec.readQuestion(noise);
                HomeCodec.readAnswer(noise);
            } catch (IOException e) {
                // As it should be.
            }
        }
    }

    @Test
    void keysAreAnyBytes() {
        byte[] odd = {0, '/', '%', ' ', (byte) 0xff, 'a', '~'};
        ObjectKey key = ObjectKey.of(odd);
        assertEquals("%00%2F%25%20%FFa~", key.toString());
        assertEquals(key, ObjectKey.parse(key.toString()));
        assertEquals(ObjectKey.of("a/b"), ObjectKey.parse("a/b"));
        assertThrows(IllegalArgumentException.class, () -> ObjectKey.parse("a%2"));
        assertThrows(IllegalArgumentException.class, () -> ObjectKey.of(new byte[0]));
        assertThrows(IllegalArgumentException.class, () -> ObjectKey.of(new byte[ObjectKey.LONGEST + 1]));
        assertEquals(UUID.fromString(key.name()), key.hash());
    }
}
