package io.gosling.gos.hazelcast;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.gosling.gos.repository.HomeAnswer;
import io.gosling.gos.repository.HomeObjectEntry;
import io.gosling.gos.repository.HomeReply;
import io.gosling.gos.repository.ObjectKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests what a home answers without the partition's thread. */
class HomeReadTableTest {
    private static final ObjectKey KEY = ObjectKey.of("key");
    private static final byte[] NO_BYTES = {};
    private static final long NOW = 1_000_000;

    private final HomeReadTable table = new HomeReadTable();
    private final AtomicBoolean own = new AtomicBoolean(true);

    private static HomeObjectEntry head(ObjectKey key, long ends) {
        return new HomeObjectEntry(key, 7, 0, ends, List.of("tag"), NO_BYTES);
    }

    private void put(ObjectKey key, long ends, String text) {
        table.put(head(key, ends), ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), own::get);
    }

    @Test
    void whatWasReadIsAnsweredUntilItChanges() {
        assertNull(table.read(KEY, 0, NOW));
        put(KEY, 0, "text");
        HomeReply reply = read(KEY, 0, NOW);
        HomeAnswer.Has has = assertInstanceOf(HomeAnswer.Has.class, reply.copied());
        assertEquals("text", new String(has.bytes(), StandardCharsets.UTF_8));
        assertEquals(7, has.version());
        assertEquals(List.of("tag"), has.tags());
        assertEquals(4, reply.bytes().remaining(), "the bytes are for everybody");
        assertEquals(new HomeAnswer.Same(7, 0), read(KEY, 7, NOW).answer());
        table.changing(KEY.hash(), false);
        assertNull(table.read(KEY, 0, NOW));
        put(KEY, 0, "again");
        assertEquals(5, read(KEY, 0, NOW).bytes().remaining());
        table.changing(KEY.hash(), true);
        assertNull(table.read(KEY, 0, NOW));
    }

    @Test
    void nothingIsAnsweredOfAPartitionThatMoves() {
        put(KEY, 0, "text");
        own.set(false);
        assertNull(table.read(KEY, 0, NOW));
        table.prune(NOW);
        own.set(true);
        assertNull(table.read(KEY, 0, NOW), "it went with the partition");
    }

    @Test
    void anExpiredObjectIsAbsentAtOnceAndGoesWithTheNextLook() {
        put(KEY, NOW + 10, "text");
        HomeAnswer.Has has =
                assertInstanceOf(HomeAnswer.Has.class, read(KEY, 0, NOW).answer());
        assertEquals(10, has.lifeMillis());
        assertEquals(new HomeAnswer.Nothing(), read(KEY, 0, NOW + 10).answer());
        table.prune(NOW + 9);
        assertEquals(1, table.size());
        table.prune(NOW + 10);
        assertEquals(0, table.size());
    }

    @Test
    void readsAreCountedAcrossChangesForAMomentAndNoLonger() {
        put(KEY, 0, "text");
        table.read(KEY, 0, NOW);
        table.read(KEY, 0, NOW + 5);
        HomeReadTable.Reads reads = table.reads(KEY.hash());
        assertEquals(2, reads.count());
        assertEquals(NOW + 5, reads.lastMillis());
        table.changing(KEY.hash(), false);
        table.prune(NOW);
        put(KEY, 0, "again");
        assertSame(reads, table.reads(KEY.hash()));
        table.changing(KEY.hash(), false);
        table.prune(NOW);
        table.prune(NOW);
        assertEquals(0, table.size());
        assertEquals(0, table.reads(KEY.hash()).count());
    }

    @Test
    void furtherObjectsThanTheBoundAreNotTaken() {
        for (int i = 0; i < HomeReadTable.MOST + 10; i++) {
            put(ObjectKey.of("key " + i), 0, "");
        }
        assertEquals(HomeReadTable.MOST, table.size());
        assertNull(table.read(ObjectKey.of("key " + (HomeReadTable.MOST + 1)), 0, NOW));
        put(ObjectKey.of("key 3"), 0, "again");
        assertEquals(5, read(ObjectKey.of("key 3"), 0, NOW).bytes().remaining());
    }

    @Test
    void aFullTableMakesRoomOfWhatWasNotRead() {
        for (int i = 0; i < HomeReadTable.MOST; i++) {
            put(ObjectKey.of("key " + i), 0, "");
        }
        long then = NOW + HomeReadTable.UNUSED_MILLIS;
        table.read(ObjectKey.of("key 3"), 0, NOW);
        table.read(ObjectKey.of("key 4"), 0, NOW + 1);
        table.prune(then);
        assertEquals(1, table.size());
        put(KEY, 0, "text");
        table.prune(then);
        assertEquals(2, table.size(), "where there is room, nothing goes");
    }

    private HomeReply read(ObjectKey key, long known, long now) {
        return Objects.requireNonNull(table.read(key, known, now));
    }
}
