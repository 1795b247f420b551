package io.gosling.gos.space;

import io.gosling.document.DocumentPath;
import io.gosling.document.FileStamp;
import io.gosling.document.Lookup;
import io.gosling.document.Representation;
import io.gosling.document.ValidationResult;
import io.gosling.gos.membership.Node;
import io.gosling.gos.objecttable.AgedCount;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * The other nodes, asked without waiting: what {@link Peers} does for documents, with answers on the event loop that
 * has asked. Methods that take a loop are called on it; the others by any thread.
 */
public interface AsyncPeers {
    /** The properties of a copy that another node gives, without the bytes. Immutable. */
    interface GivenCopy {
        Representation representation();

        FileStamp stamp();

        /** True if the node has just read it from its disk. */
        boolean disk();

        long version();

        long uncheckedNanos();
    }

    /** Receives a copy, on the loop. */
    interface CopyReader {
        /**
         * The copy's properties; its bytes follow.
         *
         * @param load requests that the other node has in hand
         */
        void copy(GivenCopy copy, int load);

        /** Some of the bytes, in their order; at least once, and the reference passes over. */
        void bytes(ByteBuf part);

        /** A home has no such document, or it has moved, or may not be read; nothing follows. */
        void said(Lookup lookup);

        /** There will be no copy, or no more of its bytes. May be called before the asking method returns. */
        void ended(PeerRefusal why);
    }

    /** A question under way; used on its loop. */
    interface Asked {
        /** Allows as many bytes to come as have been consumed. */
        void consumed(int bytes);

        /** Changes the longest pause within the answer from now on. */
        void pauseUpTo(Duration longest);

        /** Gives it up: the reader hears no more. */
        void cancel();
    }

    /** A loop for a thread that has none. */
    Executor anyLoop();

    /**
     * Asks a holder for its copy: from memory or not at all.
     *
     * @param loop one of {@link #anyLoop} or the one of the present thread
     * @param agac the count that the requester knows, and the holder may not
     * @param firstByte timeout for the copy's properties
     */
    Asked fetch(Executor loop, Node holder, DocumentPath path, AgedCount agac, Duration firstByte, CopyReader reader);

    /**
     * Asks the node that has the file: from its memory or its disk.
     *
     * @param version the highest the requester knows; nothing older is given
     */
    Asked fetchFromHome(
            Executor loop,
            Node home,
            DocumentPath path,
            AgedCount agac,
            long version,
            Duration firstByte,
            CopyReader reader);

    /**
     * Asks the node that has the file whether a copy with this entity tag is still right; one of the two is called,
     * once.
     */
    Asked check(
            Executor loop,
            Node home,
            DocumentPath path,
            String etag,
            Duration timeout,
            Consumer<ValidationResult> then,
            Consumer<PeerRefusal> refused);

    /** Makes nodes drop copies older than a version and close their fetches. Sent, not awaited; may be lost. */
    void invalidate(Collection<Node> nodes, String key, long version);
}
