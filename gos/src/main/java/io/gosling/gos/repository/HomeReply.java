package io.gosling.gos.repository;

import java.nio.ByteBuffer;

/**
 * An answer of a home whose bytes stay where they are.
 *
 * @param answer with no bytes of its own where it is {@link HomeAnswer.Has}
 * @param bytes those of the object; not to be changed, and empty for any other answer
 */
public record HomeReply(HomeAnswer answer, ByteBuffer bytes) {
    private static final byte[] NO_BYTES = {};

    public static HomeReply of(HomeAnswer answer) {
        return answer instanceof HomeAnswer.Has has
                ? new HomeReply(has.with(NO_BYTES), ByteBuffer.wrap(has.bytes()))
                : new HomeReply(answer, ByteBuffer.wrap(NO_BYTES));
    }

    /** The answer with a copy of the bytes. */
    public HomeAnswer copied() {
        if (!(answer instanceof HomeAnswer.Has has)) {
            return answer;
        }
        byte[] own = new byte[bytes.remaining()];
        bytes.get(bytes.position(), own);
        return has.with(own);
    }
}
