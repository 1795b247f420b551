package io.gosling.gos.space;

import io.gosling.document.DocumentPath;
import io.gosling.gos.membership.ClusterMember;
import io.gosling.gos.objecttable.AgedCount;
import io.gosling.gos.objecttable.Ageing;
import io.gosling.gos.objecttable.EntrySummary;
import io.gosling.gos.objecttable.LocalCountReport;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The memories of other nodes, for event loops that ask for small objects. Never blocks. */
public interface SmallObjectClient {
    /** Bytes of a small object; one frame has them. */
    int MOST = 64 << 10;

    /**
     * Asks a holder for a document of at most {@value #MOST} bytes in its memory.
     *
     * @param agac as for {@link PeerClient#fetch}
     * @param loop the caller's
     * @return false, with nothing done, where no link to the holder is open on this loop, or it is silent
     */
    default boolean beginFetch(
            ClusterMember holder, DocumentPath path, AgedCount agac, Executor loop, Receiver receiver) {
        return false;
    }

    /** The same for a response of an origin, without a number: {@link SharedResponseRequest#isFromMemory}. */
    default boolean beginJoin(ClusterMember holder, SharedResponseRequest ask, Executor loop, Receiver receiver) {
        return false;
    }

    /**
     * Asks the owner of an object's entry where the object is, and for the object, if its own memory has it.
     *
     * @return false, with nothing done, as {@link #beginFetch}
     */
    default boolean beginLocate(
            ClusterMember owner,
            LocalCountReport localCount,
            Ageing ageing,
            Wanted wanted,
            Executor loop,
            Receiver receiver) {
        return false;
    }

    /** The object that the owner of an entry is asked for besides the entry. */
    enum Wanted {
        NOTHING,
        /** As by {@link #beginFetch}. */
        DOCUMENT,
        /** As by {@link #beginJoin}. */
        RESPONSE
    }

    /** Receives a small object, on the loop. */
    interface Receiver {
        /** The entry, before the answer to {@link #beginLocate}. */
        void located(EntrySummary entry);

        /** Returns the room for its bytes; null refuses them, always more than {@value #MOST}. */
        @Nullable
        ByteBuf room(long length);

        /** Called once, maybe before the question has returned. */
        void answered(SmallObjectResult answer);
    }
}
