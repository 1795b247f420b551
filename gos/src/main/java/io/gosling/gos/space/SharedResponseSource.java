package io.gosling.gos.space;

import io.gosling.caching.StoredResponseHead;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Gives other nodes the responses that this node holds or is fetching from an origin. Used by many threads; blocks
 * where it says so.
 */
@FunctionalInterface
public interface SharedResponseSource {
    /**
     * The source of a response for a requesting node, to be closed by the caller; null when it gets none. Does not
     * wait: a fetch of which it is not known yet whether it leads has news later. Event loops may ask for an object in
     * memory.
     */
    @Nullable
    Giving join(SharedResponseRequest ask);

    static SharedResponseSource none() {
        return ask -> null;
    }

    /** A response on its way to another node. Used by one thread. */
    interface Giving extends AutoCloseable {
        /** Waits for the state of the response. */
        News news(Duration timeout) throws InterruptedException;

        /** The state of an object in memory, without waiting; null when {@link #news} has to be used. */
        default @Nullable News newsAtOnce() {
            return null;
        }

        /**
         * All bytes after {@link News.Head}, of which a reference passes over, when they are in memory; null when they
         * have to be read. Does not wait.
         */
        default @Nullable ByteBuf bytes() {
            return null;
        }

        /**
         * Reads its next bytes with a timeout; returns their number, 0 when there are none yet, -1 at the end.
         *
         * @throws IOException when the origin broke off
         */
        int read(byte[] to, Duration timeout) throws IOException;

        @Override
        void close();
    }

    /** The state of a response, as far as it is known. */
    sealed interface News {
        record NotYet() implements News {}

        /** As in {@link SharedResponseResult.Given}. */
        record Head(StoredResponseHead reply, String variant, long length) implements News {}

        /** As in {@link SharedResponseResult.Same}; no bytes follow. */
        record Same(StoredResponseHead reply, String variant) implements News {}

        /** It cannot be shared. */
        record Apart() implements News {}

        /** The origin failed: no waiting requester gets a response. */
        record Failed(OriginFailure why) implements News {}

        record None() implements News {}
    }
}
