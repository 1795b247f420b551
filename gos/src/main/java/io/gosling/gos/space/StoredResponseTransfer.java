package io.gosling.gos.space;

import io.gosling.caching.StoredResponseHead;
import io.gosling.gos.ObjectSpaceStatistics;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.memory.NodeObjectMemory;
import io.gosling.gos.memory.ResponseMemory;
import io.gosling.gos.memory.TransferredResponseSink;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.purge.PurgeTarget;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Transfers stored responses of an origin from another node's memory into this one's. Safe for use by many threads;
 * blocks.
 */
public final class StoredResponseTransfer {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final int PIECE = 1 << 16;

    private final NodeObjectMemory memory;
    private final Supplier<PeerClient> peers;
    private volatile @Nullable TransferredResponseSink sink;

    public StoredResponseTransfer(NodeObjectMemory memory, Supplier<PeerClient> peers) {
        this.memory = memory;
        this.peers = peers;
    }

    /** Sets the receiver of transferred responses; none are transferred before. */
    public void takeBy(TransferredResponseSink taker) {
        sink = taker;
    }

    /**
     * Transfers a response, if its count is worth a place.
     *
     * @param key the key under which it is held, variant included
     * @param agac its count as the holder knows it
     */
    public TransferResult transfer(ClusterMember holder, String key, AgedCount agac) {
        TransferredResponseSink taker = sink;
        return taker == null ? TransferResult.MISSED : transfer(holder, key, agac, taker, TIMEOUT, reply -> true);
    }

    /** The same, if it is of use. @param wanted asked of the header, before anything is done for the bytes */
    TransferResult transfer(
            ClusterMember holder,
            String key,
            AgedCount agac,
            TransferredResponseSink taker,
            Duration timeout,
            Predicate<StoredResponseHead> wanted) {
        if (memory.replies().holds(key)) {
            memory.hot().heard(key, agac);
            return TransferResult.HELD;
        }
        ResponseMemory.Permit permit = memory.replies().permit(PurgeTarget.base(key));
        memory.heard(memory.localObjects().asked(key), agac);
        SharedResponseResult answer = peers.get().join(holder, SharedResponseRequest.asHeld(key), timeout);
        if (!(answer instanceof SharedResponseResult.Given given)) {
            return answer instanceof SharedResponseResult.NotHeld ? TransferResult.MISSED : TransferResult.LATE;
        }
        try (InputStream body = given.body()) {
            if (!wanted.test(given.reply())) {
                return TransferResult.UNFIT;
            }
            boolean fits = given.length() >= 0 && given.length() <= Integer.MAX_VALUE;
            ByteBuf bytes = fits ? memory.replies().room((int) given.length()) : null;
            if (bytes == null) {
                return TransferResult.REFUSED;
            }
            read(body, (int) given.length(), bytes);
            memory.statistics().count(ObjectSpaceStatistics.Event.PEER_FETCHES);
            return taker.take(permit, key, given.reply(), bytes) ? TransferResult.KEPT : TransferResult.REFUSED;
        } catch (IOException e) {
            memory.statistics().count(ObjectSpaceStatistics.Event.PEER_FAILURES);
            return TransferResult.LATE;
        }
    }

    private static void read(InputStream body, int length, ByteBuf bytes) throws IOException {
        try {
            while (bytes.readableBytes() < length) {
                if (bytes.writeBytes(body, Math.min(PIECE, length - bytes.readableBytes())) < 0) {
                    throw new EOFException("the bytes ended after " + bytes.readableBytes() + " of " + length);
                }
            }
        } catch (Throwable e) {
            bytes.release();
            throw e;
        }
    }
}
