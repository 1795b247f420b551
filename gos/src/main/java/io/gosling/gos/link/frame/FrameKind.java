package io.gosling.gos.link.frame;

import io.gosling.caching.ReplyCodec;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of frames, with their numbers on the wire and their bounds in bytes. A reader checks the bounds before it
 * reserves memory.
 */
public enum FrameKind {
    HELLO(1, 512, 0),
    REFUSED(2, 512, 0),
    PURGES(3, 16 << 10, 0),
    LOCATE(4, Bytes.QUESTION, 0),
    LOCATED(5, 256, 0),
    FETCH(6, Bytes.QUESTION, 0),
    HAVE(7, 16 << 10, Bytes.BODY),
    DATA(8, 0, Bytes.BODY),
    CREDIT(9, 4, 0),
    MISS(10, 0, 0),
    LATE(11, 0, 0),
    SAID(12, Bytes.QUESTION, 0),
    BUSY(13, 8, 0),
    FAILED(14, 1 << 10, 0),
    CANCEL(15, 0, 0),
    CHECK(16, Bytes.QUESTION, 0),
    CHECKED(17, 1, 0),
    INVALIDATE(18, 256 << 10, 0),
    JOIN(20, JoinFields.MOST_REQUEST + (64 << 10), 0),
    ALIVE(21, 0, 0),
    GIVEN(22, Bytes.REPLY, Bytes.BODY),
    END(23, 0, 0),
    SAME(24, Bytes.REPLY, 0),
    APART(25, 0, 0),
    NONE(26, 0, 0),
    FAILED_ORIGIN(27, 5, 0),
    FULL(28, 0, 0),
    ACCEPTED(29, 0, 0),
    CLAIM(30, Bytes.QUESTION, 0),
    ENDED(31, Bytes.QUESTION, 0),
    NOT_HELD(32, Bytes.QUESTION, 0),
    CHANGED(33, Bytes.QUESTION, 0),
    FILLED(34, Bytes.QUESTION, 0),
    REPORT(35, 256 << 10, 0),
    REPORTED(36, 64 << 10, 0),
    CLEAR(37, 0, 0);

    /** Bounds that several kinds share. */
    private static final class Bytes {
        /** A path of 8 KiB and some numbers. */
        static final int QUESTION = (8 << 10) + 512;

        static final int BODY = 64 << 10;

        /** A response's headers, the key of its variant, and some numbers. */
        static final int REPLY = ReplyCodec.MOST_BYTES + JoinFields.MOST_VARIANT + 64;
    }

    /** Most bytes of a body in one frame. */
    public static final int MOST_BODY = Bytes.BODY;

    private static final @Nullable FrameKind[] BY_CODE = new FrameKind[Byte.MAX_VALUE + 1];

    static {
        for (FrameKind kind : values()) {
            BY_CODE[kind.code] = kind;
        }
    }

    private final byte code;
    private final int mostFields;
    private final int mostBody;

    FrameKind(int code, int mostFields, int mostBody) {
        this.code = (byte) code;
        this.mostFields = mostFields;
        this.mostBody = mostBody;
    }

    /** The kind with this number, or null when there is none. */
    public static @Nullable FrameKind of(byte code) {
        return code < 0 ? null : BY_CODE[code];
    }

    public byte code() {
        return code;
    }

    public int mostFields() {
        return mostFields;
    }

    /** 0 for kinds without a body. */
    public int mostBody() {
        return mostBody;
    }

    /** True for the two kinds that are accepted before both sides have proved to be nodes of one cluster. */
    public boolean isOfHandshake() {
        return this == HELLO || this == REFUSED;
    }
}
