package io.gosling.origin.upstream;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.gosling.caching.StoredResponseHead;
import io.gosling.caching.StoredResponseHeadCodec;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.purge.PurgeTarget;
import io.gosling.gos.space.SharedResponseRequest;
import io.gosling.gos.space.SharedResponseSource;
import io.gosling.testing.FakeExchange;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A file of 10 000 bytes in slices of 1000, of four nodes. */
class LargeClusterTest {
    private static final String URL = "http://origin.test/big";
    private static final int LENGTH = 10_000;

    private final ClusterStage stage = new ClusterStage(
            4,
            CacheSettings.of(1 << 20)
                    .with(CacheSettings.MAX_OBJECT, 4000L)
                    .with(CacheSettings.HEADROOM, 1L << 20)
                    .with(CacheSettings.REPLACEMENT, "lru")
                    .with(CacheSettings.SLICE, 1000L));
    private final FileOrigin file = new FileOrigin(LENGTH);

    @BeforeEach
    void begin() {
        stage.origin.script = file;
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private void range(int node, int first, int last) throws Exception {
        FakeExchange answer = stage.node(node).get("/big", "Range", "bytes=" + first + "-" + last);
        assertEquals(206, answer.status());
        assertArrayEquals(file.bytes(first, last), answer.responseBody());
    }

    @Test
    void whatOneNodeHasTheOthersTakeFromItsMemory() throws Exception {
        range(1, 3500, 4200);
        range(2, 3500, 4200);
        FakeExchange third = stage.node(3).get("/big", "Range", "bytes=4100-4101");
        assertEquals(206, third.status());
        assertTrue(Objects.requireNonNull(third.header("Cache-Status")).endsWith("; detail=peer"));
        assertEquals(1, stage.origin.requests());
        assertEquals(2000, file.read.get());

        range(2, 9000, 9001);
        range(1, 9000, 9001);
        assertEquals(2, stage.origin.requests());
    }

    @Test
    void eachSliceIsBroughtFromTheOriginOnceForAllNodesAndReaders() throws Exception {
        List<CompletableFuture<FakeExchange>> readers = new ArrayList<>();
        for (int reader = 0; reader < 5; reader++) {
            for (int node = 1; node <= 4; node++) {
                readers.add(stage.node(node).later("/big"));
                readers.add(stage.node(node).later("/big", "Range", "bytes=5500-9999"));
            }
        }
        for (int i = 0; i < readers.size(); i++) {
            byte[] expected = i % 2 == 0 ? file.bytes() : file.bytes(5500, 9999);
            assertArrayEquals(expected, readers.get(i).get().responseBody());
        }
        assertEquals(LENGTH, file.read.get());
    }

    @Test
    void aPurgeAtAllNodesLeavesNoneOfItsSlices() throws Exception {
        for (int node = 1; node <= 4; node++) {
            assertArrayEquals(file.bytes(), stage.node(node).get("/big").responseBody());
        }
        assertEquals(LENGTH, file.read.get());
        stage.members.forEach(
                member -> member.memory.purges().add(List.of(new PurgeTarget.Prefix("http://origin.test/b"))));
        for (int node = 1; node <= 4; node++) {
            range(node, 2000, 2999);
        }
        assertEquals(LENGTH + 1000, file.read.get());
    }

    @Test
    void whoFindsAnotherVersionTakesNothingOlderFromTheOthers() throws Exception {
        range(1, 0, 10);
        range(2, 0, 10);
        file.change("v2", LENGTH);
        range(2, 5000, 5010);
        FakeExchange next = stage.node(2).get("/big", "Range", "bytes=0-10");
        assertEquals("\"v2\"", next.header("ETag"));
        assertArrayEquals(file.bytes(0, 10), next.responseBody());
    }

    @Test
    void whatHasGoneStaleIsComparedOnceForAll() throws Exception {
        range(1, 0, 10);
        range(2, 0, 10);
        stage.ticker.advance(Duration.ofSeconds(200));
        range(1, 0, 10);
        range(2, 0, 10);
        assertEquals(2, stage.origin.requests());
        assertEquals(1000, file.read.get());
    }

    @Test
    void aSliceIndexIsTransferredAsItIs() throws Exception {
        range(1, 0, 10);
        SharedResponseSource.Giving giving =
                Objects.requireNonNull(stage.node(1).handler.responseSource().join(SharedResponseRequest.asHeld(URL)));
        try (giving) {
            SharedResponseSource.News.Head head = (SharedResponseSource.News.Head) giving.news(Duration.ofSeconds(1));
            assertEquals(0, head.length());
            ByteBuf none = Objects.requireNonNull(giving.bytes());
            assertEquals(0, none.readableBytes());
            none.release();
            long now = stage.ticker.nanos();
            StoredResponseHead read =
                    StoredResponseHeadCodec.read(StoredResponseHeadCodec.write(head.reply(), now), now);
            assertEquals(LENGTH, read.outlinedLength());
            var permit = stage.node(2).memory.replies().permit(URL);
            assertTrue(stage.node(2).handler.transferSink().take(permit, URL, read, Unpooled.EMPTY_BUFFER));
        }
        FakeExchange answer = stage.node(2).get("/big");
        assertArrayEquals(file.bytes(), answer.responseBody());
        assertNotNull(answer.header("ETag"));
        assertEquals(LENGTH, file.read.get());
    }

    @Test
    void aNodeThatDiesWhileItGivesASliceIsReplaced() throws Exception {
        assertArrayEquals(file.bytes(), stage.node(1).get("/big").responseBody());
        range(2, 0, 10);
        stage.node(1).dead = true;
        assertArrayEquals(file.bytes(), stage.node(2).get("/big").responseBody());
    }
}
