package io.gosling.gos;

import io.gosling.document.Body;
import io.netty.buffer.ByteBuf;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Brings stored responses of an origin from another node's memory into this one's. Safe for use by many threads; blocks. */
public final class ReplyTransfer {
    private final NodeMemory memory;
    private final ReplyMemory replies;
    private final Peers peers;
    private volatile @Nullable ReplyIntake intake;

    public ReplyTransfer(NodeMemory memory, Peers peers) {
        this.memory = memory;
        this.replies = memory.replies();
        this.peers = peers;
    }

    /** Who takes what has come; nothing is brought before that is said. */
    public void takeBy(ReplyIntake taker) {
        intake = taker;
    }

    /**
     * Brings one, if its count is worth a place.
     *
     * @param key as it is held under, variant included
     * @param agac what the holder knows of its count
     */
    public Brought bring(Node holder, String key, AgedCount agac) {
        ReplyIntake taker = intake;
        if (taker == null) {
            return Brought.MISSED;
        }
        if (memory.hot().bytesOf(key) > 0) {
            memory.hot().heard(key, agac);
            return Brought.HELD;
        }
        ReplyMemory.Permit permit = replies.permit(PurgeTarget.base(key));
        memory.epoch().heard(agac.epoch());
        memory.rows().asked(key).heard(agac, memory.epoch().now());
        ReplyAnswer answer = peers.fetchReply(holder, key, agac);
        if (!(answer instanceof ReplyAnswer.Lent lent)) {
            return answer instanceof ReplyAnswer.Failed ? Brought.LATE : Brought.MISSED;
        }
        try (Body body = lent.body()) {
            ByteBuf bytes = body.length() > Integer.MAX_VALUE ? null : replies.room((int) body.length());
            if (bytes == null) {
                return Brought.REFUSED;
            }
            read(body, bytes);
            memory.statistics().count(ObjectSpaceStatistics.Event.PEER_FETCHES);
            return taker.take(permit, key, lent.reply(), bytes) ? Brought.KEPT : Brought.REFUSED;
        } catch (IOException e) {
            memory.statistics().count(ObjectSpaceStatistics.Event.PEER_FAILURES);
            return Brought.LATE;
        }
    }

    private static void read(Body body, ByteBuf bytes) throws IOException {
        int length = (int) body.length();
        boolean whole = false;
        try {
            if (body instanceof Body.InMemory memory) {
                bytes.writeBytes(memory.bytes().duplicate());
            } else if (body instanceof Body.Streamed stream) {
                while (bytes.readableBytes() < length) {
                    if (bytes.writeBytes(stream.in(), length - bytes.readableBytes()) < 0) {
                        throw new EOFException("the bytes ended after " + bytes.readableBytes() + " of " + length);
                    }
                }
            } else {
                throw new IOException("a response that is neither in memory nor on its way");
            }
            whole = true;
        } finally {
            if (!whole) {
                bytes.release();
            }
        }
    }
}
