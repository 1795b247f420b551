package io.gosling.gos.link;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The rest of a body that is being sent over a link, behind its first frame. Used on the link's loop. */
interface OutgoingBody {
    /** Bytes that have not been taken. */
    long left();

    /**
     * Takes the next bytes; the reference passes over.
     *
     * @param most bytes, at least 1
     * @param again run on the loop, later, when there are bytes and null was returned
     * @return at least one byte, or null when they have to be read first; none at the end, where the length was not
     *     known, and nothing is left then
     * @throws IOException when they cannot be read
     */
    @Nullable
    ByteBuf take(int most, Runnable again) throws IOException;

    /** Gives up what was not taken; once. */
    void close();

    /** Bytes in memory, of which a reference passes over. */
    static OutgoingBody of(ByteBuf bytes) {
        return new OutgoingBody() {
            @Override
            public long left() {
                return bytes.readableBytes();
            }

            @Override
            public ByteBuf take(int most, Runnable again) {
                return bytes.readRetainedSlice(Math.min(most, bytes.readableBytes()));
            }

            @Override
            public void close() {
                bytes.release();
            }
        };
    }
}
