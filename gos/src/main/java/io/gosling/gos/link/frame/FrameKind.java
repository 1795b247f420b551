package io.gosling.gos.link.frame;

import io.gosling.caching.StoredResponseHeadCodec;
import io.gosling.purge.message.PurgeVersionVector;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The kinds of frames, with their numbers on the wire and their bounds in bytes. A reader checks the bounds before it
 * reserves memory.
 */
public enum FrameKind {
    HELLO(1, PeerFrame.Hello.class, 512, 0),
    REFUSED(2, PeerFrame.Refused.class, 512, 0),
    PURGES(3, PeerFrame.Purges.class, 2 + 16 * PurgeVersionVector.MOST_STREAMS, 0),
    LOCATE(4, PeerFrame.Locate.class, Bytes.QUESTION, 0),
    LOCATED(5, PeerFrame.Located.class, 256, 0),
    FETCH(6, PeerFrame.Fetch.class, Bytes.QUESTION, 0),
    HAVE(7, PeerFrame.Have.class, 16 << 10, Bytes.BODY),
    DATA(8, PeerFrame.Data.class, 0, Bytes.BODY),
    CREDIT(9, PeerFrame.Credit.class, 4, 0),
    MISS(10, PeerFrame.Miss.class, 0, 0),
    LATE(11, PeerFrame.Behind.class, 0, 0),
    SAID(12, PeerFrame.Said.class, Bytes.QUESTION, 0),
    BUSY(13, PeerFrame.Busy.class, 0, 0),
    FAILED(14, PeerFrame.Failed.class, 1 << 10, 0),
    CANCEL(15, PeerFrame.Cancel.class, 0, 0),
    CHECK(16, PeerFrame.Check.class, Bytes.QUESTION, 0),
    CHECKED(17, PeerFrame.Checked.class, 1, 0),
    INVALIDATE(18, PeerFrame.Invalidate.class, Bytes.QUESTION, 0),
    JOIN(20, PeerFrame.Join.class, SharedResponseFrameCodec.MOST_REQUEST + (64 << 10), 0),
    ALIVE(21, PeerFrame.Alive.class, 0, 0),
    GIVEN(22, PeerFrame.Given.class, Bytes.REPLY, Bytes.BODY),
    END(23, PeerFrame.End.class, 0, 0),
    SAME(24, PeerFrame.Same.class, Bytes.REPLY, 0),
    APART(25, PeerFrame.Apart.class, 0, 0),
    FAILED_ORIGIN(27, PeerFrame.FailedOrigin.class, 5, 0),
    CLAIM(30, PeerFrame.Claim.class, Bytes.QUESTION, 0),
    ENDED(31, PeerFrame.Ended.class, Bytes.QUESTION, 0),
    NOT_HELD(32, PeerFrame.NotHeld.class, Bytes.QUESTION, 0),
    CHANGED(33, PeerFrame.Changed.class, Bytes.QUESTION, 0),
    FILLED(34, PeerFrame.Filled.class, Bytes.QUESTION, 0),
    REPORT(35, PeerFrame.Report.class, 256 << 10, 0),
    REPORTED(36, PeerFrame.Reported.class, 64 << 10, 0),
    CLEAR(37, PeerFrame.Clear.class, 0, 0),
    READ(38, PeerFrame.Read.class, Bytes.QUESTION, 0),
    HOME_ANSWERED(39, PeerFrame.HomeAnswered.class, Bytes.QUESTION, Bytes.BODY);

    /** Bounds that several kinds share. */
    private static final class Bytes {
        /** A path of 8 KiB and some numbers. */
        static final int QUESTION = (8 << 10) + 512;

        static final int BODY = 64 << 10;

        /** A response's headers, the key of its variant, and some numbers. */
        static final int REPLY = StoredResponseHeadCodec.MOST_BYTES + SharedResponseFrameCodec.MOST_VARIANT + 64;
    }

    /** Most bytes of a body in one frame. */
    public static final int MOST_BODY = Bytes.BODY;

    private static final @Nullable FrameKind[] BY_CODE = new FrameKind[Byte.MAX_VALUE + 1];

    private static final Map<Class<?>, FrameKind> BY_CLASS = new HashMap<>();

    static {
        for (FrameKind kind : values()) {
            BY_CODE[kind.code] = kind;
            BY_CLASS.put(kind.frames, kind);
        }
    }

    private final byte code;
    private final Class<? extends PeerFrame> frames;
    private final int mostFields;
    private final int mostBody;

    FrameKind(int code, Class<? extends PeerFrame> frames, int mostFields, int mostBody) {
        this.code = (byte) code;
        this.frames = frames;
        this.mostFields = mostFields;
        this.mostBody = mostBody;
    }

    /** The kind with this number, or null when there is none. */
    public static @Nullable FrameKind of(byte code) {
        return code < 0 ? null : BY_CODE[code];
    }

    static FrameKind of(PeerFrame frame) {
        return Objects.requireNonNull(BY_CLASS.get(frame.getClass()), "each has one");
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
