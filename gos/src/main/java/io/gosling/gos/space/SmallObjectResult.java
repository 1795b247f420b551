package io.gosling.gos.space;

import io.gosling.caching.StoredResponseHead;
import io.gosling.document.FileStamp;
import io.gosling.document.Representation;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** The answer of another node to an event loop: a small object with all its bytes, or none. */
public sealed interface SmallObjectResult {
    /** The bytes; null where there are none. */
    default @Nullable ByteBuf bytes() {
        return null;
    }

    /**
     * A document.
     *
     * @param uncheckedNanos time since the copy was last compared with its file
     * @param bytes in the room that the receiver gave, which is its own again
     */
    record Copy(Representation representation, FileStamp stamp, long version, long uncheckedNanos, ByteBuf bytes)
            implements SmallObjectResult {}

    /**
     * A response of an origin.
     *
     * @param variant as in {@link SharedResponseResult.Given}
     * @param bytes in the room that the receiver gave, which is its own again
     */
    record Reply(StoredResponseHead reply, String variant, ByteBuf bytes) implements SmallObjectResult {}

    record NotHeld() implements SmallObjectResult {}

    /** The owner of the entry has told of it, and gives no object. */
    record OnlyLocated() implements SmallObjectResult {}

    /** Nothing that event loops can use, for no fault of the node that was asked. */
    record Other() implements SmallObjectResult {}

    /** It did not answer, or broke off. */
    record Failed() implements SmallObjectResult {}
}
