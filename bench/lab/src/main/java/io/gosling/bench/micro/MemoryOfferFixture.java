package io.gosling.bench.micro;

import io.gosling.caching.ResponseReuseTerms;
import io.gosling.caching.StoredResponseHead;
import io.gosling.document.PreparedHeaders;
import io.gosling.document.Representation;
import io.gosling.document.Ticker;
import io.gosling.gos.CacheSettings;
import io.gosling.gos.ObjectSpaceSettings;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.StoredResponse;
import io.gosling.http.Headers;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/**
 * Offers responses of an origin to the memory of a node that is in no cluster: all have the same kilobyte. Used by one
 * thread.
 */
final class MemoryOfferFixture implements AutoCloseable {
    private static final int BYTES = 1024;

    private final ByteBuf bytes = Unpooled.directBuffer(BYTES).writeZero(BYTES);
    private final Representation representation = new Representation("text/html", BYTES, "\"1\"", Instant.EPOCH);
    private final StoredResponseHead reply;
    private final NodeObjectMemory memory;
    private final ResponseMemory replies;

    MemoryOfferFixture(String replacement, long room) {
        Ticker ticker = Ticker.system();
        ResponseReuseTerms terms =
                new ResponseReuseTerms(Duration.ofDays(1), true, false, false, true, Duration.ZERO, Duration.ZERO);
        reply = new StoredResponseHead(
                200, Headers.of("Content-Type", "text/html"), terms, Duration.ZERO, ticker.nanos(), Set.of());
        CacheSettings settings = CacheSettings.of(room)
                .with(CacheSettings.MAX_OBJECT, room / 16)
                .with(CacheSettings.HEADROOM, room)
                .with(CacheSettings.REPLACEMENT, replacement);
        memory = NodeObjectMemory.empty(ObjectSpaceSettings.of("n1", room).withCache(settings), ticker);
        replies = memory.replies();
    }

    NodeObjectMemory memory() {
        return memory;
    }

    boolean ask(String url) {
        StoredResponse found = replies.find(url);
        if (found == null) {
            return false;
        }
        found.close();
        return true;
    }

    boolean offer(String url) {
        ResponseMemory.Permit permit = replies.permit(url);
        return replies.keep(permit, url, reply, representation, PreparedHeaders.none(), bytes.retainedDuplicate());
    }

    /** References to the bytes: of each object in memory, and this one's. */
    int references() {
        return bytes.refCnt();
    }

    @Override
    public void close() {
        memory.hot().clear();
        bytes.release();
    }
}
