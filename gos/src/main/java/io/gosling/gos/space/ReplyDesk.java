package io.gosling.gos.space;

import io.gosling.caching.StoredReply;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Where other nodes ask for the responses that this one holds or is bringing from an origin. Used by many threads; blocks. */
@FunctionalInterface
public interface ReplyDesk {
    /**
     * What is given to a node that asks, to be closed by the caller; null when it gets nothing.
     * Does not wait: a fill of which it is not known yet whether it leads has news later.
     */
    @Nullable
    Giving join(JoinAsk ask);

    /** Of a node that has no origin. */
    static ReplyDesk none() {
        return ask -> null;
    }

    /** A response on its way to another node. Used by one thread. */
    interface Giving extends AutoCloseable {
        /** What is known of it, waited for at most so long. */
        News news(Duration patience) throws InterruptedException;

        /**
         * Its next bytes, waited for at most so long.
         *
         * @return how many; 0 when there are none yet, -1 at the end
         * @throws IOException when the origin broke off
         */
        int read(byte[] to, Duration patience) throws IOException;

        @Override
        void close();
    }

    /** What is known of a response. */
    sealed interface News {
        /** Nothing yet. */
        record NotYet() implements News {}

        /** As in {@link JoinAnswer.Given}. */
        record Head(StoredReply reply, String variant, long length) implements News {}

        /** As in {@link JoinAnswer.Same}; no bytes follow. */
        record Same(StoredReply reply, String variant) implements News {}

        /** It is not for others. */
        record Apart() implements News {}

        /** The origin failed: nobody who waits gets one. */
        record Failed(OriginFailure why) implements News {}

        /** There is none to be had here, which says nothing of the origin. */
        record None() implements News {}
    }
}
